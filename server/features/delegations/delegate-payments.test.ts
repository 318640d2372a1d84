import type { PublicBill } from '@saldo/contract/bills/mybill'
import { addDays, today } from '@saldo/domain/dates'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { runJobs } from '../../jobs/worker.ts'
import { delegatedToken } from '../../links/bill-link.ts'
import { startApp, type TestApp } from '../../testing/app.ts'
import { makeBill, makeCustomer, makeSubject, signIn } from '../../testing/people.ts'
import { startSandbox, type TestSandbox } from '../../testing/sandbox.ts'
import { tellPayer } from '../payments/tell-payer.job.ts'
import { endPastDelegations } from './end-delegation.ts'

let sandbox: TestSandbox
let app: TestApp
beforeAll(async () => {
  sandbox = await startSandbox()
  app = await startApp({ provider: sandbox.url })
})
afterAll(async () => {
  await app.close()
  await sandbox.stop()
})

const delegate_email = 'paolo@example.it'

/** A bill, the link of its owner and that of somebody who pays it for them. */
async function delegated() {
  const customer_id = await makeCustomer(app.services)
  const owner = await signIn(app.services, 'consumer')
  const subject_id = await makeSubject(app.services, customer_id, {
    ...{ nominative: 'Rossi Anna', user_id: owner.user_id },
  })
  const bill = await makeBill(app.services, customer_id, { subject_id })
  const { user_id } = await signIn(app.services, 'consumer')
  const delegation_id = await app.services.asSystem(async (tx) => {
    const [row] = await tx`
      insert into delegations ${tx({
        ...{ customer_id, subject_id, state: 'active', delegate_name: 'Paolo Rossi', delegate_email },
        ...{ delegate_user_id: user_id, consent_by: 'owner', created_by_name: 'Rossi Anna' },
        ...{ consent_on: '2026-01-15', accepted_at: '2026-01-15T10:00:00Z' },
      })} returning delegation_id`
    return row?.delegation_id as number
  })
  return {
    ...{ owner, delegation_id, delegate_id: user_id },
    bill_id: bill.bill_id,
    of_owner: bill.token,
    of_delegate: delegatedToken(app.services, bill.bill_id, delegation_id),
  }
}

/** A debit of the account of whoever pays, which the bank refuses days later. */
async function debitThatFails(token: string, email: string) {
  const method = await sandbox.stripe.paymentMethods.create({
    type: 'sepa_debit',
    sepa_debit: { iban: 'IT38G9999999999000000000006' },
    billing_details: { name: 'Chi paga', email },
  })
  const { body } = await app.call({
    method: 'POST',
    url: `/v1/stripe/charge/${token}`,
    payload: {
      ...{ payment_method: 'SEPA_DEBIT', payment_method_id: method.id, email, name: 'Chi paga' },
      mandate: { accepted: true },
    },
  })
  const { payment_id } = body as { payment_id: number }
  await sandbox.advance(100)
  await app.call({ method: 'POST', url: `/v1/stripe/confirm_payment/${token}`, payload: { payment_id } })
  await tellPayer(app.services, { payment_id, what: 'failed', key: String(payment_id) })
  await runJobs(app.services)
}
const billAt = async (token: string) => (await app.call({ url: `/v1/mybill/${token}` })).body as PublicBill
/** What a user reads in the product. */
const newsFor = (user_id: number) =>
  app.services.asSystem(
    (tx) => tx<{ title: string; body: string }[]>`
      select title, body from push_messages where user_id = ${user_id} order by push_message_id`,
  )
const failureMails = (bill_id: number) =>
  app.services.asSystem(
    (tx) => tx<{ to_address: string; text: string }[]>`
      select to_address, text from emails where bill_id = ${bill_id} and template = 'debit-failed' order by email_id`,
  )

describe('a debit that the bank refuses', () => {
  it('of a delegate: the mail links their payment, never a link of the bill, and they read the reason', async () => {
    const { bill_id, of_delegate } = await delegated()
    await debitThatFails(of_delegate, delegate_email)
    const [mail] = await failureMails(bill_id)
    expect(mail?.to_address).toBe(delegate_email)
    expect(mail?.text).toContain('/#/checkout-result/')
    expect(mail?.text).not.toContain('/mybill/')
    expect(await app.services.asSystem((tx) => tx`select from pay_links where bill_id = ${bill_id}`)).toEqual(
      [],
    )
    expect(await billAt(of_delegate)).toMatchObject({
      state: 'returned',
      return_reason: expect.stringMatching(/\w/),
    })
  })

  it('of a delegate: the owner reads that it failed, and neither why nor of which account, wherever they look', async () => {
    const { owner, delegate_id, of_owner, of_delegate } = await delegated()
    await debitThatFails(of_delegate, delegate_email)
    const reason = (await billAt(of_delegate)).return_reason as string
    expect(await billAt(of_owner)).toMatchObject({ state: 'returned', return_reason: null })
    const { body } = await app.call({ url: '/v1/mypayments', headers: owner.headers })
    expect((body as { items: object[] }).items).toMatchObject([
      { state: 'failed', failure_reason: null, brand: null, last4: null },
    ])
    const [told] = await newsFor(owner.user_id)
    expect(told?.title).toMatch(/^Addebito non riuscito/)
    expect(told?.body).toContain('chi paga per te')
    expect(told?.body).not.toContain(reason)
    expect((await newsFor(delegate_id))[0]?.body).toContain(reason)
  })

  it('of the owner: the mail has a link that pays once; the delegate does not read why the bank refused it', async () => {
    const { owner, delegate_id, bill_id, of_owner, of_delegate } = await delegated()
    await debitThatFails(of_owner, 'anna@example.it')
    const [mail] = await failureMails(bill_id)
    expect(mail?.text).toContain('/mybill/')
    const reason = (await billAt(of_owner)).return_reason as string
    expect(reason).toMatch(/\w/)
    expect((await newsFor(owner.user_id))[0]?.body).toContain(reason)
    expect(await newsFor(delegate_id)).toEqual([])
    const { body } = await app.call({ url: '/v1/mypayments', headers: owner.headers })
    expect((body as { items: object[] }).items).toMatchObject([
      { failure_reason: reason, last4: expect.stringMatching(/^\d{4}$/) },
    ])
    expect(await billAt(of_delegate)).toMatchObject({ state: 'returned', return_reason: null })
  })
})

describe('a card that is declined', () => {
  type Progress = {
    payment_id: number
    state: string
    failure_code: string | null
    failure_reason: string | null
  }
  const at = (token: string, headers = {}) => ({
    charge: async () => {
      const payload = { payment_method: 'CARD', payment_method_id: 'pm_card_chargeDeclinedInsufficientFunds' }
      const asked = { method: 'POST' as const, url: `/v1/stripe/charge/${token}`, payload, headers }
      return (await app.call(asked)).body as Progress
    },
    confirm: async ({ payment_id }: Progress) => {
      const url = `/v1/stripe/confirm_payment/${token}`
      const { status, body } = await app.call({ method: 'POST', url, payload: { payment_id }, headers })
      return { status, ...(body as Progress) }
    },
  })
  const told = { failure_code: 'insufficient_funds', failure_reason: expect.stringMatching(/\w/) }
  const untold = { failure_code: null, failure_reason: null }

  it('of a delegate: the answer tells them why, and the owner only that it failed', async () => {
    const { owner, of_owner, of_delegate } = await delegated()
    const charged = await at(of_delegate).charge()
    expect(charged).toMatchObject({ state: 'failed', ...told })
    expect(await at(of_delegate).confirm(charged)).toMatchObject({ status: 200, state: 'failed', ...told })
    expect(await at(of_owner).confirm(charged)).toMatchObject({ status: 200, state: 'failed', ...untold })
    expect(await at('', owner.headers).confirm(charged)).toMatchObject({ status: 200, ...untold })
  })

  it('of the owner: the answer tells them why, and the delegate nothing of it', async () => {
    const { owner, of_owner, of_delegate } = await delegated()
    const charged = await at(of_owner).charge()
    expect(charged).toMatchObject({ state: 'failed', ...told })
    expect(await at(of_owner).confirm(charged)).toMatchObject(told)
    expect(await at('', owner.headers).confirm(charged)).toMatchObject(told)
    expect(await at(of_delegate).confirm(charged)).toMatchObject({ status: 404 })
  })
})

describe('a delegation past its last day', () => {
  it('ends at night, once, and both sides are told', async () => {
    const { owner, delegate_id, delegation_id, of_delegate } = await delegated()
    const yesterday = addDays(today(), -1)
    await app.services.asSystem(
      (tx) => tx`update delegations set expires_on = ${yesterday} where delegation_id = ${delegation_id}`,
    )
    const still = await delegated()
    for (const _night of [1, 2]) await endPastDelegations(app.services, {})
    await runJobs(app.services)
    expect((await app.call({ url: `/v1/mybill/${of_delegate}` })).status).not.toBe(200)
    const states = await app.services.asSystem(
      (tx) => tx`
        select state, ended_by_name from delegations where delegation_id in (${delegation_id}, ${still.delegation_id})
        order by delegation_id`,
    )
    expect(states).toEqual([
      { state: 'ended', ended_by_name: 'Sistema' },
      { state: 'active', ended_by_name: null },
    ])
    for (const user_id of [owner.user_id, delegate_id])
      expect(await newsFor(user_id)).toEqual([
        { title: 'Delega chiusa', body: expect.stringContaining('La delega valeva fino al') },
      ])
    expect(await newsFor(still.owner.user_id)).toEqual([])
  })
})
