import { today } from '@saldo/domain/dates'
import type { Tx } from '../../../db/connection.ts'
import { recordBillEvent } from '../../../timeline/bill-event.ts'
import type { AllocatedPayment } from '../../payments/allocate/allocate-payment.ts'
import type { Part } from '../money/instalment-money.ts'
import { nextBillNumber } from '../numbering/bill-number.ts'
import { insertIssuedBill } from './insert-issued-bill.ts'

/**
 * Makes a bill, due at once, for `amount` cents of returned money that could not be taken from any allocation or
 * credit. So every cent owed is on a bill and can be paid. Returns its one instalment.
 */
export async function billDebt(
  tx: Tx,
  { customer_id, account_id, subject_id }: AllocatedPayment,
  amount: number,
  { actor, reason }: { actor: string; reason: string },
): Promise<Part> {
  const issue_date = today()
  const number = await nextBillNumber(tx, { customer_id, account_id }, issue_date)
  const description = `Somme tornate indietro: ${reason}`.slice(0, 200)
  const bill_id = await insertIssuedBill(
    tx,
    { customer_id, account_id, subject_id, number, description, issue_date, amount },
    issue_date,
  )
  await recordBillEvent(tx, {
    customer_id,
    bill_id,
    actor,
    kind: 'issued',
    text: `Bolletta emessa: ${description}`,
  })
  const [instalment] = await tx`select instalment_id from bill_instalments where bill_id = ${bill_id}`
  return { bill_id, instalment_id: instalment?.instalment_id as number, amount }
}
