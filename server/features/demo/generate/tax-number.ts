import { luhnHolds } from '@saldo/domain/registry/eleven-digits'

/**
 * The 11 digits of an invented company or condominium: seven of its own, three of the tax office (048 is Firenze, 037
 * Bologna), and the check digit.
 */
export function makeTaxNumber(own: string, office: string): string {
  const first = own + office
  for (let digit = 0; digit < 10; digit += 1) if (luhnHolds(first + digit)) return first + digit
  throw new RangeError(`not the first ten digits of a tax number: ${first}`)
}
