import { formatDate } from '@saldo/domain/dates'
import type { Tx } from '../../db/connection.ts'
import type { Services } from '../../services.ts'
import { recordBillEvent } from '../../timeline/bill-event.ts'

/**
 * Plans a debit from a saved source. The caller has locked the bill and checked that its instalments have none. If the day is
 * near, the notice is sent at once. `says` begins the sentence on the bill's timeline.
 */
export async function insertDebit(
  services: Services,
  tx: Tx,
  {
    says,
    actor,
    ...debit
  }: {
    customer_id: number
    account_id: number
    bill_id: number
    subject_id: number
    source_id: number
    /** The autopay that plans it; null: a person does. */
    autopay_id: number | null
    instalment_ids: number[]
    amount: number
    collect_on: string
    created_by: number | null
    says: string
    actor: string
  },
): Promise<number> {
  const [row] = await tx`insert into debits ${tx(debit)} returning debit_id`
  await recordBillEvent(tx, {
    customer_id: debit.customer_id,
    bill_id: debit.bill_id,
    kind: 'debit_planned',
    text: `${says} previsto per il ${formatDate(debit.collect_on)}`,
    actor,
  })
  const debit_id = row?.debit_id as number
  await services.queue.enqueue(tx, 'move-debit', { debit_id })
  return debit_id
}
