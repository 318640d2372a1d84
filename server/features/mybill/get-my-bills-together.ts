import type { GroupToPay, MyBillsTogether, SavedToPay } from '@saldo/contract/bills/mybills'
import * as contract from '@saldo/contract/bills/mybills'
import { whyNotPay } from '@saldo/domain/bills/bill'
import { owedOf } from '@saldo/domain/bills/owed'
import { today } from '@saldo/domain/dates'
import { groupsToPay, mostGroups, mostTogether } from '@saldo/domain/payments/pay-together'
import type { Tx } from '../../db/connection.ts'
import { badInput, notFound } from '../../http/errors.ts'
import { readLinkToken } from '../../http/link-token.ts'
import { serve } from '../../http/serve.ts'
import { billToken } from '../../links/bill-link.ts'
import { maskEmail } from '../../mail/mask-email.ts'
import { qrPath } from '../../pdf/qr-bars.ts'
import type { Services } from '../../services.ts'
import { type BillFacts, factsOfBills, transferOf } from '../bills/bill-facts.ts'
import { type SavedMethod, savedMethods } from '../sources/saved-methods.ts'
import { whyNotSource } from '../sources/why-not-source.ts'
import { dueBills } from './due-bills.sql.ts'
import { creditorOf } from './get-my-bill.ts'
import { payOnline } from './pay-online.ts'

/** Leaves out, before anything is charged, what the charges themselves would refuse. */
export const getMyBillsTogether = serve(contract.getMyBillsTogether, async ({ tx, query, services }) => {
  const chosen = query.link === undefined ? query.ids : [linkedBill(services, query.link)]
  const { ids, left_out } = chosen ? { ids: chosen, left_out: 0 } : await dueBills(tx)
  const found = ids.length === 0 ? [] : await factsOfBills(tx, ids)
  if (found.length < ids.length) throw notFound('Una di queste bollette')
  const grouped = groupsToPay(found.filter(({ payable }) => payable > 0))
  requireFew(grouped)

  const saved = found.length === 0 ? [] : await savedMethods(tx)
  const groups = await Promise.all(grouped.map((bills) => groupToPay(services, tx, bills, saved)))
  return {
    ...sums(groups),
    today: today(),
    groups,
    left_out,
    not_payable: found.filter(({ payable }) => payable <= 0).map(notPayable),
  } satisfies MyBillsTogether
})

/** The bill that a link names. It opens nothing here: row-level security shows it only to the person whose it is. */
function linkedBill({ env }: Services, token: string): number {
  const opened = readLinkToken(env.SALDO_SECRET, token)
  if (opened?.opens !== 'bill') throw notFound('Questa bolletta')
  return opened.bill_id
}

async function groupToPay(
  services: Services,
  tx: Tx,
  found: [BillFacts, ...BillFacts[]],
  saved: readonly SavedMethod[],
): Promise<GroupToPay> {
  const [first] = found
  const day = today()
  const transfers = found.flatMap((bill) => {
    const transfer = transferOf(bill)
    return transfer ? [{ bill_id: bill.bill_id, transfer: { ...transfer, qr: qrPath(transfer.epc) } }] : []
  })
  const byTransfer = transfers.length === found.length ? (['BANK_TRANSFER'] as const) : []
  const { pay, sentence } = await payOnline(services, tx, found, byTransfer)
  const bills = found.map((bill) => ({
    bill_id: bill.bill_id,
    number: bill.number,
    description: bill.description,
    unit: bill.unit,
    state: bill.state,
    due_date: bill.due_date,
    payable: bill.payable,
    due_now: owedOf(bill, day).due_now,
    token: billToken(services, bill.bill_id, bill.link_version),
    instalments: bill.instalments,
  }))
  return {
    account_id: first.account_id,
    subject_id: first.subject_id,
    asker: creditorOf(first),
    subject_nominative: first.subject_nominative,
    bills,
    ...sums(bills),
    today: day,
    minimum_payment: first.minimum_payment,
    credit: first.credit,
    pay,
    saved: pay ? saved.map((method) => savedToPay(first, method, pay)) : [],
    transfers: byTransfer.length > 0 ? transfers : [],
    not_payable_reason: pay || byTransfer.length > 0 ? null : (sentence ?? notOnline),
    email_hint: maskEmail(first.subject_email),
  }
}

/** What a payer reads of a saved method. That it is another administrator's says more than that it is another record's. */
function savedToPay(bill: BillFacts, method: SavedMethod, pay: NonNullable<GroupToPay['pay']>): SavedToPay {
  const { source_id, type, brand, last4, exp_month, exp_year, is_default } = method
  const way = type === 'card' ? 'CARD' : 'SEPA_DEBIT'
  const suspended = pay.suspended.find((each) => each.method === way)?.why
  const why_not =
    method.customer_id === bill.customer_id
      ? (whyNotSource(bill, method) ??
        suspended ??
        (pay.methods.includes(way) ? null : 'Questo condominio non incassa in questo modo.'))
      : 'È salvato con un altro amministratore: per questo condominio va salvato di nuovo.'
  return { source_id, type, brand, last4, exp_month, exp_year, is_default, why_not }
}

const sums = (of: readonly { payable: number; due_now: number }[]) => ({
  payable: of.reduce((sum, { payable }) => sum + payable, 0),
  due_now: of.reduce((sum, { due_now }) => sum + due_now, 0),
})

const notPayable = (bill: BillFacts) => ({
  bill_id: bill.bill_id,
  number: bill.number,
  account_name: bill.account_name,
  why: whyNotPay(bill) ?? 'Non si può pagare.',
})

/** What one act takes; the page chooses no more by itself. */
function requireFew(groups: readonly (readonly unknown[])[]): void {
  if (groups.some(({ length }) => length > mostTogether))
    throw badInput({ ids: `Di un condominio si pagano insieme al massimo ${mostTogether} bollette.` })
  if (groups.length > mostGroups)
    throw badInput({ ids: `Si pagano insieme al massimo ${mostGroups} condomìni: togline qualcuno.` })
}

const notOnline = 'Qui non si può ancora pagare: chiedi all’amministratore come fare.'
