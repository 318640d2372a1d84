import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { runJobs } from '../../jobs/worker.ts'
import { startApp, type TestApp } from '../../testing/app.ts'
import { deliverEvents } from '../../testing/deliver-events.ts'
import { newsOf } from '../../testing/news.ts'
import { makeBill, signIn } from '../../testing/people.ts'
import { startSandbox, type TestSandbox } from '../../testing/sandbox.ts'

let sandbox: TestSandbox
let test: TestApp
let customer_id: number
let headers: Record<string, string>

beforeAll(async () => {
  sandbox = await startSandbox()
  test = await startApp({ provider: sandbox.url })
  ;({ customer_id, headers } = await signIn(test.services, 'customer'))
})
afterAll(async () => {
  await test.close()
  await sandbox.stop()
})

type Dispute = {
  dispute_id: number
  state: string
  final: boolean
  reason: string
  reason_says: string
  bank_code: string | null
  amount: number
  fee: number
  due_by: string | null
  submitted_at: string | null
  provider_object: string
  evidence: Record<string, string>
  error?: string
}
type Detail = {
  state: string
  refunded: number
  failure_code: string | null
  failure_reason: string | null
  disputes: Dispute[]
  allocations: { rule: string; parts: { amount: number }[] }[]
  ledger: { description: string; lines: { ledger_account: string; debit: number; credit: number }[] }[]
  timeline: { kind: string; text: string; actor: string }[]
}
const detail = async (payment_id: number) =>
  (await test.call({ url: `/v1/payments/${payment_id}`, headers })).body as Detail
const post = async (url: string, payload: object = {}, who = headers) => {
  const { status, body } = await test.call({ method: 'POST', url, headers: who, payload })
  return { status, body: body as Dispute }
}

async function paid(how: object = {}) {
  const bill = await makeBill(test.services, customer_id, { amounts: [20_000, 21_250] })
  const reply = await test.call({
    method: 'POST',
    url: `/v1/stripe/charge/${bill.token}`,
    payload: { payment_method: 'CARD', payment_method_id: 'pm_card_visa', amount: bill.amount, ...how },
  })
  const { payment_id } = reply.body as { payment_id: number }
  return { ...bill, payment_id }
}
async function paidByDebit(iban = 'IT56B9999999999000000000001') {
  const method = await sandbox.stripe.paymentMethods.create({
    type: 'sepa_debit',
    sepa_debit: { iban },
    billing_details: { name: 'Lucia Rossi', email: 'lucia@example.it' },
  })
  const bill = await paid({
    payment_method: 'SEPA_DEBIT',
    payment_method_id: method.id,
    email: 'lucia@example.it',
    mandate: { accepted: true },
  })
  await sandbox.advance(100)
  await deliverEvents(test, sandbox)
  return bill
}
const chargeOf = (payment_id: number) =>
  test.services.asSystem(async (tx) => {
    const [row] = await tx`select provider_charge from payment_attempts where payment_id = ${payment_id}`
    return row?.provider_charge as string
  })
const billOf = (bill_id: number) =>
  test.services.asSystem(async (tx) => {
    const [bill] = await tx`select phase, settled, pending from bills where bill_id = ${bill_id}`
    return bill
  })
const contest = async (payment_id: number, reason?: string) => {
  await sandbox.dispute(await chargeOf(payment_id), reason)
  await deliverEvents(test, sandbox)
  return (await detail(payment_id)).disputes[0] as Dispute
}
const decide = async (dispute: Dispute, status: 'won' | 'lost') => {
  await sandbox.decide(dispute.provider_object, status)
  await deliverEvents(test, sandbox)
}
const ledgerOf = async (payment_id: number) => {
  const sums: Record<string, number> = {}
  for (const { lines } of (await detail(payment_id)).ledger)
    for (const { ledger_account, debit, credit } of lines)
      sums[ledger_account] = (sums[ledger_account] ?? 0) + debit - credit
  return sums
}
/** The charge's effect on the provider's balance: all movements, less fees. */
const netAtProvider = async (payment_id: number) => {
  const charge = await sandbox.stripe.charges.retrieve(await chargeOf(payment_id), {
    expand: ['balance_transaction'],
  })
  const disputes = await sandbox.stripe.disputes.list({ charge: charge.id })
  const refunds = await sandbox.stripe.refunds.list({ charge: charge.id })
  const movements = [
    charge.balance_transaction,
    ...disputes.data.flatMap(({ balance_transactions }) => balance_transactions),
    ...(await Promise.all(
      refunds.data
        .flatMap((refund) => [refund.balance_transaction, refund.failure_balance_transaction])
        .map((line) => typeof line === 'string' && sandbox.stripe.balanceTransactions.retrieve(line)),
    )),
  ]
  return movements.reduce((sum, each) => sum + (each && typeof each === 'object' ? each.net : 0), 0)
}

describe('a card’s dispute', () => {
  it('while open: the bill waits, the money has left', async () => {
    const { payment_id, bill_id, token } = await paid()
    const dispute = await contest(payment_id, 'unrecognized')
    expect(dispute).toMatchObject({ state: 'needs_response', final: false, amount: 41_250, fee: 2_000 })
    expect(dispute.reason_says).toMatch(/non riconosce/)
    expect(dispute.due_by).toEqual(expect.any(String))
    expect(await billOf(bill_id)).toMatchObject({ phase: 'disputed', settled: 41_250 })
    expect((await detail(payment_id)).state).toBe('disputed')
    expect(await ledgerOf(payment_id)).toMatchObject({ disputed: 41_250, receivables: -41_250 })
    expect((await ledgerOf(payment_id)).provider_transit).toBe(await netAtProvider(payment_id))
    const again = await test.call({
      method: 'POST',
      url: `/v1/stripe/charge/${token}`,
      payload: { payment_method: 'CARD', payment_method_id: 'pm_card_visa', amount: 41_250 },
    })
    expect(again.status).toBe(409)
    const mails = await test.services.asSystem(
      (tx) => tx`select to_address, text from emails where bill_id = ${bill_id} and template = 'dispute'`,
    )
    expect(mails).toHaveLength(1)
    expect(mails[0]?.to_address).toMatch(/^studio/)
    expect((await newsOf(test.services, customer_id))[0]).toEqual({
      title: 'Pagamento contestato: 412,50\u00a0€',
      body: expect.stringContaining('non riconosce'),
      metadata: { kind: 'dispute', link: `/transazioni?open=${payment_id}` },
    })
    expect(mails[0]?.text).toMatch(/rispondi entro [a-z]+ì? \d/)
  })

  it('won: the payment counts again, the fee is gone', async () => {
    const { payment_id, bill_id } = await paid()
    await decide(await contest(payment_id), 'won')
    expect((await detail(payment_id)).state).toBe('succeeded')
    expect((await detail(payment_id)).disputes[0]).toMatchObject({ state: 'won', due_by: null })
    expect(await billOf(bill_id)).toMatchObject({ phase: 'paid', settled: 41_250 })
    expect((await ledgerOf(payment_id)).disputed).toBe(0)
    expect((await ledgerOf(payment_id)).provider_transit).toBe(await netAtProvider(payment_id))
  })

  it('lost: the bill is due again, with the reason, and can be paid', async () => {
    const { payment_id, bill_id, token } = await paid()
    await decide(await contest(payment_id, 'duplicate'), 'lost')
    const now = await detail(payment_id)
    expect(now).toMatchObject({ state: 'failed', failure_code: 'dispute_duplicate' })
    expect(now.failure_reason).toMatch(/pagato due volte/)
    expect(now.allocations[0]).toMatchObject({ rule: 'dispute', parts: [] })
    expect(await billOf(bill_id)).toMatchObject({ phase: 'returned', settled: 0 })
    expect(await ledgerOf(payment_id)).toMatchObject({ disputed: 0, receivables: 0 })
    expect((await ledgerOf(payment_id)).provider_transit).toBe(await netAtProvider(payment_id))
    const again = await test.call({
      method: 'POST',
      url: `/v1/stripe/charge/${token}`,
      payload: { payment_method: 'CARD', payment_method_id: 'pm_card_visa', amount: 41_250 },
    })
    expect(again.body).toMatchObject({ state: 'succeeded' })
    expect(await billOf(bill_id)).toMatchObject({ phase: 'paid' })
  })

  it('that is opened and lost before polling, with events tripled and in reverse order, ends in the same state', async () => {
    const { payment_id, bill_id } = await paid()
    await sandbox.dispute(await chargeOf(payment_id))
    const [open] = (await sandbox.stripe.disputes.list({ charge: await chargeOf(payment_id) })).data
    await sandbox.decide(open?.id as string, 'lost')
    for (let times = 0; times < 3; times += 1) await deliverEvents(test, sandbox)
    expect(await billOf(bill_id)).toMatchObject({ phase: 'returned', settled: 0 })
    expect(await ledgerOf(payment_id)).toMatchObject({ disputed: 0, receivables: 0 })
    expect((await detail(payment_id)).ledger).toHaveLength(5)
  })

  it('after a partial refund takes only the rest', async () => {
    const { payment_id, bill_id } = await paid()
    await post(`/v1/stripe/refund/${payment_id}`, { reason: 'requested_by_customer', amount: 11_250 })
    const dispute = await contest(payment_id)
    expect(dispute.amount).toBe(30_000)
    await decide(dispute, 'won')
    expect((await detail(payment_id)).state).toBe('partly_refunded')
    expect(await billOf(bill_id)).toMatchObject({ phase: 'partly_paid', settled: 30_000 })
  })

  it('that is lost while an earlier refund fails leaves the refunded part paid', async () => {
    const { payment_id, bill_id } = await paid()
    await post(`/v1/stripe/refund/${payment_id}`, { reason: 'requested_by_customer', amount: 11_250 })
    const dispute = await contest(payment_id)
    const [given] = (await sandbox.stripe.refunds.list({ charge: await chargeOf(payment_id) })).data
    await sandbox.failRefund(given?.id as string)
    await deliverEvents(test, sandbox)
    expect(await billOf(bill_id)).toMatchObject({ phase: 'disputed', settled: 41_250 })
    await decide(dispute, 'lost')
    expect(await billOf(bill_id)).toMatchObject({ settled: 11_250 })
    expect((await ledgerOf(payment_id)).receivables).toBe(-11_250)
    expect((await ledgerOf(payment_id)).provider_transit).toBe(await netAtProvider(payment_id))
  })

  it('that was answered at the provider before we heard of it waits for the bank as well', async () => {
    const { payment_id, bill_id } = await paid()
    await sandbox.dispute(await chargeOf(payment_id))
    const [open] = (await sandbox.stripe.disputes.list({ charge: await chargeOf(payment_id) })).data
    await sandbox.stripe.disputes.update(open?.id as string, {
      evidence: { uncategorized_text: 'Ecco' },
      submit: true,
    })
    await deliverEvents(test, sandbox)
    const now = await detail(payment_id)
    expect(now).toMatchObject({ state: 'disputed', disputes: [{ state: 'under_review', due_by: null }] })
    expect(await billOf(bill_id)).toMatchObject({ phase: 'disputed' })
    await decide(now.disputes[0] as Dispute, 'won')
    expect(await billOf(bill_id)).toMatchObject({ phase: 'paid' })
  })

  it('is found without events, in the provider’s list of the latest disputes', async () => {
    const { payment_id, bill_id } = await paid()
    await sandbox.dispute(await chargeOf(payment_id))
    await test.services.asSystem((tx) => test.services.queue.enqueue(tx, 'sweep-disputes', {}))
    await runJobs(test.services)
    expect(await billOf(bill_id)).toMatchObject({ phase: 'disputed' })
    const [dispute] = (await detail(payment_id)).disputes
    await sandbox.decide(dispute?.provider_object as string, 'won')
    await test.services.asSystem(
      (tx) => tx`update disputes set next_check_at = now() where payment_id = ${payment_id}`,
    )
    await test.services.asSystem((tx) => test.services.queue.enqueue(tx, 'sweep-disputes', {}))
    await runJobs(test.services)
    expect(await billOf(bill_id)).toMatchObject({ phase: 'paid' })
  })
})

describe('answering', () => {
  const words = { uncategorized_text: 'La bolletta è sua: ecco i messaggi.', product_description: 'Rata 3' }

  it('saves a draft, then submits it, once', async () => {
    const { payment_id } = await paid()
    const { dispute_id } = await contest(payment_id)
    const draft = await post(`/v1/disputes/${dispute_id}/evidence`, { ...words, submit: false })
    expect(draft).toMatchObject({
      status: 200,
      body: { state: 'needs_response', submitted_at: null, evidence: words },
    })
    const sent = await post(`/v1/disputes/${dispute_id}/evidence`, { ...words, submit: true })
    expect(sent).toMatchObject({ status: 200, body: { state: 'under_review', due_by: null } })
    expect(sent.body.submitted_at).toEqual(expect.any(String))
    const again = await post(`/v1/disputes/${dispute_id}/evidence`, { ...words, submit: true })
    expect(again).toMatchObject({ status: 409, body: { error: 'answered' } })
    const atProvider = await sandbox.stripe.disputes.retrieve(sent.body.provider_object)
    expect(atProvider.evidence.uncategorized_text).toBe(words.uncategorized_text)
    expect((await detail(payment_id)).timeline.map(({ text }) => text)).toContain(
      'Risposta alla contestazione inviata',
    )
  })

  it('returns the money at once when the dispute is won', async () => {
    const { payment_id, bill_id } = await paid()
    const { dispute_id } = await contest(payment_id)
    const won = await post(`/v1/disputes/${dispute_id}/evidence`, {
      uncategorized_text: 'winning_evidence',
      submit: true,
    })
    expect(won.body.state).toBe('won')
    expect(await billOf(bill_id)).toMatchObject({ phase: 'paid' })
  })

  it('can be replaced by accepting the loss: the bill is due again', async () => {
    const { payment_id, bill_id } = await paid()
    const { dispute_id } = await contest(payment_id)
    expect(await post(`/v1/disputes/${dispute_id}/close`)).toMatchObject({
      status: 200,
      body: { state: 'lost' },
    })
    expect(await billOf(bill_id)).toMatchObject({ phase: 'returned', settled: 0 })
    expect(await post(`/v1/disputes/${dispute_id}/close`)).toMatchObject({
      status: 409,
      body: { error: 'decided' },
    })
  })

  it('404: another customer’s; 503: the provider is silent, and nothing changes', async () => {
    const { payment_id } = await paid()
    const { dispute_id } = await contest(payment_id)
    const stranger = await signIn(test.services, 'customer')
    expect(await post(`/v1/disputes/${dispute_id}/close`, {}, stranger.headers)).toMatchObject({
      status: 404,
    })
    await sandbox.fault({ kind: '500', rate: 1, path: '/v1/disputes' })
    expect(await post(`/v1/disputes/${dispute_id}/close`)).toMatchObject({ status: 503 })
    await sandbox.heal()
    expect((await detail(payment_id)).disputes[0]?.state).toBe('needs_response')
  })
})

describe('a returned debit', () => {
  const mandateOf = (bill_id: number) =>
    test.services.asSystem(async (tx) => {
      const [row] = await tx`select state from mandates where bill_id = ${bill_id}`
      return row?.state
    })
  it.each([
    ['customer_initiated', 'MD06', 'debit_disputed', 'revoked'],
    ['debit_not_authorized', 'MD01', 'debit_not_authorized', 'revoked'],
    ['insufficient_funds', 'AM04', 'insufficient_funds', 'active'],
  ])(
    'for %s (%s) months later reopens the bill; its mandate is then %s',
    async (reason, bank_code, failure_code, mandate) => {
      const { payment_id, bill_id } = await paidByDebit()
      expect(await billOf(bill_id)).toMatchObject({ phase: 'paid' })
      await sandbox.advance(55 * 86_400)
      const dispute = await contest(payment_id, reason)
      expect(dispute).toMatchObject({ final: true, state: 'lost', bank_code, amount: 41_250 })
      expect(await detail(payment_id)).toMatchObject({ state: 'failed', failure_code })
      expect((await detail(payment_id)).failure_reason).toMatch(/[.]$/)
      expect(await billOf(bill_id)).toMatchObject({ phase: 'returned', settled: 0 })
      expect(await mandateOf(bill_id)).toBe(mandate)
      expect((await ledgerOf(payment_id)).receivables).toBe(0)
      expect((await ledgerOf(payment_id)).provider_transit).toBe(await netAtProvider(payment_id))
      expect(await post(`/v1/disputes/${dispute.dispute_id}/close`)).toMatchObject({
        status: 409,
        body: { error: 'final' },
      })
    },
  )

  it('in the twelfth month, after a partial refund, takes the rest', async () => {
    const { payment_id, bill_id } = await paidByDebit()
    await post(`/v1/stripe/refund/${payment_id}`, { reason: 'requested_by_customer', amount: 21_250 })
    await sandbox.advance(360 * 86_400)
    await deliverEvents(test, sandbox)
    await contest(payment_id, 'debit_not_authorized')
    expect(await billOf(bill_id)).toMatchObject({ phase: 'returned', settled: 0 })
    expect((await ledgerOf(payment_id)).provider_transit).toBe(await netAtProvider(payment_id))
    expect((await detail(payment_id)).refunded).toBe(21_250)
  })
})

it('parallel refunds and a dispute: provider and ledger agree, and never more than the payment is returned', async () => {
  const { payment_id, bill_id } = await paid()
  const charge = await chargeOf(payment_id)
  const asks = Array.from({ length: 50 }, (_, n) =>
    n === 25
      ? sandbox.dispute(charge)
      : post(`/v1/stripe/refund/${payment_id}`, { reason: 'requested_by_customer', amount: 900 }),
  )
  await Promise.all(asks)
  await deliverEvents(test, sandbox)
  const now = await detail(payment_id)
  const at = await sandbox.stripe.charges.retrieve(charge)
  expect(now.refunded).toBe(at.amount_refunded)
  expect(now.refunded + (now.disputes[0]?.amount ?? 0)).toBe(41_250)
  expect((await ledgerOf(payment_id)).provider_transit).toBe(await netAtProvider(payment_id))
  expect(await billOf(bill_id)).toMatchObject({ phase: 'disputed', settled: 41_250 - now.refunded })
})
