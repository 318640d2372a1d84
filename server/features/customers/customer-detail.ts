import type { Customer } from '@saldo/contract/registry/customers'
import type { Tx } from '../../db/connection.ts'
import { notFound } from '../../http/errors.ts'
import { customers } from './customers-list.ts'

/** A customer; 404 when it is not visible to the actor. */
export async function customerDetail(tx: Tx, customer_id: number): Promise<Customer> {
  const [customer] = await tx<Customer[]>`
    select ${customers.select(tx)} from ${customers.from(tx)} where c.customer_id = ${customer_id}`
  if (!customer) throw notFound('Il cliente')
  return customer
}
