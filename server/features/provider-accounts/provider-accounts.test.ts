import type { ProviderAccountAndLink } from '@saldo/contract/registry/provider-accounts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { runJobs } from '../../jobs/worker.ts'
import { startApp, type TestApp } from '../../testing/app.ts'
import { impersonate, makeCustomer, signIn } from '../../testing/people.ts'
import { startSandbox, type TestSandbox } from '../../testing/sandbox.ts'
import { destinationOf } from './destination-of.ts'

let sandbox: TestSandbox
let test: TestApp

beforeAll(async () => {
  sandbox = await startSandbox()
  test = await startApp({ provider: sandbox.url })
})
afterAll(async () => {
  await test.close()
  await sandbox.stop()
})

type Answer = ProviderAccountAndLink & { error?: string; error_description?: string; fields?: object }
type Person = Awaited<ReturnType<typeof signIn>>

async function ask(who: Person, method: 'GET' | 'POST', path: string, payload?: object) {
  const { status, body } = await test.call({
    method,
    url: `/v1/stripe/account/${path}`,
    headers: who.headers,
    ...(payload ? { payload } : {}),
  })
  return { status, body: body as Answer }
}
const create = (who: Person, payload?: object) => ask(who, 'POST', `create/${who.customer_id}`, payload)
const retrieve = (who: Person) => ask(who, 'GET', `retrieve/${who.customer_id}`)
const close = (who: Person) => ask(who, 'POST', `delete/${who.customer_id}`)

/** Fills in the provider's page. */
const complete = (account: string | null) =>
  fetch(`${sandbox.url}/_sandbox/accounts/complete`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ account }),
  })
const destination = (customer_id: number) =>
  test.services.asSystem((tx) => destinationOf(tx, customer_id, 'stripe'))
const active = async () => {
  const who = await signIn(test.services, 'customer')
  const { body } = await create(who)
  await complete(body.account_destination)
  return { who, account: (await retrieve(who)).body }
}
const made = async (customer_id: number) => {
  const found = []
  for await (const account of sandbox.stripe.accounts.list({ limit: 100 }))
    if (account.metadata?.customer_id === String(customer_id)) found.push(account)
  return found
}

describe('200: an account', () => {
  it('that does not exist yet is null, and receives no payments', async () => {
    const who = await signIn(test.services, 'customer')
    expect(await retrieve(who)).toMatchObject({
      status: 200,
      body: { state: 'none', account_destination: null, missing: [], fee_bps: 0 },
    })
    expect(await destination(who.customer_id)).toBeNull()
  })

  it('is created with the customer’s data, and links to the provider’s page', async () => {
    const who = await signIn(test.services, 'customer')
    await test.services.asSystem(
      (tx) => tx`
        update customers set business_name = 'Studio Bianchi', vat_number = '01234567897', city = 'Firenze', zip_code = '50122',
          address = 'Via Ghibellina', house_number = '41', prov = 'FI'
        where customer_id = ${who.customer_id}`,
    )
    const { status, body } = await create(who)
    expect({ status, state: body.state }).toEqual({ status: 200, state: 'onboarding' })
    expect(body.onboarding_url).toMatch(/^http/)
    expect(body.missing.map(({ sentence }) => sentence)).toContain(
      'Indica l’IBAN su cui ricevere gli incassi.',
    )
    const account = await sandbox.stripe.accounts.retrieve(body.account_destination as string)
    expect(account).toMatchObject({
      business_type: 'company',
      company: {
        name: 'Studio Bianchi',
        tax_id_provided: true,
        address: { city: 'Firenze', postal_code: '50122' },
      },
      metadata: { customer_id: String(who.customer_id) },
    })
    expect(await destination(who.customer_id)).toBeNull()
  })

  it('requested twice in parallel, or again later, is one account', async () => {
    const who = await signIn(test.services, 'customer')
    const answers = await Promise.all([create(who), create(who), create(who)])
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
    const [again] = [await create(who)]
    const ids = [...answers, again].map(({ body }) => body.account_destination)
    expect(new Set(ids).size).toBe(1)
    expect(await made(who.customer_id)).toHaveLength(1)
  })

  it('whose creation got no answer is found by the next request, not created twice', async () => {
    const who = await signIn(test.services, 'customer')
    await sandbox.fault({ kind: 'drop', rate: 1, path: '/v1/accounts', times: 1 })
    const lost = await create(who)
    await sandbox.heal()
    expect(lost).toMatchObject({ status: 503, body: { error: 'provider_silent' } })
    expect(await create(who)).toMatchObject({ status: 200, body: { state: 'onboarding' } })
    expect(await made(who.customer_id)).toHaveLength(1)
  })

  it('becomes active when the missing data are there, and then receives payments', async () => {
    const { who, account } = await active()
    expect(account).toMatchObject({
      state: 'active',
      missing: [],
      payouts_enabled: true,
      capabilities: [{ name: 'transfers', label: 'Ricevere gli incassi', state: 'active' }],
    })
    expect(account.bank_last4).toMatch(/^\d{4}$/)
    expect(await destination(who.customer_id)).toMatchObject({
      account_destination: account.account_destination,
    })
  })

  it('is read again when the provider sends an event', async () => {
    const who = await signIn(test.services, 'customer')
    const { body } = await create(who)
    await complete(body.account_destination)
    const event = { provider_account: 'stripe', event_id: `evt_${who.customer_id}`, type: 'account.updated' }
    await test.services.asSystem(async (tx) => {
      await tx`
        insert into provider_events ${tx({ ...event, object_id: body.account_destination, created_at: new Date().toISOString() })}`
      await test.services.queue.enqueue(tx, 'apply-provider-event', {
        provider_account: 'stripe',
        event_id: event.event_id,
      })
    })
    await runJobs(test.services)
    expect(await destination(who.customer_id)).not.toBeNull()
  })

  it('is shown in its last known state while the provider is silent', async () => {
    const { who } = await active()
    await sandbox.fault({ kind: '500', rate: 1, path: '/v1/accounts' })
    expect(await retrieve(who)).toMatchObject({ status: 200, body: { state: 'active' } })
    await sandbox.heal()
  })

  it('sends the customer’s data again, and links to the page where the rest is changed', async () => {
    const { who, account } = await active()
    await test.services.asSystem(
      (tx) =>
        tx`update customers set primary_email = 'nuovo@example.it' where customer_id = ${who.customer_id}`,
    )
    const { status, body } = await ask(who, 'POST', `update/${who.customer_id}`, {})
    expect({ status, link: body.onboarding_url?.startsWith('http') }).toEqual({ status: 200, link: true })
    const seen = await sandbox.stripe.accounts.retrieve(account.account_destination as string)
    expect(seen.email).toBe('nuovo@example.it')
  })
})

describe('the platform’s fee', () => {
  it('200: is set by a super user, and withheld from each payment, never more than the payment', async () => {
    const { who } = await active()
    const backoffice = await signIn(test.services, 'super_user')
    const fee = { fee_bps: 150, fee_fixed: 25 }
    expect(await ask(backoffice, 'POST', `update/${who.customer_id}`, fee)).toMatchObject({
      status: 200,
      body: fee,
    })
    const found = await destination(who.customer_id)
    expect([41_250, 10].map((amount) => found?.application_fee_amount(amount))).toEqual([644, 10])
  })
  it('is told in the office’s audit log, with who set it', async () => {
    const { who } = await active()
    const backoffice = await signIn(test.services, 'super_user')
    await ask(backoffice, 'POST', `update/${who.customer_id}`, { fee_bps: 150 })
    const lines = await test.services.asSystem(
      (tx) => tx`
        select act, user_id, flag_super_user, before, after from audit_log
        where customer_id = ${who.customer_id} and part = 'provider_accounts' order by audit_id`,
    )
    expect(lines).toMatchObject([
      { act: 'created', user_id: who.user_id },
      {
        ...{ act: 'changed', user_id: backoffice.user_id, flag_super_user: true },
        ...{ before: { fee_bps: 0 }, after: { fee_bps: 150 } },
      },
    ])
  })
  it('403: a customer sets it, or a super user in the customer’s name', async () => {
    const { who } = await active()
    expect(await ask(who, 'POST', `update/${who.customer_id}`, { fee_bps: 0 })).toMatchObject({ status: 403 })
    const backoffice = await signIn(test.services, 'super_user')
    const headers = await impersonate(test.services, backoffice, who.customer_id)
    expect(
      await ask({ ...backoffice, headers }, 'POST', `update/${who.customer_id}`, { fee_bps: 0 }),
    ).toMatchObject({ status: 403, body: { error: 'not_while_impersonating' } })
  })
  it.each([{ fee_bps: -1 }, { fee_bps: 1_001 }, { fee_bps: 1.5 }, { fee_fixed: -1 }, { fee_fixed: 1_001 }])(
    '400: %j, with the reason at the field',
    async (fee) => {
      const { who } = await active()
      const backoffice = await signIn(test.services, 'super_user')
      const { status, body } = await ask(backoffice, 'POST', `update/${who.customer_id}`, fee)
      expect({ status, fields: Object.keys(body.fields ?? {}) }).toEqual({
        status: 400,
        fields: Object.keys(fee),
      })
    },
  )
})

describe('the provider’s page, which sets the bank account, is for the office alone', () => {
  it.each(['create', 'update'])(
    '403 or 409: a super user asks to %s, looking or impersonating',
    async (act) => {
      const { who, account } = await active()
      const before = await sandbox.stripe.accounts.retrieve(account.account_destination as string)
      const backoffice = await signIn(test.services, 'super_user')
      const looking = { ...backoffice.headers, 'x-customer-id': String(who.customer_id) }
      const answers = [
        await ask(backoffice, 'POST', `${act}/${who.customer_id}`, {}),
        await ask({ ...backoffice, headers: looking }, 'POST', `${act}/${who.customer_id}`, {}),
      ]
      const headers = await impersonate(test.services, backoffice, who.customer_id)
      answers.push(await ask({ ...backoffice, headers }, 'POST', `${act}/${who.customer_id}`, {}))
      const codes =
        act === 'create'
          ? ['forbidden', 'forbidden', 'forbidden']
          : ['of_the_office', 'of_the_office', 'not_while_impersonating']
      expect(answers.map(({ body }) => body.error)).toEqual(codes)
      expect(answers.map(({ body }) => body.onboarding_url)).toEqual([undefined, undefined, undefined])
      expect(await sandbox.stripe.accounts.retrieve(before.id)).toEqual(before)
    },
  )
})

describe('closing', () => {
  it('200: an empty account is closed at the provider, and another one can be created', async () => {
    const { who, account } = await active()
    expect(await close(who)).toMatchObject({
      status: 200,
      body: { state: 'none', account_destination: null },
    })
    await expect(sandbox.stripe.accounts.retrieve(account.account_destination as string)).rejects.toThrow()
    const next = await create(who)
    expect(next.body.state).toBe('onboarding')
    expect(next.body.account_destination).not.toBe(account.account_destination)
  })
  it('409: an account with money, which stays open', async () => {
    const { who, account } = await active()
    await sandbox.stripe.paymentIntents.create({
      amount: 5000,
      currency: 'eur',
      payment_method: 'pm_card_visa',
      confirm: true,
      transfer_data: { destination: account.account_destination as string },
      return_url: 'https://example.it',
    })
    const { status, body } = await close(who)
    expect({ status, error: body.error }).toEqual({ status: 409, error: 'balance_not_zero' })
    expect(body.error_description).toContain('50,00')
    expect(await destination(who.customer_id)).not.toBeNull()
  })
  it('409: no account', async () => {
    const who = await signIn(test.services, 'customer')
    expect(await close(who)).toMatchObject({ status: 409, body: { error: 'no_provider_account' } })
  })
})

describe('404: another customer’s', () => {
  it.each(['GET retrieve', 'POST create', 'POST update', 'POST delete'])('%s', async (act) => {
    const who = await signIn(test.services, 'customer')
    const other = await makeCustomer(test.services)
    const [method, path] = act.split(' ') as ['GET' | 'POST', string]
    expect(await ask(who, method, `${path}/${other}`, method === 'POST' ? {} : undefined)).toMatchObject({
      status: 404,
    })
  })
})

describe('GET /v1/account', () => {
  const profile = async (who: Person) => {
    const { status, body } = await test.call({ url: '/v1/account', headers: who.headers })
    return { status, body: body as { id: string; error?: string } }
  }
  it('200: the platform’s own account for a super user, the connected one for a customer, without keys', async () => {
    const backoffice = await signIn(test.services, 'super_user')
    const own = await profile(backoffice)
    expect(own).toMatchObject({
      status: 200,
      body: { id: (await sandbox.stripe.accounts.retrieveCurrent()).id },
    })
    const { who, account } = await active()
    const theirs = await profile(who)
    expect(theirs.body.id).toBe(account.account_destination)
    expect(JSON.stringify([own, theirs])).not.toContain('sk_')
  })
  it('409: a customer without an account', async () => {
    const who = await signIn(test.services, 'customer')
    expect(await profile(who)).toMatchObject({ status: 409, body: { error: 'no_provider_account' } })
  })
})
