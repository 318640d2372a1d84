import { owedOf } from '@saldo/domain/bills/owed'
import { today } from '@saldo/domain/dates'
import { mostOnSlip, type Slip } from '@saldo/domain/postal/code-line'
import { customerCodeOf, type SlipKind } from '@saldo/domain/postal/customer-code'
import { postalAccountOf } from '@saldo/domain/postal/postal-account'
import type { Tx } from '../../../db/connection.ts'
import type { BillFacts } from '../bill-facts.ts'

/** What only the printed bill says: how to pay at the post or at any bank. Money in cents. */
export type PaperFacts = {
  /** The payer's address in one line; null: unknown. */
  subject_address: string | null
  postal: { kind: SlipKind; holder: string; authorisation: string | null } | null
  /** The MAV that a bank asks the payer for. */
  notice: { creditor_number: string; amount: number; due_on: string } | null
}

const nothingToPrint: PaperFacts = { subject_address: null, postal: null, notice: null }

/** Of a bill that the transaction's actor sees. */
export async function paperFacts(tx: Tx, bill_id: number): Promise<PaperFacts> {
  return (await paperFactsOf(tx, [bill_id]))(bill_id)
}

/** The same of many bills, by their ids. */
export async function paperFactsOf(
  tx: Tx,
  bill_ids: readonly number[],
): Promise<(bill_id: number) => PaperFacts> {
  const rows = await tx<(PaperFacts & { bill_id: number })[]>`
    select b.bill_id, nullif(concat_ws(', ', nullif(concat_ws(' ', s.address, s.house_number), ''),
        nullif(concat_ws(' ', s.zip_code, s.city, '(' || s.prov || ')'), '')), '') as subject_address,
      case when p.account_id is not null then json_build_object('kind', p.slip_kind, 'holder', p.slip_holder,
        'authorisation', p.slip_authorisation) end as postal,
      case when n.notice_id is not null then json_build_object('creditor_number', n.creditor_number, 'amount', n.amount,
        'due_on', n.due_on) end as notice
    from bills b
    join subjects s on s.customer_id = b.customer_id and s.subject_id = b.subject_id
    left join postal_slips p on p.customer_id = b.customer_id and p.account_id = b.account_id
    left join notices n on n.customer_id = b.customer_id and n.bill_id = b.bill_id and n.kind = 'mav'
      and n.state = 'presented'
    where b.bill_id = any(${bill_ids}::bigint[])`
  const byId = new Map(rows.map(({ bill_id, ...facts }) => [bill_id, facts]))
  return (bill_id) => byId.get(bill_id) ?? nothingToPrint
}

/** The MAV to be printed; null once it is due, and unless the bill still asks for all of its amount. */
export const noticeOf = (bill: BillFacts, { notice }: PaperFacts): PaperFacts['notice'] =>
  notice && notice.due_on >= today() && bill.payable >= notice.amount ? notice : null

/**
 * The slip to be printed: the amount of an 896 is what is due now, as everywhere on the bill. Null when nothing can be paid, the
 * condominium prints none or has no postal account, and while a bank asks for the same money by MAV: somebody would pay both.
 */
export function slipOf(bill: BillFacts, { postal, notice }: PaperFacts): Slip | null {
  const account = postalAccountOf(bill.iban)
  const { due_now } = owedOf(bill, today())
  if (!postal || !account || notice || bill.payable <= 0 || due_now <= 0 || due_now > mostOnSlip) return null
  const { kind } = postal
  return { kind, account, code: customerCodeOf(bill, kind), amount: kind === '896' ? due_now : null }
}
