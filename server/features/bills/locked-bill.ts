import type { BillPhase } from '@saldo/domain/bills/bill'
import { billCan, whyNotPay } from '@saldo/domain/bills/bill'
import type { Tx } from '../../db/connection.ts'
import { conflict, notFound } from '../../http/errors.ts'

/** A bill locked until the transaction ends, so that nobody pays it while it changes. Money in cents. */
export type LockedBill = {
  bill_id: number
  customer_id: number
  account_id: number
  subject_id: number
  number: string
  description: string
  unit: string | null
  issue_date: string
  amount: number
  settled: number
  residue: number
  pending: number
  phase: BillPhase
  link_version: number
}

/** Locks the bill; 404 when it is not visible to the actor. */
export async function lockBill(tx: Tx, bill_id: number): Promise<LockedBill> {
  const [bill] = await tx<LockedBill[]>`
    select bill_id, customer_id, account_id, subject_id, number, description, unit, issue_date, amount, settled, residue,
      pending, phase, link_version
    from bills where bill_id = ${bill_id} for update`
  if (!bill) throw notFound('La bolletta')
  return bill
}

/** 409, with the sentence that the screen shows, when the bill's phase does not allow the act. */
export function requirePhase(act: 'edit' | 'cancel', bill: LockedBill): void {
  // One instalment came back, but another is paid: the paid one must keep its bill.
  const phase = bill.phase === 'returned' && bill.settled > 0 ? 'partly_paid' : bill.phase
  const why = billCan.why(act, { phase })
  if (why) throw conflict(codes[act], `${refusals[act]} ${why}`)
}

const codes = { edit: 'not_editable', cancel: 'not_cancellable' }
const refusals = {
  edit: 'Questa bolletta non si può modificare.',
  cancel: 'Questa bolletta non si può annullare.',
}

/** 409 for a draft, which nobody may see yet, and for a cancelled bill, which nobody may pay. */
export function requireLink({ phase }: { phase: BillPhase }): void {
  if (phase === 'draft' || phase === 'cancelled')
    throw conflict(
      'no_link',
      `Questa bolletta non ha un link. ${whyNotPay({ phase, residue: 0, pending: 0 })}`,
    )
}
