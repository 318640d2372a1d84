import type {
  DebitRunDetail,
  ExcludedLine,
  IncludedLine,
  RunDebit,
} from '@saldo/contract/payments/debit-runs'
import type { DebitMandateDetail } from '@saldo/contract/payments/mandates'
import { addDays, today } from '@saldo/domain/dates'
import { firstCollectionDay } from '@saldo/domain/sepa/debit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readPain008 } from '../../bank-files/pain/read-pain008.ts'
import { validate } from '../../bank-files/testing/xmllint.ts'
import { runJobs } from '../../jobs/worker.ts'
import { startApp, type TestApp } from '../../testing/app.ts'
import { flowsOf, movementOf } from '../../testing/features/debit-run-fixtures.ts'
import { makeAccount, makeBill, makeSubject, signIn, signInSubUser } from '../../testing/people.ts'
import { startSandbox } from '../../testing/sandbox.ts'
import { sendFile } from '../../testing/send-file.ts'

let test: TestApp
let sandbox: Awaited<ReturnType<typeof startSandbox>>
beforeAll(async () => {
  sandbox = await startSandbox()
  test = await startApp({ provider: sandbox.url })
})
afterAll(async () => {
  await test.close()
  await sandbox.stop()
})

const creditor_id = 'IT66ZZZA1B2C3D4E5F6G7H8'
const payerIban = 'IT60X0542811101000000123456'
type Headers = Record<string, string>

async function send<Body>(url: string, headers: Headers, payload?: object, method: 'POST' | 'GET' = 'POST') {
  const reply = await test.call({ method, url, headers, ...(payload ? { payload } : {}) })
  return { status: reply.status, body: reply.body as Body & { error: string; error_description: string } }
}

/** An office with a condominium that may present debits, and a payer with a bill and a mandate in force. */
async function stage(of: { amounts?: number[]; mandate?: boolean } = {}) {
  const signed = await signIn(test.services, 'customer')
  const { customer_id, headers } = signed
  const account_id = await makeAccount(test.services, customer_id, { iban: 'IT66B0200899117000009775371' })
  await send(`/v1/debit-setup/${account_id}`, headers, { creditor_id })
  const payer = async () => {
    const subject_id = await makeSubject(test.services, customer_id)
    const bill = await makeBill(test.services, customer_id, {
      ...{ account_id, subject_id, amounts: of.amounts ?? [10_000, 5_000] },
    })
    const mandate_id = of.mandate === false ? 0 : await mandateFor(headers, { account_id, subject_id })
    return { ...bill, subject_id, mandate_id }
  }
  return { ...signed, ...flowsOf(test, signed), payer, ...(await payer()) }
}
type Stage = Awaited<ReturnType<typeof stage>>

async function mandateFor(headers: Headers, of: { account_id: number; subject_id: number }) {
  const made = await send<DebitMandateDetail>('/v1/mandates', headers, {
    ...{ ...of, iban: payerIban, debtor_name: 'Lucia Rossi', signed_on: '2026-01-10' },
  })
  expect(made).toMatchObject({ status: 201, body: { state: 'draft' } })
  const { mandate_id } = made.body
  const scan = await sendFile(test, {
    ...{ method: 'PUT', url: `/v1/mandates/${mandate_id}/scan`, headers, name: 'mandato.pdf' },
    file: Buffer.from('%PDF-1.4 firmato'),
  })
  expect(scan).toMatchObject({ status: 200, body: { state: 'active', has_scan: true } })
  return mandate_id
}

type Preview = {
  count: number
  amount: number
  included: IncludedLine[]
  excluded: ExcludedLine[]
  why_not: string | null
}
const preview = async ({ headers, account_id }: Stage, more: object = {}) =>
  (await send<Preview>('/v1/debit-runs/preview', headers, { account_id, due_to: '2199-01-01', ...more })).body
const create = (of: Stage, more: object = {}) =>
  send<DebitRunDetail>('/v1/debit-runs', of.headers, {
    account_id: of.account_id,
    due_to: '2199-01-01',
    ...more,
  })
async function presented(of: Stage, more: object = {}) {
  const { body } = await create(of, more)
  await runJobs(test.services)
  const reply = await send<DebitRunDetail>(`/v1/debit-runs/${body.run_id}/present`, of.headers)
  expect(reply).toMatchObject({ status: 200, body: { state: 'presented' } })
  return reply.body
}
const debitsOf = async ({ headers }: Stage, run_id: number) =>
  (await send<{ items: RunDebit[] }>(`/v1/debit-runs/${run_id}/debits`, headers, undefined, 'GET')).body.items
const theDebit = async (of: Stage, run_id: number) => (await debitsOf(of, run_id))[0] as RunDebit
const billOf = async ({ as, bill_id }: Stage) =>
  (await as((tx) => tx`select phase, residue, pending, settled from bills where bill_id = ${bill_id}`))[0]
const mandateOf = async ({ as, mandate_id }: Stage) =>
  (await as((tx) => tx`select state from mandates where mandate_id = ${mandate_id}`))[0]?.state
const outcome = (of: Stage, debit_id: number, body: object) =>
  send<RunDebit>(`/v1/debits/outcome/${debit_id}`, of.headers, { day: today(), ...body })
/** Sums of the ledger by account: in all, nothing. */
const ledgerOf = ({ as }: Stage) =>
  as(
    (tx) => tx`
      select l.ledger_account, sum(l.amount)::bigint as amount from ledger_entries e
      join ledger_lines l on l.entry_id = e.entry_id group by 1 having sum(l.amount) <> 0 order by 1`,
  )
const payByCard = (token: string) =>
  send<{ payment_id: number; state: string }>(
    `/v1/stripe/charge/${token}`,
    {},
    { payment_method: 'CARD', payment_method_id: 'pm_card_visa', amount: 15_000 },
  )

describe('a run', () => {
  it('201: tells the payers, and the file validates against the official schema in both versions', async () => {
    for (const format of ['pain.008.001.02', 'pain.008.001.08'] as const) {
      const of = await stage()
      await of.payer()
      const made = await create(of, { format, presumed: { count: 2, amount: 30_000 } })
      expect(made).toMatchObject({
        status: 201,
        body: { state: 'announced', count: 2, amount: 30_000, collect_on: firstCollectionDay(today()) },
      })
      const { run_id } = made.body
      expect(await send(`/v1/debit-runs/${run_id}/present`, of.headers)).toMatchObject({
        status: 409,
        body: { error: 'notices_leaving' },
      })
      await runJobs(test.services)
      const { body } = await send<DebitRunDetail>(`/v1/debit-runs/${run_id}/present`, of.headers)
      expect(body).toMatchObject({
        state: 'presented',
        waiting: 30_000,
        blocks: [{ sequence: 'FRST', count: 2 }],
      })
      const file = await test.call({
        ...{ method: 'GET', url: `/v1/flows/${body.flow_id}/file`, headers: of.headers },
      })
      expect(file.status).toBe(200)
      const xml = file.raw.toString()
      await validate(xml, format)
      const read = await readPain008(file.raw, format)
      expect(read).toMatchObject({ message_id: body.message_id, count: 2, sum: 30_000 })
      expect(read.blocks[0]).toMatchObject({ creditor_id, sequence: 'FRST', collect_on: body.collect_on })
      expect(read.blocks[0]?.debits[0]).toMatchObject({ debtor_iban: payerIban, amendment: null })
      // The file that we made, loaded: nothing changes.
      expect(await of.load(read)).toMatchObject({ count: 2, known: 2 })
    }
  })

  it('leaves bills out with the reason', async () => {
    const of = await stage()
    const without = await makeBill(test.services, of.customer_id, {
      account_id: of.account_id,
      amounts: [700],
    })
    const drawn = await preview(of, { bill_ids: [of.bill_id, without.bill_id] })
    expect(drawn).toMatchObject({ count: 1, amount: 15_000, why_not: null })
    expect(drawn.excluded).toMatchObject([{ bill_id: without.bill_id, reason: 'no_mandate', amount: 700 }])
    expect(drawn.included[0]?.iban).toBe('IT60 •••• 3456')
    await send(`/v1/mandates/${of.mandate_id}/suspend`, of.headers, { reason: 'in attesa' })
    const noMandate = { bill_id: without.bill_id, reason: 'no_mandate' }
    expect(await preview(of)).toMatchObject({
      ...{ excluded: [{ reason: 'mandate_suspended' }, noMandate], excluded_count: 2 },
    })
    await send(`/v1/mandates/${of.mandate_id}/resume`, of.headers)
    await create(of)
    expect((await preview(of)).excluded).toMatchObject([{ reason: 'already_planned' }, noMandate])
  })

  it('400: too near; 409: no creditor identifier, nothing to debit, not as previewed', async () => {
    const of = await stage()
    expect(await create(of, { collect_on: addDays(today(), 1) })).toMatchObject({ status: 400 })
    expect(await create(of, { presumed: { count: 1, amount: 1 } })).toMatchObject({ status: 409 })
    const bare = await stage({ mandate: false })
    expect(await create(bare)).toMatchObject({ status: 409, body: { error: 'nothing_to_debit' } })
    await of.as((tx) => tx`update accounts set creditor_id = null where account_id = ${of.account_id}`)
    expect(await create(of)).toMatchObject({ status: 409, body: { error: 'cannot_collect' } })
  })

  it('404: another customer’s, and a sub-user’s who does not see the condominium', async () => {
    const of = await stage()
    const { run_id } = (await create(of)).body
    const other = await signIn(test.services, 'customer')
    const blind = await signInSubUser(test.services, of.customer_id, {
      ...{ permissions: ['debits:write'], accounts: [await makeAccount(test.services, of.customer_id)] },
    })
    for (const { headers } of [other, blind]) {
      expect(await send(`/v1/debit-runs/${run_id}`, headers, undefined, 'GET')).toMatchObject({ status: 404 })
      expect(await send(`/v1/debit-runs/${run_id}/present`, headers)).toMatchObject({ status: 404 })
      expect(await send(`/v1/mandates/${of.mandate_id}`, headers, undefined, 'GET')).toMatchObject({
        status: 404,
      })
    }
  })

  it('a sub-user with debits:write presents it', async () => {
    const of = await stage()
    const { headers } = await signInSubUser(test.services, of.customer_id, {
      ...{ permissions: ['debits:write'], accounts: [of.account_id] },
    })
    expect(await presented({ ...of, headers })).toMatchObject({ state: 'presented' })
  })

  it('cancelled after its file was made, because it was not sent: the instalments are free again', async () => {
    const of = await stage()
    const run = await presented(of)
    expect(await send(`/v1/debit-runs/${run.run_id}/cancel`, of.headers)).toMatchObject({ status: 409 })
    expect(await send(`/v1/debit-runs/${run.run_id}/cancel`, of.headers, { not_sent: true })).toMatchObject({
      ...{ status: 200, body: { state: 'cancelled', cancelled: 15_000 } },
    })
    expect(await billOf(of)).toMatchObject({ pending: 0, residue: 15_000 })
  })
})

describe('a presented debit and a card', () => {
  it('409: the debit is under way, so the card is refused', async () => {
    const of = await stage()
    await presented(of)
    expect(await billOf(of)).toMatchObject({ phase: 'pending', pending: 15_000 })
    expect(await payByCard(of.token)).toMatchObject({ status: 409 })
  })

  it('paid by card before the file is made: the debit is cancelled, and nothing is left to present', async () => {
    const of = await stage({ amounts: [15_000] })
    const { run_id } = (await create(of)).body
    await runJobs(test.services)
    expect(await payByCard(of.token)).toMatchObject({ status: 201, body: { state: 'succeeded' } })
    expect(await debitsOf(of, run_id)).toMatchObject([
      { state: 'cancelled', cancel_reason: 'Pagata in altro modo.' },
    ])
    expect(await send(`/v1/debit-runs/${run_id}/present`, of.headers)).toMatchObject({
      ...{ status: 409, body: { error: 'nothing_left' } },
    })
  })

  it('no sweep and no page asks a provider about it', async () => {
    const of = await stage()
    const run = await presented(of)
    const debit = await theDebit(of, run.run_id)
    const [attempt] = await of.as(
      (tx) =>
        tx`select provider_account, next_check_at from payment_attempts where payment_id = ${debit.payment_id}`,
    )
    expect(attempt).toEqual({ provider_account: 'bank', next_check_at: null })
    const page = await test.call({ method: 'GET', url: `/v1/mybill/${of.token}` })
    expect(page).toMatchObject({ status: 200, body: { pay: null } })
  })
})

describe('the outcome of a presented debit', () => {
  it('by hand: settled, with the receipt; then returned, with the bank’s fee', async () => {
    const of = await stage()
    const run = await presented(of)
    const { debit_id } = await theDebit(of, run.run_id)
    expect(await outcome(of, debit_id, { outcome: 'returned' })).toMatchObject({ status: 409 })
    expect(await outcome(of, debit_id, { outcome: 'settled' })).toMatchObject({
      status: 200,
      body: { state: 'done' },
    })
    expect(await outcome(of, debit_id, { outcome: 'settled' })).toMatchObject({ status: 409 })
    expect(await billOf(of)).toMatchObject({ phase: 'paid', residue: 0 })
    expect(await outcome(of, debit_id, { outcome: 'returned', reason: 'AM04', fee: 350 })).toMatchObject({
      ...{ status: 200, body: { state: 'failed', came_back: true, failure_code: 'AM04' } },
    })
    expect(await billOf(of)).toMatchObject({ phase: 'returned', residue: 15_000 })
    expect(await mandateOf(of)).toBe('active')
    expect(await ledgerOf(of)).toEqual([
      { ledger_account: 'bank', amount: -350 },
      { ledger_account: 'billed', amount: -15_000 },
      { ledger_account: 'collection_fees', amount: 350 },
      { ledger_account: 'receivables', amount: 15_000 },
    ])
    const period = `from=${today().slice(0, 7)}&to=${run.collect_on.slice(0, 7)}`
    const report = await send<object>(`/v1/reports/figures?${period}`, of.headers, undefined, 'GET')
    expect(report.body).toMatchObject({
      debits: {
        ...{
          presented: { count: 1, amount: 15_000 },
          failed: { count: 1, amount: 15_000 },
          taken_back: 15_000,
        },
        reasons: [{ code: 'AM04', count: 1, amount: 15_000 }],
      },
    })
    // It may be presented again: the second try.
    expect(await preview(of)).toMatchObject({ count: 1, included: [{ sequence: 'RCUR' }] })
  })

  it('by hand: rejected for a reason that ends the mandate, and cancels what was announced by it', async () => {
    const of = await stage()
    const run = await presented(of)
    const { debit_id } = await theDebit(of, run.run_id)
    expect(await outcome(of, debit_id, { outcome: 'rejected', reason: 'MD07' })).toMatchObject({
      ...{ status: 200, body: { state: 'failed', came_back: false } },
    })
    expect(await mandateOf(of)).toBe('revoked')
    expect(await billOf(of)).toMatchObject({ phase: 'returned', pending: 0, residue: 15_000 })
    // The office reads what to do, not what the payer is told.
    const { items } = (
      await send<{ items: { failure_reason: string }[] }>('/v1/debits', of.headers, undefined, 'GET')
    ).body
    expect(items.map(({ failure_reason }) => failure_reason)).toEqual([
      'L’intestatario del conto è morto: rivolgiti agli eredi.',
    ])
    expect((await preview(of)).excluded).toMatchObject([{ reason: 'mandate_ended' }])
  })

  it('a wrong IBAN is not tried again until it changes, and then the bank is told of the change', async () => {
    const of = await stage()
    const run = await presented(of)
    await outcome(of, (await theDebit(of, run.run_id)).debit_id, { outcome: 'rejected', reason: 'AC01' })
    expect((await preview(of)).excluded).toMatchObject([{ reason: 'not_retried' }])
    const amended = await send<DebitMandateDetail>(`/v1/mandates/${of.mandate_id}/amend`, of.headers, {
      iban: 'IT68O0306999560000008266078',
    })
    expect(amended).toMatchObject({ status: 200, body: { amended_from: 'IT60 •••• 3456' } })
    const next = await presented(of)
    const file = await test.call({
      method: 'GET',
      url: `/v1/flows/${next.flow_id}/file`,
      headers: of.headers,
    })
    const read = await readPain008(file.raw, 'pain.008.001.08')
    expect(read.blocks[0]?.debits[0]?.amendment).toEqual({
      ...{ original_mandate_reference: null, original_debtor_account: 'SMNDA' },
    })
  })

  it('returned after other money had come for the bill: what that paid stays paid, the rest is owed', async () => {
    const of = await stage({ amounts: [15_000] })
    const run = await presented(of)
    const { debit_id } = await theDebit(of, run.run_id)
    // A transfer comes while the debit is under way; the office says that it is other money: it becomes credit.
    const transfer = await send('/v1/payments', of.headers, {
      ...{ account_id: of.account_id, subject_id: of.subject_id, amount: 15_000, received_on: today() },
      ...{ credit_surplus: true, confirm_under_way: true },
    })
    expect(transfer.status).toBe(201)
    await outcome(of, debit_id, { outcome: 'settled' })
    await outcome(of, debit_id, { outcome: 'returned', reason: 'MD06' })
    expect(await billOf(of)).toMatchObject({ phase: 'returned', residue: 15_000 })
    expect(await ledgerOf(of)).toEqual([
      { ledger_account: 'bank', amount: 15_000 },
      { ledger_account: 'billed', amount: -15_000 },
      { ledger_account: 'receivables', amount: 15_000 },
      { ledger_account: 'subject_credit', amount: -15_000 },
    ])
  })

  it('by the statement: an itemised credit settles one debit, a second like it is asked about', async () => {
    const of = await stage()
    const run = await presented(of)
    const { end_to_end_id } = await theDebit(of, run.run_id)
    const credit = movementOf({ amount: 15_000, booked_on: today(), end_to_end_id })
    const said = await of.explain(of.account_id, 1, credit)
    expect(said).toMatchObject({ kind: 'flow', flow_id: run.flow_id })
    expect(await of.explain(of.account_id, 1, credit)).toEqual(said)
    expect(await of.explain(of.account_id, 2, credit)).toBeNull()
    expect(await billOf(of)).toMatchObject({ phase: 'paid' })
    const back = movementOf({ amount: -15_000, booked_on: today(), end_to_end_id, return_reason: 'AC04' })
    expect(await of.explain(of.account_id, 3, { ...back, amount: -15_100 })).toBeNull()
    expect(await of.explain(of.account_id, 3, back)).toMatchObject({ kind: 'return' })
    expect(await of.explain(of.account_id, 3, back)).toMatchObject({ kind: 'return' })
    expect(await of.explain(of.account_id, 4, back)).toBeNull()
    expect(await mandateOf(of)).toBe('revoked')
  })
})

describe('a payment by a debit at the bank', () => {
  it('is refunded by the office’s own transfer, not by a provider', async () => {
    const of = await stage()
    const run = await presented(of)
    const debit = await theDebit(of, run.run_id)
    await outcome(of, debit.debit_id, { outcome: 'settled' })
    const refund = await send(`/v1/stripe/refund/${debit.payment_id}`, of.headers, {
      ...{ amount: 1_000, reason: 'requested_by_customer' },
    })
    expect(refund).toMatchObject({ status: 201 })
    expect((await ledgerOf(of)).find(({ ledger_account }) => ledger_account === 'bank')?.amount).toBe(14_000)
  })
})
