import type { CreditRefund } from '@saldo/contract/payments/credit-refunds'
import { addDays, today } from '@saldo/domain/dates'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { NoticeOutcomeFile } from '../../bank-files/bank-file.ts'
import { validate } from '../../bank-files/testing/xmllint.ts'
import { runJobs } from '../../jobs/worker.ts'
import { deliverEvents } from '../../testing/deliver-events.ts'
import { type OfficeWithCredit, officeWithCredit, payerIban } from '../../testing/features/credit-fixtures.ts'
import {
  type ReconciliationFixtures,
  reconciliationFixtures,
} from '../../testing/features/reconciliation-fixtures.ts'
import { makeBill, makeSubject } from '../../testing/people.ts'
import { sendFile } from '../../testing/send-file.ts'

let fixtures: ReconciliationFixtures
beforeAll(async () => {
  fixtures = await reconciliationFixtures()
})
afterAll(() => fixtures.close())

const creditor_id = 'IT66ZZZA1B2C3D4E5F6G7H8'

/** The same office, with a mandate of the payer in force and the condominium ready for MAV and debits. */
async function stage() {
  const office = await officeWithCredit(fixtures.test)
  const { send, account_id, subject_id, headers } = office
  await send('PUT', `/v1/notices/settings/${account_id}`, { sia: 'a1b2c' })
  await send('POST', `/v1/debit-setup/${account_id}`, { creditor_id })
  const mandate = await send<{ mandate_id: number }>('POST', '/v1/mandates', {
    ...{ account_id, subject_id, iban: payerIban, debtor_name: 'Lucia Rossi', signed_on: '2026-01-10' },
  })
  await sendFile(fixtures.test, {
    ...{ method: 'PUT', url: `/v1/mandates/${mandate.body.mandate_id}/scan`, headers, name: 'mandato.pdf' },
    file: Buffer.from('%PDF-1.4 firmato'),
  })
  return office
}
type Stage = Awaited<ReturnType<typeof stage>>
type Payable = { bill_id: number; number: string; token: string; amount: number }

const planDebit = async (of: Stage, bill_id: number) => {
  const made = await of.send<{ run_id: number }>('POST', '/v1/debit-runs', {
    ...{ account_id: of.account_id, bill_ids: [bill_id], due_to: '2199-01-01' },
  })
  expect(made.status).toBe(201)
  await runJobs(fixtures.test.services)
  return made.body.run_id
}
const payByCard = (token: string, amount: number) =>
  fixtures.test.call({
    ...{ method: 'POST', url: `/v1/stripe/charge/${token}` },
    payload: { payment_method: 'CARD', payment_method_id: 'pm_card_visa', amount },
  })
const transferFor = (of: Stage, bill: Payable) =>
  of.bookings({
    ...{ amount: bill.amount, text: `Saldo bolletta ${bill.number}`, party_name: 'Lucia Rossi' },
    party_iban: payerIban,
  })
/** The bank says that the notice of the bill was paid today. */
async function mavPaid(of: Stage, bill: Payable) {
  const { body } = await of.send<{ items: { creditor_number: string }[] }>(
    'GET',
    `/v1/notices?bill_id=${bill.bill_id}`,
  )
  const file: NoticeOutcomeFile = {
    ...{ kind: 'notice_outcome', format: 'mav', name: `MAV-${bill.bill_id}`, created_on: today() },
    ...{ bank_abi: '05428', creditor_sia: 'A1B2C', records: 3, skipped: 0, total: bill.amount },
    outcomes: [
      {
        ...{ line: 2, number: 1, code: '07000', due_on: null, amount: bill.amount },
        ...{ abi: of.iban.slice(5, 10), cab: of.iban.slice(10, 15), account: of.iban.slice(15) },
        ...{ creditor_number: body.items[0]?.creditor_number as string, bank_number: null, fees: 0 },
        ...{ value_on: today(), paid_on: today(), debtor_name: 'LUCIA ROSSI', debtor_fiscal_code: null },
      },
    ],
  }
  return of.load(file)
}
const billOf = async ({ as }: OfficeWithCredit, bill_id: number) =>
  (await as((tx) => tx`select phase, residue, pending, settled from bills where bill_id = ${bill_id}`))[0]
const collectedFor = async ({ as, subject_id }: OfficeWithCredit) =>
  (
    await as(
      (tx) => tx`
        select coalesce(sum(amount), 0)::int as amount, count(*)::int as count from payments
        where subject_id = ${subject_id} and method <> 'CREDIT' and state = 'succeeded'`,
    )
  )[0] as { amount: number; count: number }

describe('one bill paid by transfer, MAV and card', () => {
  it('one after the other: one debt is settled, the rest is credit, and it goes back by the bank', async () => {
    const of = await stage()
    const other = await makeSubject(fixtures.test.services, of.customer_id)
    const bill = { bill_id: of.bill_id, number: of.number, token: of.token, amount: of.amount }
    await of.send('POST', '/v1/notices', { bill_ids: [bill.bill_id] })
    const run_id = await planDebit(of, bill.bill_id)
    expect((await payByCard(bill.token, bill.amount)).status).toBe(201)
    // A bill paid by one way closes the others.
    expect((await of.send('GET', `/v1/notices?bill_id=${bill.bill_id}`)).body).toMatchObject({
      items: [{ state: 'to_recall' }],
    })
    expect((await of.send('GET', `/v1/debit-runs/${run_id}/debits`)).body).toMatchObject({
      items: [{ state: 'cancelled', cancel_reason: 'Pagata in altro modo.' }],
    })
    await mavPaid(of, bill)
    await transferFor(of, bill)
    const { movement_id } = await of.lastMovement()
    // The same amount came by MAV and by card: it is asked about, and a person says that it is other money.
    const meant = {
      ...{ movement_ids: [movement_id], subject_ids: [of.subject_id], subject_amounts: [bill.amount] },
      subject_uses: ['credit'],
    }
    expect(await of.send('POST', '/v1/transfers/match', meant)).toMatchObject({
      ...{ status: 409, body: { error: 'looks_like_duplicate' } },
    })
    expect(await of.send('POST', '/v1/transfers/match', { ...meant, confirm_duplicate: true })).toMatchObject(
      { status: 201, body: { movements: [{ state: 'credited' }] } },
    )
    expect(await billOf(of, bill.bill_id)).toMatchObject({ phase: 'paid', residue: 0, settled: bill.amount })
    expect(await collectedFor(of)).toEqual({ amount: 3 * bill.amount, count: 3 })
    expect(await of.credit()).toMatchObject({
      ...{ subject_id: of.subject_id, balance: 2 * bill.amount, free: 2 * bill.amount },
      ibans: [{ from: 'transfer' }, { from: 'mandate' }],
    })
    const others = await of.send<{ items: object[] }>('GET', `/v1/credits?subject_id=${other}`)
    expect(others.body.items).toEqual([])

    const ids: number[] = []
    for (const iban_from of ['transfer', 'mandate'])
      ids.push((await of.ask({ amount: bill.amount, iban_from, iban: undefined })).body.credit_refund_id)
    const order = await of.order(ids)
    expect(order).toMatchObject({ status: 201, body: { count: 2, amount: 2 * bill.amount } })
    const file = await of.send('GET', `/v1/flows/${order.body.flow_id}/file`)
    await validate(file.raw.toString(), 'pain.001.001.09')
    const { body } = await of.send<{ items: CreditRefund[] }>('GET', '/v1/credit-refunds?state=ordered')
    await of.bookings(...body.items.map(({ end_to_end_id, amount }) => ({ amount: -amount, end_to_end_id })))
    expect(await of.credit()).toBeNull()
    const ledger = await of.ledger()
    expect(Object.values(ledger).reduce((sum, amount) => sum + amount, 0)).toBe(0)
    expect({ receivables: ledger.receivables ?? 0, subject_credit: ledger.subject_credit ?? 0 }).toEqual({
      ...{ receivables: 0, subject_credit: 0 },
    })
    await fixtures.compare(of)
    expect(await fixtures.openItems(of)).toEqual([])
    const days = await fixtures.get<{ items: { unexplained: number }[] }>('/days', of)
    expect(days.items.every(({ unexplained }) => unexplained === 0)).toBe(true)
  })

  it('at the same time, many times: one debt is settled, and every cent more is the payer’s credit', async () => {
    const of = await stage()
    for (let round = 0; round < 6; round += 1) {
      const { account_id, subject_id, customer_id } = of
      const bill = await makeBill(fixtures.test.services, customer_id, {
        ...{ account_id, subject_id, amounts: [7_000], due_dates: [addDays(today(), 20)] },
      })
      await of.send('POST', '/v1/notices', { bill_ids: [bill.bill_id] })
      const before = { collected: await collectedFor(of), credit: (await of.credit())?.balance ?? 0 }
      const replies = await Promise.allSettled([
        transferFor(of, bill),
        mavPaid(of, bill),
        payByCard(bill.token, bill.amount),
      ])
      expect(replies.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'fulfilled'])
      await runJobs(fixtures.test.services)
      expect(await billOf(of, bill.bill_id)).toMatchObject({
        phase: 'paid',
        residue: 0,
        pending: 0,
        settled: 7_000,
      })
      const { amount, count } = await collectedFor(of)
      const credit = (await of.credit())?.balance ?? 0
      // The card is refused if it comes last; what came in beyond the bill is credit.
      expect(count - before.collected.count).toBeGreaterThanOrEqual(1)
      expect(credit - before.credit).toBe(amount - before.collected.amount - 7_000)
    }
    expect(Object.values(await of.ledger()).reduce((sum, amount) => sum + amount, 0)).toBe(0)
    await fixtures.compare(of)
    expect(await fixtures.openItems(of)).toEqual([])
  })
})

describe('presenting a run against a card payment of the same bill', () => {
  it('never collects twice: either the debit is under way and the card is refused, or the debit is cancelled', async () => {
    const of = await stage()
    const seen = { card: 0, debit: 0 }
    for (let round = 0; round < 12; round += 1) {
      const { account_id, subject_id, customer_id } = of
      const bill = await makeBill(fixtures.test.services, customer_id, {
        ...{ account_id, subject_id, amounts: [3_000], due_dates: [addDays(today(), 20)] },
      })
      const run_id = await planDebit(of, bill.bill_id)
      const present = () => of.send('POST', `/v1/debit-runs/${run_id}/present`)
      const card = () => payByCard(bill.token, 3_000)
      const [presented, paid] =
        round % 2
          ? await Promise.all([present(), card()])
          : (await Promise.all([card(), present()])).reverse()
      const open = await of.as(
        (tx) => tx`
          select t.provider_account from payment_attempts t
          where t.bill_id = ${bill.bill_id} and t.state not in ('failed', 'cancelled')`,
      )
      expect(open).toHaveLength(1)
      const byBank = open[0]?.provider_account === 'bank'
      expect({ presented: presented?.status, paid: paid?.status }).toEqual(
        byBank ? { presented: 200, paid: 409 } : { presented: 409, paid: 201 },
      )
      expect(await billOf(of, bill.bill_id)).toMatchObject(
        byBank ? { pending: 3_000 } : { settled: 3_000, pending: 0 },
      )
      seen[byBank ? 'debit' : 'card'] += 1
    }
    expect(seen.card + seen.debit).toBe(12)
  })
})

describe('an attempt at the bank', () => {
  it('is left alone by webhooks, the reading of payouts and the comparison, whatever a provider’s object claims', async () => {
    const of = await stage()
    const run_id = await planDebit(of, of.bill_id)
    expect((await of.send('POST', `/v1/debit-runs/${run_id}/present`)).status).toBe(200)
    const attempt = async () =>
      (
        await of.as(
          (tx) => tx`
            select attempt_id, payment_id, state, provider_account, provider_object, provider_charge, next_check_at
            from payment_attempts where bill_id = ${of.bill_id}`,
        )
      )[0] as { attempt_id: number; payment_id: number }
    const before = await attempt()
    expect(before).toMatchObject({ state: 'processing', provider_account: 'bank', provider_object: null })
    const ledger = await of.ledger()
    // Somebody's payment at the provider names this attempt as its own.
    const { stripe } = fixtures.sandbox
    await stripe.paymentIntents.create({
      ...{ amount: of.amount, currency: 'eur', payment_method: 'pm_card_visa', confirm: true },
      automatic_payment_methods: { enabled: true, allow_redirects: 'never' },
      metadata: { attempt_id: String(before.attempt_id), payment_id: String(before.payment_id) },
    })
    await deliverEvents(fixtures.test, fixtures.sandbox)
    expect(await attempt()).toEqual(before)
    await of.send('POST', '/v1/payouts/read')
    await runJobs(fixtures.test.services)
    expect(await attempt()).toEqual(before)
    await fixtures.compare(of)
    expect(await attempt()).toEqual(before)
    expect(await fixtures.openItems(of)).toEqual([])
    expect(await billOf(of, of.bill_id)).toMatchObject({ pending: of.amount, settled: 0 })
    expect(await of.ledger()).toEqual(ledger)
  })
})
