type Address = {
  address: string | null
  house_number: string | null
  city: string | null
  zip_code: string | null
  prov: string | null
}

/** Street and number: `Via Ghibellina 41`; '' when there are none. */
export const street = ({ address, house_number }: Pick<Address, 'address' | 'house_number'>) =>
  [address, house_number].filter(Boolean).join(' ')

/** `Via Ghibellina 41, 50122 Firenze (FI)`, without missing parts; '' when all are missing. */
export function addressLine(of: Address): string {
  const place = [of.zip_code, of.city, of.prov && `(${of.prov})`].filter(Boolean).join(' ')
  return [street(of), place].filter(Boolean).join(', ')
}
