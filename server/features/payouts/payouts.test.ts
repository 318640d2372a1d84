import type { Payout, PayoutLine } from '@saldo/contract/payments/payouts'
import type { CashPosition } from '@saldo/contract/reports/books'
import type Stripe from 'stripe'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { runJobs } from '../../jobs/worker.ts'
import {
  type ReconciliationFixtures,
  reconciliationFixtures,
} from '../../testing/features/reconciliation-fixtures.ts'
import { signIn } from '../../testing/people.ts'

let fixtures: ReconciliationFixtures
beforeEach(async () => {
  fixtures = await reconciliationFixtures()
})
afterEach(() => fixtures.close())

const day = 86_400
const days = (count: number) => fixtures.sandbox.advance(count * day)
type Person = Awaited<ReturnType<typeof signIn>>

async function get<T>(url: string, as: Person = fixtures.who): Promise<T> {
  const { status, body } = await fixtures.test.call({ url: `/v1/${url}`, headers: as.headers })
  expect(status, JSON.stringify(body)).toBe(200)
  return body as T
}
async function read() {
  const { status } = await fixtures.test.call({
    method: 'POST',
    url: '/v1/payouts/read',
    headers: fixtures.who.headers,
  })
  expect(status).toBe(202)
  await runJobs(fixtures.test.services)
}
const payouts = async (as?: Person, query = '') =>
  (await get<{ items: Payout[] }>(`payouts?${query}`, as)).items
const linesOf = async (payout_id: number, as?: Person) =>
  (await get<{ items: PayoutLine[] }>(`payouts/lines?payout_id=${payout_id}`, as)).items
const cash = (account_id: number) => get<CashPosition>(`books/cash/${account_id}`)
const control = (path: string, body: object) =>
  fetch(`${fixtures.sandbox.url}/_sandbox/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })

const good = 'IT56B9999999999000000000001'
const bankAccount = (account_number: string) => ({
  ...{ object: 'bank_account' as const, country: 'IT', currency: 'eur' },
  account_number,
})
/** An office with its own connected account, which receives its payments. */
async function connect({ account_number = good, schedule }: { account_number?: string; schedule: object }) {
  const { id } = await fixtures.sandbox.stripe.accounts.create({
    country: 'IT',
    capabilities: { transfers: { requested: true } },
    external_account: bankAccount(account_number),
    settings: { payouts: { schedule } },
  } as Stripe.AccountCreateParams)
  await control('accounts/complete', { account: id })
  await fixtures.test.services.asSystem(
    (tx) => tx`
      insert into provider_accounts (customer_id, provider_account, account_destination, state, fee_bps)
      values (${fixtures.who.customer_id}, 'stripe', ${id}, 'active', 300)`,
  )
  return id
}

describe('a payout of the platform', () => {
  it('is matched to its payments, and moves each condominium’s money to its bank', async () => {
    const one = await fixtures.payment(10_000)
    const two = await fixtures.payment(5_000)
    await fixtures.refund(two.payment_id, 1_000)
    const office = fixtures.who
    await fixtures.anotherOffice()
    await fixtures.payment(30_000)
    const other = fixtures.who
    await days(7)
    await read()

    const net = { one: 10_000 - 175, two: 5_000 - 100 - 1_000, other: 30_000 - 475 }
    const [mine, ...none] = await payouts(office)
    expect(none).toEqual([])
    expect(mine).toMatchObject({
      ...{ state: 'in_transit', amount: net.one + net.two, matched: net.one + net.two, unmatched: 0 },
      ...{ explained: true, posted: true, lines: 3, destination: null },
    })
    expect((await payouts(other)).map(({ amount }) => amount)).toEqual([net.other])
    const lines = await linesOf(mine?.payout_id as number, office)
    expect(lines.map(({ class: of, payment_id, net }) => [of, payment_id, net]).sort()).toEqual([
      ['charge', one.payment_id, net.one],
      ['charge', two.payment_id, 4_900],
      ['refund', two.payment_id, -1_000],
    ])
    expect((await payouts(office, `payment_id=${one.payment_id}`))[0]?.payout_id).toBe(mine?.payout_id)
    const position = () => get<CashPosition>(`books/cash/${one.bill.account_id}`, office)
    expect(await position()).toMatchObject({ provider: 0, in_transit: net.one, bank: 0, total: net.one })

    await days(1)
    await read()
    expect((await payouts(office))[0]).toMatchObject({ state: 'paid' })
    expect(await position()).toMatchObject({ provider: 0, in_transit: 0, bank: net.one })
    await read()
    expect(await position()).toMatchObject({ provider: 0, in_transit: 0, bank: net.one })
    const detail = await get<Payout & { accounts: { net: number }[] }>(`payouts/${mine?.payout_id}`, office)
    expect(detail.accounts.map((account) => account.net).sort()).toEqual([net.two, net.one])
  })

  it('is not posted, with the reason, while it has an unknown line; once that is explained, it is', async () => {
    const { bill } = await fixtures.payment(10_000)
    await fixtures.sandbox.stripe.paymentIntents.create({
      ...{ amount: 2_000, currency: 'eur', confirm: true, payment_method: 'pm_card_visa' },
      automatic_payment_methods: { enabled: true, allow_redirects: 'never' },
    })
    await fixtures.compare(fixtures.backoffice)
    await days(7)
    await read()
    expect((await payouts())[0]).toMatchObject({
      amount: 9_825,
      matched: 9_825,
      explained: false,
      posted: false,
    })
    const nobodys = (await payouts(fixtures.backoffice)).find(({ customer_id }) => customer_id === null)
    expect(nobodys).toMatchObject({ matched: 0, explained: false })
    expect(await cash(bill.account_id)).toMatchObject({ provider: 9_825, in_transit: 0 })
    expect(await payouts(fixtures.who, 'matching=unexplained')).toHaveLength(1)

    const [item] = await fixtures.openItems(fixtures.backoffice)
    expect(
      (
        await fixtures.act(
          `/items/${item?.item_id}/explain`,
          { reason: 'Prova della tessera' },
          fixtures.backoffice,
        )
      ).status,
    ).toBe(200)
    await read()
    expect((await payouts())[0]).toMatchObject({ explained: true, posted: true })
    expect(await cash(bill.account_id)).toMatchObject({ provider: 0, in_transit: 9_825 })
  })

  it('that fails reverses the postings, also after it had arrived', async () => {
    const { bill } = await fixtures.payment(10_000)
    await days(9)
    await read()
    expect(await cash(bill.account_id)).toMatchObject({ bank: 9_825 })
    const [first] = await payouts()
    await control('payouts/fail', { payout: first?.provider_object })
    await read()
    expect((await payouts())[0]).toMatchObject({ state: 'failed', failure_code: 'account_closed' })
    expect(await cash(bill.account_id)).toMatchObject({ bank: 0, in_transit: 0, provider: 9_825 })
  })
})

describe('a payout of a connected account', () => {
  it('belongs to the office, with the transferred payments; the platform’s margin belongs to no customer', async () => {
    const id = await connect({ schedule: { interval: 'daily', delay_days: 7 } })
    const { bill, payment_id } = await fixtures.payment(10_000)
    await fixtures.refund(payment_id, 1_000)
    await days(10)
    await read()
    const [theirs] = await payouts(fixtures.who, 'sort=amount')
    const [connected] = (await payouts()).filter(({ destination }) => destination === id)
    expect(connected).toMatchObject({ destination: id, explained: true, posted: true, unmatched: 0 })
    const [atProvider] = (await fixtures.sandbox.stripe.payouts.list({}, { stripeAccount: id })).data
    expect(connected).toMatchObject({ provider_object: atProvider?.id, amount: atProvider?.amount })
    const lines = await linesOf(connected?.payout_id as number)
    expect(lines.map(({ class: of, payment_id }) => [of, payment_id]).sort()).toEqual([
      ['charge', payment_id],
      ['refund', payment_id],
    ])
    // The platform's part is paid out to the platform and never reaches the condominium's bank.
    expect(theirs).toMatchObject({ destination: null, explained: true })
    await runJobs(fixtures.test.services)
    expect(await cash(bill.account_id)).toMatchObject({
      ...{ bank: atProvider?.amount, in_transit: 0 },
      // Both balances at the provider are empty, and the ledger agrees.
      ...{ connected: 0, provider: 0 },
    })
    expect(await payouts(await signIn(fixtures.test.services, 'customer'))).toEqual([])
  })

  it('that fails is given back by the next one, whose line is explained by it', async () => {
    const id = await connect({
      account_number: 'IT33C9999999999000000000002',
      schedule: { interval: 'daily', delay_days: 7 },
    })
    const { bill } = await fixtures.payment(10_000)
    await days(9)
    await read()
    const failed = (await payouts()).filter(({ destination }) => destination === id)
    expect(failed).toMatchObject([{ state: 'failed', explained: true }])
    expect(await cash(bill.account_id)).toMatchObject({ bank: 0, in_transit: 0 })
    await fixtures.sandbox.stripe.accounts.update(id, { external_account: bankAccount(good) })
    await days(9)
    await read()
    const again = (await payouts()).find(({ destination, state }) => destination === id && state === 'paid')
    expect(again).toMatchObject({ amount: failed[0]?.amount, explained: true, posted: true })
    expect(await linesOf(again?.payout_id as number)).toMatchObject([
      { class: 'payout_failure', account_id: bill.account_id },
    ])
    expect(await cash(bill.account_id)).toMatchObject({ bank: failed[0]?.amount, in_transit: 0 })
  })

  it('made by hand lists no payments, and waits to be explained', async () => {
    const id = await connect({ schedule: { interval: 'manual' } })
    const { bill } = await fixtures.payment(10_000)
    await days(8)
    await fixtures.sandbox.stripe.payouts.create({ amount: 4_000, currency: 'eur' }, { stripeAccount: id })
    await read()
    const [manual] = (await payouts()).filter(({ destination }) => destination === id)
    expect(manual).toMatchObject({
      amount: 4_000,
      matched: 0,
      unmatched: 4_000,
      explained: false,
      posted: false,
    })
    expect((await cash(bill.account_id)).in_transit).toBe(0)
  })
})
