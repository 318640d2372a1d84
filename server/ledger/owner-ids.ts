import type { Entry } from './ledger.ts'

/** The records that a ledger entry belongs to. */
export type OwnerIds = Pick<Entry, 'customer_id' | 'account_id' | 'subject_id' | 'bill_id' | 'payment_id'>

export const ownerIds = ({
  customer_id,
  account_id,
  subject_id,
  bill_id,
  payment_id,
}: OwnerIds): OwnerIds => ({
  customer_id,
  account_id,
  subject_id,
  bill_id,
  payment_id,
})
