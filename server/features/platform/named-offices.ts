import type { Tx } from '../../db/connection.ts'
import { notFound } from '../../http/errors.ts'

export type NamedOffice = { customer_id: number; business_name: string }

/** These offices, by name, each once. Throws 404 when one does not exist. */
export async function namedOffices(tx: Tx, customer_ids: readonly number[]): Promise<NamedOffice[]> {
  const found = await tx<NamedOffice[]>`
    select customer_id, business_name from customers where customer_id = any(${[...customer_ids]}::bigint[])
    order by business_name, customer_id`
  if (found.length < new Set(customer_ids).size) throw notFound('Uno degli studi')
  return found
}

/** Their names as one text, for the audit log; null: none. */
export const namesOf = (offices: readonly NamedOffice[]): string | null =>
  offices.length === 0 ? null : offices.map(({ business_name }) => business_name).join(', ')
