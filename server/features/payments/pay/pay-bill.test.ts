import { formatEuro } from '@saldo/domain/money'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { runJobs } from '../../../jobs/worker.ts'
import { startApp, type TestApp } from '../../../testing/app.ts'
import { makeAccount, makeBill, makeCustomer, signIn } from '../../../testing/people.ts'
import { startSandbox, type TestSandbox } from '../../../testing/sandbox.ts'
import { settleAttempt } from '../attempt/settle-attempt.ts'

let sandbox: TestSandbox
let test: TestApp
let customer_id: number

beforeAll(async () => {
  sandbox = await startSandbox()
  test = await startApp({ provider: sandbox.url })
  customer_id = await makeCustomer(test.services)
})
afterAll(async () => {
  await test.close()
  await sandbox.stop()
})

type Progress = {
  payment_id: number
  state: string
  amount: number
  next_action: { redirect_url: string } | null
  failure_code: string | null
  failure_reason: string | null
  error?: string
}
const pay = async (token: string, body: object, key?: string) => {
  const reply = await test.call({
    method: 'POST',
    url: `/v1/stripe/charge/${token}`,
    headers: key ? { 'idempotency-key': key } : {},
    payload: { payment_method: 'CARD', payment_method_id: 'pm_card_visa', ...body },
  })
  return { status: reply.status, body: reply.body as Progress }
}
const confirm = async (token: string, payment_id: number) => {
  const reply = await test.call({
    method: 'POST',
    url: `/v1/stripe/confirm_payment/${token}`,
    payload: { payment_id },
  })
  return { status: reply.status, body: reply.body as Progress }
}
const billOf = (bill_id: number) =>
  test.services.asSystem(async (tx) => {
    const [bill] = await tx`select phase, settled, pending, amount from bills where bill_id = ${bill_id}`
    return bill
  })
/** The amount charged for a bill, from the provider's own book. */
const chargedAtProvider = async (bill_id: number) => {
  let total = 0
  for (const stripe of [sandbox.stripe, sandbox.stripe2])
    for await (const intent of stripe.paymentIntents.list({ limit: 100 }))
      if (intent.metadata.bill_id === String(bill_id)) total += intent.amount_received
  return total
}
const sepa = async (iban: string) => {
  const method = await sandbox.stripe.paymentMethods.create({
    type: 'sepa_debit',
    sepa_debit: { iban },
    billing_details: { name: 'Lucia Rossi', email: 'lucia@example.it' },
  })
  return {
    payment_method: 'SEPA_DEBIT',
    payment_method_id: method.id,
    email: 'lucia@example.it',
    mandate: { accepted: true },
  }
}
/** Clicks a button on the provider's page. */
const approve = (url: string, decision: 'approve' | 'refuse') =>
  fetch(url, { method: 'POST', body: new URLSearchParams({ decision }), redirect: 'manual' })

describe('201: a card', () => {
  it('that succeeds pays the bill: settled, posted, receipt in the outbox', async () => {
    const bill = await makeBill(test.services, customer_id, { amounts: [20_000, 21_250] })
    const { status, body } = await pay(bill.token, { amount: 41_250 })
    expect({ status, state: body.state, amount: body.amount }).toEqual({
      status: 201,
      state: 'succeeded',
      amount: 41_250,
    })
    expect(await billOf(bill.bill_id)).toMatchObject({ phase: 'paid', settled: 41_250, pending: 0 })
    expect(await chargedAtProvider(bill.bill_id)).toBe(41_250)
    const admin = await signIn(test.services, 'customer', customer_id)
    const { body: detail } = (await test.call({
      url: `/v1/payments/${body.payment_id}`,
      headers: admin.headers,
    })) as never as {
      body: {
        ledger: { lines: { debit: number; credit: number }[] }[]
        brand: string
        last4: string
        fee: number
      }
    }
    expect(detail).toMatchObject({ brand: 'visa', last4: '4242' })
    expect(detail.fee).toBeGreaterThan(0)
    const lines = detail.ledger.flatMap((entry) => entry.lines)
    expect(lines.reduce((sum, line) => sum + line.debit - line.credit, 0)).toBe(0)
    expect(lines).toContainEqual({ ledger_account: 'receivables', debit: 0, credit: 41_250 })
    const mails = await test.services.asSystem(
      (tx) => tx`select template, html from emails where bill_id = ${bill.bill_id}`,
    )
    expect(mails).toHaveLength(1)
    expect(mails[0]).toMatchObject({ template: 'receipt' })
    expect(mails[0]?.html).toContain(formatEuro(41_250))
  })

  it.each([
    ['pm_card_chargeDeclined', 'generic_decline'],
    ['pm_card_chargeDeclinedInsufficientFunds', 'insufficient_funds'],
    ['pm_card_chargeDeclinedIncorrectCvc', 'incorrect_cvc'],
    ['pm_card_chargeDeclinedExpiredCard', 'expired_card'],
  ])(
    'declined (%s) says why, leaves the bill due, and the next card pays it',
    async (payment_method_id, code) => {
      const bill = await makeBill(test.services, customer_id)
      const refused = await pay(bill.token, { payment_method_id })
      expect(refused.body).toMatchObject({ state: 'failed', failure_code: code })
      expect(refused.body.failure_reason).toMatch(/[.]$/)
      expect(await billOf(bill.bill_id)).toMatchObject({ phase: 'open', settled: 0, pending: 0 })
      expect(await chargedAtProvider(bill.bill_id)).toBe(0)
      const paid = await pay(bill.token, {})
      expect(paid.body.state).toBe('succeeded')
      expect(await chargedAtProvider(bill.bill_id)).toBe(bill.amount)
    },
  )

  it('with 3-D Secure waits for the payer, and pays once it is approved', async () => {
    const bill = await makeBill(test.services, customer_id)
    const asked = await pay(bill.token, { payment_method_id: 'pm_card_threeDSecure2Required' })
    expect(asked.body.state).toBe('requires_action')
    expect(await billOf(bill.bill_id)).toMatchObject({ phase: 'pending' })
    await approve(asked.body.next_action?.redirect_url as string, 'approve')
    const done = await confirm(bill.token, asked.body.payment_id)
    expect(done.body.state).toBe('succeeded')
    expect(await billOf(bill.bill_id)).toMatchObject({ phase: 'paid' })
  })

  it('with 3-D Secure refused charges nothing and releases the bill', async () => {
    const bill = await makeBill(test.services, customer_id)
    const asked = await pay(bill.token, { payment_method_id: 'pm_card_threeDSecure2Required' })
    await approve(asked.body.next_action?.redirect_url as string, 'refuse')
    const done = await confirm(bill.token, asked.body.payment_id)
    expect(done.body).toMatchObject({
      state: 'failed',
      failure_code: 'payment_intent_authentication_failure',
    })
    expect(await billOf(bill.bill_id)).toMatchObject({ phase: 'open', pending: 0 })
    expect(await chargedAtProvider(bill.bill_id)).toBe(0)
  })

  it('abandoned at 3-D Secure does not block another attempt, and can no longer be approved', async () => {
    const bill = await makeBill(test.services, customer_id)
    const left = await pay(bill.token, { payment_method_id: 'pm_card_threeDSecure2Required' })
    const paid = await pay(bill.token, {})
    expect(paid.body.state).toBe('succeeded')
    await approve(left.body.next_action?.redirect_url as string, 'approve')
    await confirm(bill.token, left.body.payment_id)
    expect(await chargedAtProvider(bill.bill_id)).toBe(bill.amount)
    expect(await billOf(bill.bill_id)).toMatchObject({ phase: 'paid', settled: bill.amount })
  })

  it('uses the provider account of its condominium', async () => {
    const account_id = await makeAccount(test.services, customer_id, { provider_account: 'stripe2' })
    const bill = await makeBill(test.services, customer_id, { account_id })
    expect((await pay(bill.token, {})).body.state).toBe('succeeded')
    const intents = await sandbox.stripe2.paymentIntents.list({ limit: 1 })
    expect(intents.data[0]?.metadata.bill_id).toBe(String(bill.bill_id))
  })
})

describe('201: a SEPA debit', () => {
  it('is pending, then settles; the mandate stores when, from where and with which text it was accepted', async () => {
    const bill = await makeBill(test.services, customer_id)
    const started = await pay(bill.token, await sepa('IT56B9999999999000000000001'))
    expect(started.body.state).toBe('processing')
    expect(await billOf(bill.bill_id)).toMatchObject({ phase: 'pending', pending: bill.amount, settled: 0 })
    await sandbox.advance(100)
    const done = await confirm(bill.token, started.body.payment_id)
    expect(done.body.state).toBe('succeeded')
    const [mandate] = await test.services.asSystem(
      (tx) => tx`select * from mandates where bill_id = ${bill.bill_id}`,
    )
    expect(mandate).toMatchObject({ state: 'active', accepted_from: '127.0.0.1', last4: '0001' })
    expect(mandate?.text).toContain('8 settimane')
    expect(mandate?.text).toContain('SEPA Core, per un solo pagamento')
    // The copy that the form promises, with the reference that exists only once it is signed.
    await runJobs(test.services)
    const copies = await test.services.asSystem(
      (tx) => tx`
        select e.text, m.umr from emails e join mandates m on e.dedupe_key = 'mandate-copy:' || m.mandate_id
        where m.bill_id = ${bill.bill_id}`,
    )
    expect(copies).toHaveLength(1)
    expect(copies[0]?.text).toContain(`Riferimento unico del mandato: ${copies[0]?.umr}`)
    for (const line of mandate?.text.split('\n') ?? []) expect(copies[0]?.text).toContain(line)
  })

  it('that the bank refuses later reopens the bill as Insoluta and mails the payer', async () => {
    const bill = await makeBill(test.services, customer_id)
    const started = await pay(bill.token, await sepa('IT38G9999999999000000000006'))
    await sandbox.advance(100)
    const done = await confirm(bill.token, started.body.payment_id)
    expect(done.body).toMatchObject({ state: 'failed', failure_code: 'insufficient_funds' })
    expect(await billOf(bill.bill_id)).toMatchObject({
      phase: 'returned',
      pending: 0,
      settled: 0,
    })
    const mails = await test.services.asSystem(
      (tx) => tx`select template from emails where bill_id = ${bill.bill_id}`,
    )
    expect(mails.map((mail) => mail.template)).toEqual(['debit-failed'])
    expect((await pay(bill.token, {})).body.state).toBe('succeeded')
  })

  it('disputed after it settled is returned: reversed in the ledger, due again', async () => {
    const bill = await makeBill(test.services, customer_id)
    const started = await pay(bill.token, await sepa('IT10D9999999999000000000003'))
    await sandbox.advance(100)
    await confirm(bill.token, started.body.payment_id)
    const [attempt] = await test.services.asSystem(
      (tx) => tx`select attempt_id from payment_attempts where bill_id = ${bill.bill_id}`,
    )
    await settleAttempt(test.services, attempt?.attempt_id)
    expect(await billOf(bill.bill_id)).toMatchObject({ phase: 'returned', settled: 0, pending: 0 })
    const [balance] = await test.services.asSystem(
      (tx) => tx`
        select sum(l.amount)::int as owed from ledger_lines l join ledger_entries e using (entry_id)
        where e.bill_id = ${bill.bill_id} and l.ledger_account = 'receivables'`,
    )
    expect(balance?.owed).toBe(41_250)
  })

  it('422: without the accepted mandate', async () => {
    const bill = await makeBill(test.services, customer_id)
    const { mandate: _, ...rest } = await sepa('IT56B9999999999000000000001')
    expect((await pay(bill.token, rest)).status).toBe(422)
  })
})

describe('201: Klarna', () => {
  const klarna = async (token: string) => {
    const reply = await test.call({
      method: 'POST',
      url: `/v1/stripe/klarna/${token}`,
      payload: { email: 'lucia@example.it' },
    })
    return reply.body as Progress
  }
  it.each([
    ['approve', 'succeeded', 'paid'],
    ['refuse', 'failed', 'open'],
  ] as const)('%s → %s', async (answer, state, phase) => {
    const bill = await makeBill(test.services, customer_id)
    const asked = await klarna(bill.token)
    expect(asked.state).toBe('requires_action')
    await approve(asked.next_action?.redirect_url as string, answer)
    expect((await confirm(bill.token, asked.payment_id)).body.state).toBe(state)
    expect(await billOf(bill.bill_id)).toMatchObject({ phase })
  })
})

describe('paying twice', () => {
  it('with the same key returns the same payment', async () => {
    const bill = await makeBill(test.services, customer_id)
    const [first, second] = [
      await pay(bill.token, {}, 'form-key-0001'),
      await pay(bill.token, {}, 'form-key-0001'),
    ]
    expect(second.body.payment_id).toBe(first.body.payment_id)
    expect(await chargedAtProvider(bill.bill_id)).toBe(bill.amount)
  })

  it('409: with the key of another payment is refused, and charges nothing more', async () => {
    const bill = await makeBill(test.services, customer_id)
    const { body } = await pay(bill.token, {}, 'form-key-0002')
    for (const other of [{ amount: 5_000 }, { email: 'x@example.it' }])
      expect(await pay(bill.token, other, 'form-key-0002')).toMatchObject({
        status: 409,
        body: { error: 'idempotency_key_reused' },
      })
    // The browser makes a new payment method of the same card at each press.
    const again = await pay(bill.token, { payment_method_id: 'pm_card_mastercard' }, 'form-key-0002')
    expect(again.body.payment_id).toBe(body.payment_id)
    expect(await chargedAtProvider(bill.bill_id)).toBe(body.amount)
  })

  it('from ten tabs at once charges once', async () => {
    const bill = await makeBill(test.services, customer_id)
    const replies = await Promise.all(
      Array.from({ length: 10 }, (_, tab) => pay(bill.token, {}, `tab-number-${tab}`)),
    )
    expect(replies.filter(({ status }) => status === 201)).toHaveLength(1)
    expect(replies.filter(({ status }) => status === 409)).toHaveLength(9)
    expect(await chargedAtProvider(bill.bill_id)).toBe(bill.amount)
  })

  it('409: once it is paid', async () => {
    const bill = await makeBill(test.services, customer_id)
    await pay(bill.token, {})
    const again = await pay(bill.token, {})
    expect(again).toMatchObject({ status: 409, body: { error: 'not_payable' } })
  })
})

describe('a payment that the provider would refuse to begin', () => {
  it('409: less than half a euro, without calling the provider', async () => {
    const { token, bill_id } = await makeBill(test.services, customer_id, { amounts: [4] })
    const { status, body } = await pay(token, {})
    expect([status, body.error]).toEqual([409, 'too_little'])
    expect(await billOf(bill_id)).toMatchObject({ phase: 'open', pending: 0 })
  })
  it('201: the attempt has failed, nothing is held, and the payer can try again', async () => {
    const account_id = await makeAccount(test.services, customer_id)
    const { token, bill_id } = await makeBill(test.services, customer_id, { account_id })
    const sendTo = (account_destination: string | null) =>
      test.services.asSystem(
        (tx) => tx`update accounts set ${tx({ account_destination })} where account_id = ${account_id}`,
      )
    await sendTo('acct_nobody')
    const { status, body } = await pay(token, {})
    expect([status, body.state]).toEqual([201, 'failed'])
    expect(body.failure_reason).toBeTruthy()
    expect(await billOf(bill_id)).toMatchObject({ phase: 'open', pending: 0 })
    await sendTo(null)
    expect((await pay(token, {})).body.state).toBe('succeeded')
  })
})

describe('404', () => {
  it('a revoked link, or another customer’s bill by id', async () => {
    const bill = await makeBill(test.services, customer_id)
    await test.services.asSystem(
      (tx) => tx`update bills set link_version = 2 where bill_id = ${bill.bill_id}`,
    )
    expect((await pay(bill.token, {})).status).toBe(404)
    const stranger = await signIn(test.services, 'customer')
    const reply = await test.call({
      method: 'POST',
      url: '/v1/stripe/charge',
      headers: stranger.headers,
      payload: { id: bill.bill_id, payment_method: 'CARD', payment_method_id: 'pm_card_visa' },
    })
    expect(reply.status).toBe(404)
  })
})

describe('when the provider is silent', () => {
  it('the payer reads "in verifica", and the sweep finds the charge', async () => {
    const bill = await makeBill(test.services, customer_id)
    await sandbox.fault({ kind: 'drop', rate: 1, path: '/confirm' })
    const silent = await pay(bill.token, {})
    expect(silent.body.state).not.toBe('failed')
    await sandbox.heal()
    await expect.poll(() => attemptState(bill.bill_id), { timeout: 20_000 }).toMatch(/unknown|succeeded/)
    await sweepNow(bill.bill_id)
    expect(await billOf(bill.bill_id)).toMatchObject({ phase: 'paid', settled: bill.amount })
    expect(await chargedAtProvider(bill.bill_id)).toBe(bill.amount)
  })

  it('nothing is charged if the provider never got the request, and the bill is released', async () => {
    const bill = await makeBill(test.services, customer_id)
    await sandbox.fault({ kind: 'reset', rate: 1 })
    const silent = await pay(bill.token, {})
    expect(silent.body.state).toBe('unknown')
    await sandbox.heal()
    await sweepNow(bill.bill_id)
    expect(await attemptState(bill.bill_id)).toBe('cancelled')
    expect(await billOf(bill.bill_id)).toMatchObject({ phase: 'open', pending: 0 })
    expect(await chargedAtProvider(bill.bill_id)).toBe(0)
  })
})

const attemptState = (bill_id: number) =>
  test.services.asSystem(async (tx) => {
    const [row] =
      await tx`select state from payment_attempts where bill_id = ${bill_id} order by attempt_id desc limit 1`
    return row?.state as string
  })

/** Moves the time of open attempts back by two minutes, so that they are due for polling. */
async function sweepNow(bill_id: number) {
  await test.services.asSystem(
    (tx) => tx`
      update payment_attempts set next_check_at = now(), created_at = created_at - interval '2 minutes',
        confirm_started_at = confirm_started_at - interval '2 minutes'
      where bill_id = ${bill_id}`,
  )
  await test.services.asSystem((tx) => test.services.queue.enqueue(tx, 'sweep-attempts', {}))
  await runJobs(test.services)
}
