import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type Stripe from 'stripe'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { payByCard, type RunningSandbox, runSandbox } from '../running-sandbox.ts'
import { openStore } from '../store/store.ts'
import type { OpenApi } from './openapi.ts'
import { createAnswerCheck } from './validate.ts'
import { newerThanTheDescription } from './version-skew.ts'

const check = createAnswerCheck()
let sandbox: RunningSandbox
let charge: Stripe.Charge
beforeAll(async () => {
  sandbox = await runSandbox()
  const intent = await payByCard(sandbox.stripe, 'pm_card_visa', { expand: ['latest_charge'] })
  const { lastResponse: _, ...plain } = await sandbox.stripe.charges.retrieve(
    (intent.latest_charge as Stripe.Charge).id,
  )
  charge = plain
})
afterAll(() => sandbox.end())

const judge = (body: unknown, url = `/v1/charges/${charge.id}`) => check('GET', url, 200, body)

describe('an answer checked against Stripe’s description', () => {
  it('passes as the sandbox sends it', () => {
    expect(judge(charge)).toEqual([])
  })

  it.each([
    ['a field of another type', { amount: '12345' }, 'amount must be integer'],
    ['a misspelt field', { amuont: 12_345 }, 'must NOT have additional properties: amuont'],
    ['a value that Stripe does not know', { status: 'done' }, 'status must be equal to one of'],
    ['nothing where something must be', { currency: null }, 'currency must be string'],
    ['a wrong object inside', { balance_transaction: { id: 'txn_1' } }, 'must have required property'],
    ['a misspelling deep inside', { outcome: { ...{ tipe: 'x' } } }, 'additional properties: tipe'],
  ])('is reported for %s', (_name, wrong, words) => {
    expect(judge({ ...charge, ...wrong }).join('\n')).toContain(words)
  })

  it('is reported for a missing field', () => {
    const { amount: _, ...rest } = charge
    expect(judge(rest).join()).toContain("must have required property 'amount'")
  })

  it('is checked inside lists, events and errors, too', () => {
    const list = { object: 'list', url: '/v1/charges', has_more: false, data: [{ ...charge, paid: 1 }] }
    expect(judge(list, '/v1/charges').join()).toContain('/data/0/paid must be boolean')
    const event = { object: 'event', data: { object: { ...charge, paid: 1 } } }
    expect(judge(event, '/v1/events/evt_1').join()).toContain("event's charge/paid must be boolean")
    expect(check('POST', '/v1/charges', 402, { error: { message: 'no type' } }).join()).toContain("'type'")
  })

  it('is reported for an address that Stripe does not have', () => {
    expect(judge(charge, '/v1/chargez').join()).toContain('not in Stripe')
  })
})

describe('the sandbox of the tests', () => {
  it('cannot be stopped without an error after an invalid answer', async () => {
    const home = await mkdtemp(join(tmpdir(), 'sandbox-broken-'))
    const store = await openStore(home)
    const broken = { id: 'cus_broken', object: 'customer', created: 'yesterday', livemode: false }
    store.book('acct_SaldoSandboxFirst000000001').put('customers', broken as unknown as Stripe.Customer)
    await store.close()
    const running = await runSandbox({ home })
    await running.stripe.customers.retrieve('cus_broken')
    await expect(running.stop()).rejects.toThrow('created must be integer')
    await rm(home, { recursive: true, force: true })
  })
})

describe('the list of newer fields', () => {
  it('names only described schemas, and fields that are not described', async () => {
    const text = await readFile(join(import.meta.dirname, 'stripe-openapi.json'), 'utf8')
    const { schemas } = (JSON.parse(text) as OpenApi).components
    for (const [name, fields] of Object.entries(newerThanTheDescription))
      for (const field of Object.keys(fields)) {
        expect(schemas).toHaveProperty(name)
        expect(schemas[name]?.properties?.[field]).toBeUndefined()
      }
  })
})
