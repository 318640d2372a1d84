import type { Tx } from '../../db/connection.ts'
import { conflict } from '../../http/errors.ts'

/**
 * 409 at the field when another customer has this codice fiscale or VAT number. The answer names it, so only super
 * users get it. Parallel requests wait for each other.
 */
export async function requireOwnTaxNumbers(
  tx: Tx,
  customer_id: number | null,
  {
    fiscal_code,
    vat_number,
  }: { fiscal_code?: string | null | undefined; vat_number?: string | null | undefined },
): Promise<void> {
  const numbers = { fiscal_code, vat_number }
  for (const [field, number] of Object.entries(numbers)) {
    if (!number) continue
    await tx`select pg_advisory_xact_lock(hashtextextended(${`customers:${number}`}, 0))`
    const [other] = await tx`
      select customer_id, business_name from customers
      where ${tx(field)} = ${number} and customer_id is distinct from ${customer_id} limit 1`
    if (!other) continue
    const what = field === 'vat_number' ? 'Questa partita IVA' : 'Questo codice fiscale'
    const said = `${what} è già di ${other.business_name} (n. ${other.customer_id}).`
    throw conflict('already_exists', said, { [field]: said })
  }
}
