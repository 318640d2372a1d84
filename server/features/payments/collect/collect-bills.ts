import type { BillToCollect } from '@saldo/contract/payments/collections'
import * as contract from '@saldo/contract/payments/collections'
import { type AskingBill, whyNotPay } from '@saldo/domain/bills/bill'
import { today } from '@saldo/domain/dates'
import { formatEuro } from '@saldo/domain/money'
import { type Held, whyHeld } from '@saldo/domain/payments/why-not-placed'
import type { Tx } from '../../../db/connection.ts'
import { badInput, conflict, notFound } from '../../../http/errors.ts'
import type { RequestKey } from '../../../http/idempotency-key.ts'
import { serve } from '../../../http/serve.ts'
import { maskEmail } from '../../../mail/mask-email.ts'
import { collectionKey } from './collection-key.ts'
import { requireDayConfirmed, requireReceivedOn, whyConfirmDay } from './confirm-day.ts'
import { requireUnderWayConfirmed, whyConfirmUnderWay } from './confirm-under-way.ts'
import { heldMoney } from './held-money.ts'
import { planCollection } from './plan-collection.ts'
import { registeredBefore } from './register-collection.ts'
import { looksLikeDuplicate, sameCollections } from './same-collections.ts'
import { settleCollection } from './settle-collection.ts'

export const previewCollections = serve(contract.previewCollections, async ({ tx, body }) => {
  const { received_on = today() } = body
  const bills: BillToCollect[] = []
  for (const bill of await billsToCollect(tx, body.bill_ids)) {
    const {
      phase: _phase,
      residue: _residue,
      pending: _pending,
      held: _held,
      customer_id,
      account_id,
      subject_id,
      email,
      ...facts
    } = bill
    const of = { customer_id, account_id, subject_id, amount: bill.still_due, received_on, reference: null }
    const same = bill.still_due > 0 ? await sameCollections(tx, of) : []
    bills.push({ ...facts, why_not: whyNotCollect(bill), email_hint: maskEmail(email), same })
  }
  const payable = bills.filter(({ still_due }) => still_due > 0)
  const payable_ids = payable.map(({ bill_id }) => bill_id)
  return {
    bills,
    why_confirm_day: await whyConfirmDay(tx, received_on, payable),
    why_confirm_under_way: await whyConfirmUnderWay(tx, {}, payable_ids),
  }
})

/**
 * Registers one collection for each bill: all of them or none. Similar collections are looked for before the first one
 * is registered, so that two bills of the same amount do not look like one that was paid twice.
 */
export const registerCollections = serve(
  contract.registerCollections,
  async ({ tx, services, body, actor, request }) => {
    requireReceivedOn(body.received_on)
    const { bill_ids, amounts, received_on, method, note = null, confirmed_bill_ids = [] } = body
    if (new Set(bill_ids).size !== bill_ids.length || bill_ids.length !== amounts.length)
      throw badInput({ amounts: 'Serve un importo per ogni bolletta.' })
    if (confirmed_bill_ids.some((id) => !bill_ids.includes(id))) throw notFound('Una bolletta')
    await lockDebtsOf(tx, bill_ids)
    const bills = await billsToCollect(tx, bill_ids)
    const key = collectionKey(request, body)
    const before = await registeredForm(tx, bills, key)
    if (before) return before

    await requireDayConfirmed(tx, body, bills)
    const payable = bills.filter(({ still_due }) => still_due > 0)
    await requireUnderWayConfirmed(
      tx,
      { confirm_under_way: body.confirm_under_way },
      payable.map(({ bill_id }) => bill_id),
    )
    const ordered = bills.map((bill, at) => ({ ...bill, amount: amounts[at] as number }))
    for (const { bill_id, ...of } of ordered) {
      const alike = await sameCollections(tx, { ...of, received_on, reference: null })
      if (alike.length > 0 && !confirmed_bill_ids.includes(bill_id))
        throw looksLikeDuplicate(alike, `Bolletta ${of.bill_number}: `)
    }
    const payment_ids: number[] = []
    for (const [at, bill] of ordered.entries()) {
      const { bill_id, account_id, subject_id, amount, email } = bill
      const plan = await planCollection(tx, { account_id, subject_id, amount, bill_ids: [bill_id] })
      if (plan.surplus > 0) throw tooMuch(bill, amount)
      payment_ids.push(
        await settleCollection(services, tx, plan, {
          ...{ account_id, subject_id, amount, method, received_on, note, reference: null },
          ...{ send_receipt: body.send_receipt && email !== null, ...keyOf(key, at) },
          created_by: actor.user_id,
        }),
      )
    }
    const receipts = body.send_receipt ? ordered.filter(({ email }) => email !== null).length : 0
    return { payment_ids, receipts }
  },
)

type Bill = AskingBill & {
  bill_id: number
  bill_number: string
  customer_id: number
  account_id: number
  subject_id: number
  subject_nominative: string
  account_name: string
  email: string | null
  still_due: number
  held: Held | undefined
}

/** The bills in the order asked, with what a collection may settle; 404 if one is not visible. */
async function billsToCollect(tx: Tx, bill_ids: readonly number[]): Promise<Bill[]> {
  const held = await heldMoney(tx, bill_ids)
  const found = await tx<Omit<Bill, 'held'>[]>`
    select b.bill_id, b.number as bill_number, b.customer_id, b.account_id, b.subject_id, b.phase, b.residue, b.pending,
      s.nominative as subject_nominative, a.name as account_name, s.email,
      greatest(b.residue - b.pending, 0) as still_due
    from bills b
    join subjects s on s.customer_id = b.customer_id and s.subject_id = b.subject_id
    join accounts a on a.customer_id = b.customer_id and a.account_id = b.account_id
    where b.bill_id = any(${[...bill_ids]}::bigint[])`
  return bill_ids.map((id) => {
    const bill = found.find(({ bill_id }) => bill_id === id)
    if (!bill) throw notFound('Una bolletta')
    return { ...bill, held: held.find(({ bill_id }) => bill_id === id) }
  })
}

function whyNotCollect(bill: Bill): string | null {
  if (bill.still_due > 0) return null
  if (bill.held) return whyHeld(bill.held)
  return whyNotPay(bill) ?? 'Non c’è niente da incassare.'
}

function tooMuch(bill: Bill, amount: number) {
  const most = formatEuro(bill.still_due)
  const why =
    whyNotCollect(bill) ?? `dei ${formatEuro(amount)} indicati se ne possono registrare solo ${most}.`
  const sentence = `Bolletta ${bill.bill_number}: ${why}`
  return conflict('more_than_due', sentence, { amounts: sentence })
}

/** Locks all bills of the people concerned at once, in the order of ids. */
const lockDebtsOf = (tx: Tx, bill_ids: readonly number[]) => tx`
  select from bills where (customer_id, account_id, subject_id) in (
    select customer_id, account_id, subject_id from bills where bill_id = any(${[...bill_ids]}::bigint[]))
  order by bill_id for update`

/**
 * A key belongs to one collection. The first one has the request's, by which a repeated request is found whatever bills
 * it names; the others have it with their place.
 */
const keyOf = ({ idempotency_key, request_hash }: RequestKey, at: number): RequestKey => ({
  idempotency_key: idempotency_key && at > 0 ? `${idempotency_key}:${at}` : idempotency_key,
  request_hash,
})

/** What an earlier request with the same key registered: all its bills or none. */
async function registeredForm(
  tx: Tx,
  bills: readonly Bill[],
  key: RequestKey,
): Promise<{ payment_ids: number[]; receipts: number } | null> {
  const payment_ids: number[] = []
  for (const [at, { customer_id }] of bills.entries()) {
    const before = await registeredBefore(tx, customer_id, keyOf(key, at))
    if (!before) return null
    payment_ids.push(before.payment_id)
  }
  const [mailed] = await tx`
    select count(*)::int as receipts from payments
    where payment_id = any(${payment_ids}::bigint[]) and receipt_email is not null`
  return { payment_ids, receipts: mailed?.receipts ?? 0 }
}
