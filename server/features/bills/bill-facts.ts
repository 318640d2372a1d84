import type { BillPhase, BillState } from '@saldo/domain/bills/bill'
import { owedOf } from '@saldo/domain/bills/owed'
import { today } from '@saldo/domain/dates'
import { checkIban } from '@saldo/domain/iban'
import { rfOfBill } from '@saldo/domain/sepa/creditor-reference'
import { epcPayload } from '@saldo/domain/sepa/epc-qr'
import type { Tx } from '../../db/connection.ts'
import type { ProviderAccount } from '../../provider/providers.ts'
import { payableOf } from './money/payable-of.ts'

/** The data of a bill that its payer sees, on paper and on screen. Money in cents, days `yyyy-mm-dd`. */
export type BillFacts = {
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
  pending: number
  /**
   * The most that can be paid: the whole residue, or 0 while another payment is pending, unless that one only waits for
   * the payer's approval.
   */
  payable: number
  /** The least that may be paid at a time; null: whole instalments only. */
  minimum_payment: number | null
  /** The holder's credit with this condominium. */
  credit: number
  /** The due date of the oldest unsettled instalment. */
  due_date: string | null
  phase: BillPhase
  residue: number
  state: BillState
  link_version: number
  provider_account: ProviderAccount
  /** The methods that the condominium allows. */
  flag_pay_card: boolean
  flag_pay_debit: boolean
  flag_pay_klarna: boolean
  account_name: string
  account_address: string | null
  account_fiscal_code: string | null
  iban: string | null
  business_name: string
  phone: string | null
  email: string | null
  subject_nominative: string
  subject_email: string | null
  instalments: {
    instalment_id: number
    position: number
    due_date: string
    amount: number
    settled: number
    pending: number
  }[]
  lines: { position: number; description: string; amount: number }[]
}

/** The bill's facts; null when it is not visible to the transaction's actor. */
export async function billFacts(tx: Tx, bill_id: number): Promise<BillFacts | null> {
  const [facts] = await factsOfBills(tx, [bill_id])
  return facts ?? null
}

/** The visible ones of these bills, earliest due date first. */
export async function factsOfBills(tx: Tx, bill_ids: readonly number[]): Promise<BillFacts[]> {
  return tx<BillFacts[]>`
    select b.bill_id, b.customer_id, b.account_id, b.subject_id, b.number, b.description, b.unit, b.issue_date, b.amount, b.settled, b.pending,
      b.residue,
      ${payableOf(tx)} as payable,
      b.next_due_date as due_date, b.phase, bill_state(b.phase, b.next_due_date, today()) as state, b.link_version,
      a.minimum_payment,
      coalesce((select t.balance - t.held from subject_credits t where t.customer_id = b.customer_id and t.account_id = b.account_id
        and t.subject_id = b.subject_id), 0) as credit,
      a.provider_account, a.flag_pay_card, a.flag_pay_debit, a.flag_pay_klarna, a.name as account_name, a.fiscal_code as account_fiscal_code, a.iban,
      nullif(concat_ws(', ', nullif(concat_ws(' ', a.address, a.house_number), ''),
        nullif(concat_ws(' ', a.zip_code, a.city, '(' || a.prov || ')'), '')), '') as account_address,
      c.business_name, c.primary_mobile_phone as phone, c.primary_email as email,
      s.nominative as subject_nominative, s.email as subject_email,
      (select json_agg(json_build_object('instalment_id', i.instalment_id, 'position', i.position, 'due_date', i.due_date,
        'amount', i.amount, 'settled', i.settled, 'pending', i.pending) order by i.position)
        from bill_instalments i where i.customer_id = b.customer_id and i.bill_id = b.bill_id) as instalments,
      (select json_agg(json_build_object('position', l.position, 'description', l.description, 'amount', l.amount)
        order by l.position)
        from bill_lines l where l.customer_id = b.customer_id and l.bill_id = b.bill_id) as lines
    from bills b
    join accounts a on a.customer_id = b.customer_id and a.account_id = b.account_id
    join subjects s on s.customer_id = b.customer_id and s.subject_id = b.subject_id
    join customers c on c.customer_id = b.customer_id
    where b.bill_id in ${tx([...bill_ids])}
    order by b.next_due_date, b.bill_id`
}

/**
 * How to pay `amount` by bank transfer, with the text of the EPC QR code: what is due now with the bill's reference, unless
 * the payer chooses another amount or one instalment, which has its own. Null when nothing can be paid or the condominium has no account.
 */
export function transferOf(
  bill: BillFacts,
  amount = owedOf(bill, today()).due_now,
  reference = rfOfBill(bill.number),
) {
  if (bill.payable <= 0 || !bill.iban || !checkIban(bill.iban).valid) return null
  const order = { name: bill.account_name, iban: bill.iban, amount, reference }
  return { holder: bill.account_name, iban: bill.iban, amount, reference, epc: epcPayload(order) }
}
