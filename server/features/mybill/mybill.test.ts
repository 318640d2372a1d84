import type { CheckoutResult, PublicBill, Transfer } from '@saldo/contract/bills/mybill'
import { addDays, today } from '@saldo/domain/dates'
import { makeItalianIban } from '@saldo/domain/iban'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { linkToken } from '../../http/link-token.ts'
import { runJobs } from '../../jobs/worker.ts'
import { payOnceUrl } from '../../links/pay-once-link.ts'
import { maskEmail } from '../../mail/mask-email.ts'
import { startApp, type TestApp, testSecret } from '../../testing/app.ts'
import { makeAccount, makeBill, makeCustomer, makeSubject, signIn } from '../../testing/people.ts'
import { startSandbox, type TestSandbox } from '../../testing/sandbox.ts'

const creditor_id = 'IT66ZZZA1B2C3D4E5F6G7H8'
let sandbox: TestSandbox
let test: TestApp
let customer_id: number

beforeAll(async () => {
  sandbox = await startSandbox()
  test = await startApp({ provider: sandbox.url, env: { STRIPE_CREDITOR_ID: creditor_id } })
  customer_id = await makeCustomer(test.services, { business_name: 'Studio Bianchi' })
})
afterAll(async () => {
  await test.close()
  await sandbox.stop()
})

const read = async (token: string) => {
  const { status, body } = await test.call({ url: `/v1/mybill/${token}` })
  return { status, body: body as PublicBill & { error?: string } }
}
const result = async (token: string) => {
  const { status, body } = await test.call({ url: `/v1/checkout-result/${token}` })
  return { status, body: body as CheckoutResult & { error?: string } }
}
const pay = async (token: string, payment_method_id: string, more: object = {}) => {
  const { body } = await test.call({
    method: 'POST',
    url: `/v1/stripe/charge/${token}`,
    payload: { payment_method: 'CARD', payment_method_id, ...more },
  })
  return body as { result_token: string; state: string; payment_id: number }
}
const debit = async (iban: string) =>
  (
    await sandbox.stripe.paymentMethods.create({
      type: 'sepa_debit',
      sepa_debit: { iban },
      billing_details: { name: 'Lucia Rossi', email: 'lucia@example.it' },
    })
  ).id
const mandate = { payment_method: 'SEPA_DEBIT', email: 'lucia@example.it', mandate: { accepted: true } }

describe('200: the bill of a link', () => {
  it('names who asks whom, the amount, the due date, and every way to pay', async () => {
    const account_id = await makeAccount(test.services, customer_id, { name: 'Via Ghibellina 41' })
    const subject_id = await makeSubject(test.services, customer_id, {
      nominative: 'Rossi Lucia',
      email: 'lucia@example.it',
    })
    const bill = await makeBill(test.services, customer_id, {
      account_id,
      subject_id,
      due_dates: ['2099-12-15'],
    })
    const { status, body } = await read(bill.token)
    expect(status).toBe(200)
    expect(body).toMatchObject({
      asker: { account_name: 'Via Ghibellina 41', business_name: 'Studio Bianchi', phone: '055 000 0000' },
      subject_nominative: 'Rossi Lucia',
      number: bill.number,
      payable: 41_250,
      due_date: '2099-12-15',
      state: 'to_pay',
      not_payable_reason: null,
      email_hint: 'l••••@example.it',
      last_payment: null,
    })
    expect(body.pay).toMatchObject({
      methods: ['CARD', 'SEPA_DEBIT', 'KLARNA', 'BANK_TRANSFER'],
      publishable_key: 'pk_test_saldo',
      api_base: sandbox.url,
    })
    expect(body.pay?.mandate_text).toContain('Via Ghibellina 41')
    expect(body.transfer?.epc).toContain('EUR412.50')
    expect(JSON.stringify(body)).not.toMatch(/lucia@|subject_id|customer_id|fiscal_code|sk_test/)
  })

  it('gives the publishable key of the condominium’s own provider account', async () => {
    const account_id = await makeAccount(test.services, customer_id, { provider_account: 'stripe2' })
    const { body } = await read((await makeBill(test.services, customer_id, { account_id })).token)
    expect(body.pay).toMatchObject({ provider_account: 'stripe2', publishable_key: 'pk_test_saldo2' })
  })

  it('offers no transfer without an IBAN, and no online payment under half a euro', async () => {
    const account_id = await makeAccount(test.services, customer_id, { iban: null })
    const { body } = await read((await makeBill(test.services, customer_id, { account_id })).token)
    expect(body.transfer).toBeNull()
    expect(body.pay?.methods).not.toContain('BANK_TRANSFER')
    const small = await read((await makeBill(test.services, customer_id, { amounts: [49] })).token)
    expect(small.body).toMatchObject({ payable: 49, pay: null })
    expect(small.body.transfer).not.toBeNull()
    const neither = await read(
      (await makeBill(test.services, customer_id, { account_id, amounts: [49] })).token,
    )
    expect(neither.body.not_payable_reason).toContain('amministratore')
  })

  it('asks for nothing once it is paid, and links to the receipt', async () => {
    const bill = await makeBill(test.services, customer_id)
    const paid = await pay(bill.token, 'pm_card_visa')
    const { body } = await read(bill.token)
    expect(body).toMatchObject({ state: 'paid', payable: 0, pay: null, transfer: null })
    expect(body.last_payment).toEqual({ result_token: paid.result_token, state: 'succeeded' })
  })

  it('asks for nothing while a debit is pending', async () => {
    const bill = await makeBill(test.services, customer_id)
    await pay(bill.token, await debit('IT56B9999999999000000000001'), mandate)
    const { body } = await read(bill.token)
    expect(body).toMatchObject({ state: 'pending', payable: 0, pay: null, transfer: null })
    expect(body.not_payable_reason).not.toBeNull()
  })

  it('can be paid again in full if the payer left the approval page', async () => {
    const bill = await makeBill(test.services, customer_id)
    const left = await pay(bill.token, 'pm_card_threeDSecure2Required')
    expect(left.state).toBe('requires_action')
    const { body } = await read(bill.token)
    expect(body).toMatchObject({ payable: 41_250, last_payment: { state: 'requires_action' } })
    expect((await pay(bill.token, 'pm_card_visa')).state).toBe('succeeded')
  })
})

describe('200: a bill with instalments', () => {
  /** Four instalments of 112.50 and three times 100.00, the first one due in ten days. */
  const inFour = (of: { account_id?: number; late?: boolean } = {}) =>
    makeBill(test.services, customer_id, {
      ...(of.account_id ? { account_id: of.account_id } : {}),
      amounts: [11_250, 10_000, 10_000, 10_000],
      due_dates: [10, 100, 190, 280].map((days) => addDays(today(), days - (of.late ? 120 : 0))),
    })
  const transfer = async (token: string, amount: number) => {
    const { status, body } = await test.call({ url: `/v1/mybill/${token}/transfer?amount=${amount}` })
    return { status, body: body as Transfer & { error: string; error_description: string } }
  }

  it('asks first for the next one, also by bank transfer', async () => {
    const { body } = await read((await inFour()).token)
    expect(body).toMatchObject({ residue: 41_250, overdue: 0, due_now: 11_250, payable: 41_250 })
    expect(body.today).toBe(today())
    expect(body.transfer).toMatchObject({ amount: 11_250 })
    expect(body.transfer?.epc).toContain('EUR112.50')
  })

  it('asks first for all that is overdue', async () => {
    const { body } = await read((await inFour({ late: true })).token)
    expect(body).toMatchObject({ residue: 41_250, overdue: 21_250, due_now: 21_250 })
    expect(body.transfer?.epc).toContain('EUR212.50')
  })

  it('gives the transfer of everything, or of a part that the condominium accepts', async () => {
    const account_id = await makeAccount(test.services, customer_id)
    await test.services.asSystem(
      (tx) => tx`update accounts set minimum_payment = 5000 where account_id = ${account_id}`,
    )
    const { token } = await inFour({ account_id })
    for (const [amount, euro] of [
      [41_250, 'EUR412.50'],
      [11_250, 'EUR112.50'],
      [7_525, 'EUR75.25'],
    ] as const) {
      const { status, body } = await transfer(token, amount)
      expect(status).toBe(200)
      expect(body).toMatchObject({ amount, holder: (await read(token)).body.transfer?.holder })
      expect(body.epc).toContain(euro)
      expect(body.qr.path).toMatch(/^M/)
    }
    expect(await transfer(token, 4_999)).toMatchObject({ status: 409, body: { error: 'not_payable' } })
  })

  it('409: more than is due, a part if only whole instalments are accepted, no IBAN, or paid', async () => {
    const bill = await inFour()
    const more = await transfer(bill.token, 41_251)
    expect(more).toMatchObject({ status: 409, body: { error: 'not_payable' } })
    expect(more.body.error_description).toContain('al massimo 412,50')
    expect((await transfer(bill.token, 11_249)).status).toBe(409)
    const account_id = await makeAccount(test.services, customer_id, { iban: null })
    expect(await transfer((await inFour({ account_id })).token, 11_250)).toMatchObject({
      ...{ status: 409, body: { error: 'no_transfer' } },
    })
    const paid = await makeBill(test.services, customer_id)
    await pay(paid.token, 'pm_card_visa')
    expect((await transfer(paid.token, 41_250)).status).toBe(409)
  })
})

describe('200: a bill’s PDF', () => {
  it('opens by link and for its administrator', async () => {
    const bill = await makeBill(test.services, customer_id)
    const { headers } = await signIn(test.services, 'customer', customer_id)
    const byLink = await test.call({ url: `/v1/mybill/${bill.token}/pdf` })
    const byStaff = await test.call({ url: `/v1/bills/pdf/${bill.bill_id}`, headers })
    expect(byLink.headers['content-type']).toBe('application/pdf')
    expect(byLink.headers['content-disposition']).toContain(`Bolletta-${bill.number}.pdf`)
    expect(byLink.raw.subarray(0, 5).toString()).toBe('%PDF-')
    expect(byStaff.raw).toEqual(byLink.raw)
  })

  it('of a link that pays once does not hand out the one that lasts', async () => {
    const bill = await makeBill(test.services, customer_id)
    const url = await test.services.asSystem((tx) =>
      payOnceUrl(test.services, tx, { customer_id, bill_id: bill.bill_id }),
    )
    const once = await test.call({ url: `/v1/mybill/${url.split('/').at(-1)}/pdf` })
    const lasting = await test.call({ url: `/v1/mybill/${bill.token}/pdf` })
    expect([once.status, lasting.status]).toEqual([200, 200])
    // The QR code of the bill's page is most of the difference.
    expect(once.raw.length).toBeLessThan(lasting.raw.length)
  })

  it('has the postal slip of its condominium, or the MAV of the bill, also for whoever has the link', async () => {
    const iban = makeItalianIban({ abi: '07601', cab: '02800', account: String(Date.now()).slice(-12) })
    const account_id = await makeAccount(test.services, customer_id, { iban })
    const bill = await makeBill(test.services, customer_id, { account_id })
    const { headers } = await signIn(test.services, 'customer', customer_id)
    const pages = async () => {
      const byLink = await test.call({ url: `/v1/mybill/${bill.token}/pdf` })
      const byStaff = await test.call({ url: `/v1/bills/pdf/${bill.bill_id}`, headers })
      expect(byStaff.raw).toEqual(byLink.raw)
      return Number(/\/Count (\d+)/.exec(byLink.raw.toString('latin1'))?.[1])
    }
    expect(await pages()).toBe(1)
    await test.services.asSystem(
      (tx) =>
        tx`insert into postal_slips ${tx({ account_id, customer_id, slip_kind: '896', slip_holder: 'Aurora' })}`,
    )
    expect(await pages()).toBe(2)
    const plain = (await test.call({ url: `/v1/mybill/${bill.token}/pdf` })).raw
    const { subject_id, bill_id } = bill
    await test.services.asSystem(
      (tx) => tx`
        insert into notices ${tx({ customer_id, account_id, subject_id, bill_id, kind: 'mav', creditor_number: `M${bill_id}`, amount: bill.amount, due_on: '2099-10-31', state: 'presented', actor: 'Studio' })}`,
    )
    expect(await pages()).toBe(1)
    expect((await test.call({ url: `/v1/mybill/${bill.token}/pdf` })).raw).not.toEqual(plain)
  })
})

describe('404', () => {
  it('a link that is wrong, of another kind, of a draft, or revoked', async () => {
    const bill = await makeBill(test.services, customer_id)
    const draft = await makeBill(test.services, customer_id, { draft: true })
    const forged = `${bill.token.slice(0, -1)}${bill.token.endsWith('A') ? 'B' : 'A'}`
    expect((await read(forged)).status).toBe(404)
    expect((await result(bill.token)).status).toBe(404)
    expect((await read(draft.token)).status).toBe(404)
    await test.services.asSystem(
      (tx) => tx`update bills set link_version = 2 where bill_id = ${bill.bill_id}`,
    )
    const { status, body } = await read(bill.token)
    expect({ status, error: body.error }).toEqual({ status: 404, error: 'link_not_found' })
  })

  it('a payment that does not exist', async () => {
    const token = linkToken(testSecret, { opens: 'payment', payment_id: 999_999_999 })
    expect((await result(token)).status).toBe(404)
  })
})

describe('the result of a payment', () => {
  it('is success, with a receipt', async () => {
    const bill = await makeBill(test.services, customer_id)
    const paid = await pay(bill.token, 'pm_card_visa', { email: 'altra@example.it' })
    const { body } = await result(paid.result_token)
    expect(body).toMatchObject({
      state: 'succeeded',
      brand: 'visa',
      last4: '4242',
      residue: 0,
      bill_number: bill.number,
      receipt_hint: 'a••••@example.it',
    })
    const receipt = await test.call({ url: `/v1/checkout-result/${paid.result_token}/receipt` })
    expect(receipt.raw.subarray(0, 5).toString()).toBe('%PDF-')
    const { headers } = await signIn(test.services, 'customer', customer_id)
    const byStaff = await test.call({ url: `/v1/payments/receipt/${paid.payment_id}`, headers })
    expect(byStaff.raw).toEqual(receipt.raw)
    const stranger = await signIn(test.services, 'customer')
    const notTheirs = await test.call({
      url: `/v1/payments/receipt/${paid.payment_id}`,
      headers: stranger.headers,
    })
    expect(notTheirs.status).toBe(404)
  })

  it('is a refusal with its reason, a link back to the bill, and no receipt', async () => {
    const bill = await makeBill(test.services, customer_id)
    const refused = await pay(bill.token, 'pm_card_chargeDeclinedInsufficientFunds')
    const { body } = await result(refused.result_token)
    expect(body).toMatchObject({
      state: 'failed',
      failure_code: 'insufficient_funds',
      bill_token: bill.token,
    })
    expect(body.failure_reason).toContain('abbastanza denaro')
    const receipt = await test.call({ url: `/v1/checkout-result/${refused.result_token}/receipt` })
    expect(receipt.status).toBe(409)
  })

  it('is a pending debit with its expected day, and then follows the provider', async () => {
    const bill = await makeBill(test.services, customer_id)
    const sent = await pay(bill.token, await debit('IT56B9999999999000000000001'), mandate)
    const { body } = await result(sent.result_token)
    expect(body.state).toBe('processing')
    expect(body.expected_by).toMatch(/^\d{4}-\d\d-\d\d$/)
    // The provider tells the reference of the mandate only after the payment has begun.
    expect(body.mandate).toEqual({ umr: null, creditor_id })
    await runJobs(test.services)
    const { body: announced } = await result(sent.result_token)
    const [row] = await test.services.asSystem(
      (tx) =>
        tx`select umr from mandates where bill_id = (select bill_id from payments where payment_id = ${sent.payment_id})`,
    )
    expect(announced.mandate).toEqual({ umr: row?.umr, creditor_id })
    expect(row?.umr).toMatch(/\w/)
    await sandbox.advance(3600)
    await expect
      .poll(async () => (await result(sent.result_token)).body.state, { timeout: 10_000 })
      .toBe('succeeded')
    expect((await read(bill.token)).body.state).toBe('paid')
  })

  it('is unknown, never failed, if the provider is silent, and is answered without waiting', async () => {
    const bill = await makeBill(test.services, customer_id)
    const silence = 20_000
    await sandbox.fault({ kind: 'delay', rate: 1, delay_ms: silence })
    try {
      const asked = await pay(bill.token, 'pm_card_visa')
      const began = performance.now()
      const { body } = await result(asked.result_token)
      const took = performance.now() - began
      expect(['created', 'unknown']).toContain(body.state)
      expect(took).toBeLessThan(silence)
    } finally {
      await sandbox.heal()
    }
  })

  it('has no link to the bill if its link was revoked', async () => {
    const bill = await makeBill(test.services, customer_id)
    const refused = await pay(bill.token, 'pm_card_chargeDeclined')
    expect((await result(refused.result_token)).body.bill_token).toBe(bill.token)
    const { headers } = await signIn(test.services, 'customer', customer_id)
    await test.call({ method: 'POST', url: `/v1/bills/revoke-link/${bill.bill_id}`, headers })
    expect((await result(refused.result_token)).body.bill_token).toBeNull()
  })
})

describe('the receipt’s mail', () => {
  it('links to the result, and is sent once', async () => {
    const bill = await makeBill(test.services, customer_id)
    const paid = await pay(bill.token, 'pm_card_visa', { email: 'ricevuta@example.it' })
    await runJobs(test.services)
    const mails = await test.services.asSystem(
      (tx) => tx`select * from emails where bill_id = ${bill.bill_id} and template = 'receipt'`,
    )
    expect(mails).toHaveLength(1)
    expect(mails[0]).toMatchObject({ to_address: 'ricevuta@example.it' })
    expect(mails[0]?.kept_at).not.toBeNull()
    expect(mails[0]?.text).toContain(`/#/checkout-result/${paid.result_token}`)
  })
})

describe('a masked e-mail address', () => {
  it.each([
    ['lucia@example.it', 'l••••@example.it'],
    ['àda@example.it', 'à••••@example.it'],
    ['x', null],
    ['', null],
    [null, null],
  ])('%s is %s', (email, shown) => {
    expect(maskEmail(email)).toBe(shown)
  })
})
