import type { DocumentOwner } from '@saldo/domain/registry/document'
import type { Tx } from '../../db/connection.ts'
import { notFound } from '../../http/errors.ts'

/** The owner of documents: the ids that the documents carry. */
export type Owner = { customer_id: number; account_id: number | null; subject_id: number | null }

/** The record to which documents belong; 404 when it is not visible to the actor. */
export async function findOwner(tx: Tx, owner: DocumentOwner, id: number): Promise<Owner> {
  const [row] = await tx<Owner[]>`${
    {
      customer: tx`
        select customer_id, null::bigint as account_id, null::bigint as subject_id
        from customers where customer_id = ${id}`,
      account: tx`
        select customer_id, account_id, null::bigint as subject_id from accounts where account_id = ${id}`,
      subject: tx`
        select customer_id, null::bigint as account_id, subject_id from subjects where subject_id = ${id}`,
    }[owner]
  }`
  if (!row) throw notFound({ customer: 'Il cliente', account: 'Il condominio', subject: 'La persona' }[owner])
  return row
}

/** The condition that documents `d` belong to this owner. */
export const isOf = (tx: Tx, { customer_id, account_id, subject_id }: Owner) => {
  if (account_id !== null) return tx`d.customer_id = ${customer_id} and d.account_id = ${account_id}`
  if (subject_id !== null) return tx`d.customer_id = ${customer_id} and d.subject_id = ${subject_id}`
  return tx`d.customer_id = ${customer_id} and d.account_id is null and d.subject_id is null`
}
