import type Stripe from 'stripe'
import type { Tx } from '../../db/connection.ts'
import type { ProviderAccount } from '../../provider/providers.ts'

type Known = {
  business_name: string
  firstname: string | null
  lastname: string | null
  address: string | null
  house_number: string | null
  city: string | null
  zip_code: string | null
  prov: string | null
  fiscal_code: string | null
  vat_number: string | null
  primary_email: string | null
  primary_mobile_phone: string | null
}
export type Details = Pick<
  Stripe.AccountCreateParams,
  'email' | 'business_type' | 'business_profile' | 'company' | 'individual'
>

/**
 * The customer's data in the provider's format, so that the holder types them only once. Somebody with a name and a
 * personal codice fiscale is an individual, everybody else a company. Missing data are asked by the provider's page.
 */
export async function customerDetails(tx: Tx, customer_id: number): Promise<Details> {
  const [known] = await tx<Known[]>`
    select business_name, firstname, lastname, address, house_number, city, zip_code, prov, fiscal_code, vat_number,
      primary_email, primary_mobile_phone
    from customers where customer_id = ${customer_id}`
  const customer = known as Known
  const { firstname, lastname } = customer
  const person = firstname && lastname && customer.fiscal_code?.length === 16
  return {
    ...(customer.primary_email ? { email: customer.primary_email } : {}),
    business_type: person ? 'individual' : 'company',
    business_profile: {
      name: customer.business_name,
      product_description: 'Incasso delle spese condominiali per conto dei condomìni amministrati',
    },
    ...(person
      ? {
          individual: {
            first_name: firstname,
            last_name: lastname,
            id_number: customer.fiscal_code as string,
            ...contactOf(customer),
            ...(customer.primary_email ? { email: customer.primary_email } : {}),
          },
        }
      : { company: { name: customer.business_name, ...numbersOf(customer), ...contactOf(customer) } }),
  }
}

const numbersOf = ({ fiscal_code, vat_number }: Known) => ({
  ...(fiscal_code || vat_number ? { tax_id: (fiscal_code ?? vat_number) as string } : {}),
  ...(vat_number ? { vat_id: `IT${vat_number}` } : {}),
})

function contactOf({ address, house_number, city, zip_code, prov, primary_mobile_phone: phone }: Known) {
  const line1 = [address, house_number].filter(Boolean).join(' ')
  return {
    ...(line1 && city && zip_code
      ? { address: { line1, city, postal_code: zip_code, ...(prov ? { state: prov } : {}), country: 'IT' } }
      : {}),
    ...(phone ? { phone: internationalPhone(phone) } : {}),
  }
}

/** Italian numbers keep their leading zero: 055 000 0000 is +39 055 000 0000. */
const internationalPhone = (phone: string) => {
  const digits = phone.replace(/[^\d+]/g, '').replace(/^00/, '+')
  return digits.startsWith('+') ? digits : `+39${digits}`
}

/** The body of the call that creates the account. All missing data are asked by the provider's page. */
export const accountRequest = (
  whose: { customer_id: number; provider_account: ProviderAccount },
  details: Details,
): Stripe.AccountCreateParams => ({
  country: 'IT',
  default_currency: 'eur',
  controller: {
    requirement_collection: 'application',
    fees: { payer: 'application' },
    losses: { payments: 'application' },
    stripe_dashboard: { type: 'none' },
  },
  capabilities: { transfers: { requested: true } },
  ...details,
  metadata: { customer_id: String(whose.customer_id) },
})
