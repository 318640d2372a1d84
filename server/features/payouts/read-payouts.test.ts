import type { Payout, PayoutLine } from '@saldo/contract/payments/payouts'
import type { CashPosition } from '@saldo/contract/reports/books'
import Stripe from 'stripe'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { runJobs } from '../../jobs/worker.ts'
import { type ConnectedFixtures, connectedFixtures } from '../../testing/features/connected-fixtures.ts'
import { makeBill, signIn } from '../../testing/people.ts'
import { readPayouts } from './read-payouts.ts'

let fixtures: ConnectedFixtures
beforeAll(async () => {
  fixtures = await connectedFixtures()
})
afterAll(() => fixtures.close())
afterEach(() => {
  vi.restoreAllMocks()
  vi.useRealTimers()
})

type Office = Awaited<ReturnType<ConnectedFixtures['anotherOffice']>>
const dayLength = 86_400_000
const days = (count: number) => fixtures.sandbox.advance((count * dayLength) / 1000)

/** An office whose account at the provider is paid out daily. */
async function officePaidDaily(): Promise<Office> {
  const office = await fixtures.anotherOffice()
  await fixtures.stripe.accounts.update(office.destination, {
    external_account: {
      ...{ object: 'bank_account', country: 'IT', currency: 'eur' },
      account_number: 'IT56B9999999999000000000001',
    },
    settings: { payouts: { schedule: { interval: 'daily', delay_days: 7 } } },
  } as Stripe.AccountUpdateParams)
  return office
}

async function get<T>(url: string, { headers }: Pick<Office, 'headers'>): Promise<T> {
  const { status, body } = await fixtures.test.call({ url: `/v1/${url}`, headers })
  expect(status, JSON.stringify(body)).toBe(200)
  return body as T
}
async function readAll(office: Office) {
  await fixtures.test.call({ method: 'POST', url: '/v1/payouts/read', headers: office.headers })
  await runJobs(fixtures.test.services)
}
const readOf = ({ destination }: Office) =>
  readPayouts(fixtures.test.services, { provider_account: 'stripe', destination })
const payoutsOf = async (office: Office) =>
  (await get<{ items: Payout[] }>('payouts?sort=made_on', office)).items.filter(
    ({ destination }) => destination === office.destination,
  )
const linesOf = async (payout_id: number, office: Office) =>
  (await get<{ items: PayoutLine[] }>(`payouts/lines?payout_id=${payout_id}`, office)).items
const cash = (account_id: number, office: Office) => get<CashPosition>(`books/cash/${account_id}`, office)
/** The days on which the ledger has a payout. */
const postedOn = ({ customer_id }: Office) =>
  fixtures.test.services.asSystem(async (tx) =>
    (
      await tx<{ day: string }[]>`
          select day::text from ledger_entries where customer_id = ${customer_id} and kind = 'payout' order by day`
    ).map(({ day }) => day),
  )

const stripe = () => fixtures.test.services.providers.get('stripe').stripe
const dayAgo = (count: number) => new Date(Date.now() - count * dayLength).toISOString().slice(0, 10)
/** Changes when the provider's payouts were made: the oldest at the first of these instants, the next at the second. */
function made(...instants: string[]) {
  const list = stripe().payouts.list.bind(stripe().payouts)
  vi.spyOn(stripe().payouts, 'list').mockImplementation(((
    { created }: Stripe.PayoutListParams,
    options: Stripe.RequestOptions,
  ) =>
    (async function* () {
      const all = await list({ limit: 100 }, options)
      const from = typeof created === 'object' ? (created.gte ?? 0) : 0
      for (const [place, payout] of all.data.reverse().entries()) {
        const seconds = Date.parse(instants[place] as string) / 1000
        if (seconds >= from) yield { ...payout, created: seconds, arrival_date: seconds }
      }
    })()) as never)
}
/** Two payouts of this office’s account, each of one payment. */
async function twoPayouts(office: Office) {
  for (const amount of [10_000, 20_000]) {
    await fixtures.paidByCard(amount)
    await days(9)
  }
  expect((await fixtures.stripe.payouts.list({}, { stripeAccount: office.destination })).data).toHaveLength(2)
}

describe('money returned to a connected account', () => {
  it('after a won dispute is recognised in the payout by its transfer', async () => {
    const office = await officePaidDaily()
    const { payment_id, account_id } = await fixtures.paidByCard(20_000)
    const dispute = await fixtures.contest(payment_id)
    await fixtures.fund(90_000)
    await fixtures.decide(dispute, 'won')
    expect(await fixtures.recoveries()).toMatchObject([{ state: 'closed', returned: 17_400 }])
    await days(10)
    await readAll(office)
    const found = await payoutsOf(office)
    const sent = (await fixtures.stripe.payouts.list({}, { stripeAccount: office.destination })).data
    expect(sent.length).toBeGreaterThan(0)
    expect(found).toHaveLength(sent.length)
    for (const payout of found) expect(payout).toMatchObject({ explained: true, posted: true, unmatched: 0 })
    const lines = (await Promise.all(found.map(({ payout_id }) => linesOf(payout_id, office)))).flat()
    expect(new Set(lines.map((line) => line.payment_id))).toEqual(new Set([payment_id]))
    await days(2)
    await readAll(office)
    expect(await cash(account_id, office)).toMatchObject({
      ...{ connected: 0, in_transit: 0 },
      bank: sent.reduce((sum, { amount }) => sum + amount, 0),
    })
  })
})

describe('reading payouts', () => {
  it('continues after a first reading that stopped in the middle, and dates each payout on its day', async () => {
    const office = await officePaidDaily()
    await twoPayouts(office)
    made(`${dayAgo(90)}T10:00:00Z`, `${dayAgo(80)}T10:00:00Z`)
    const { balanceTransactions } = stripe()
    const list = balanceTransactions.list.bind(balanceTransactions)
    const broken = vi
      .spyOn(balanceTransactions, 'list')
      .mockImplementationOnce(list)
      .mockImplementationOnce(() => {
        throw new Stripe.errors.StripeConnectionError({ message: 'silence' } as never)
      })
    await expect(readOf(office)).rejects.toThrow('silence')
    broken.mockRestore()
    expect(await payoutsOf(office)).toHaveLength(1)
    await readOf(office)
    expect(await payoutsOf(office)).toHaveLength(2)
    expect(await postedOn(office)).toEqual([dayAgo(90), dayAgo(80)])
  })

  it('misses no payout that was made while nothing was read for months', async () => {
    const office = await officePaidDaily()
    await twoPayouts(office)
    made(`${dayAgo(90)}T10:00:00Z`, `${dayAgo(80)}T10:00:00Z`)
    const now = Date.now()
    vi.useFakeTimers({ toFake: ['Date'], now: now - 85 * dayLength })
    const both = vi.spyOn(stripe().payouts, 'list').getMockImplementation() as (...args: unknown[]) => unknown
    // On that day only the earlier payout existed.
    vi.spyOn(stripe().payouts, 'list').mockImplementationOnce(((...args: unknown[]) =>
      (async function* () {
        for await (const payout of both(...args) as AsyncIterable<Stripe.Payout>)
          if (payout.created * 1000 < Date.now()) yield payout
      })()) as never)
    await readOf(office)
    vi.useRealTimers()
    expect(await payoutsOf(office)).toHaveLength(1)
    await readOf(office)
    expect(await payoutsOf(office)).toHaveLength(2)
    // The account was already read completely, so this payout is new. It is posted on the day on which we read it.
    expect((await postedOn(office))[0]).toBe(dayAgo(90))
    expect((await postedOn(office))[1]).not.toBe(dayAgo(80))
  })

  it('dates a payout of shortly before midnight in Greenwich by the day in Rome', async () => {
    const office = await officePaidDaily()
    await twoPayouts(office)
    made('2026-01-10T23:30:00Z', '2026-05-10T22:30:00Z')
    await readOf(office)
    expect((await payoutsOf(office)).map(({ made_on }) => made_on).sort()).toEqual([
      '2026-01-11',
      '2026-05-11',
    ])
    expect(await postedOn(office)).toEqual(['2026-01-11', '2026-05-11'])
  })

  it('knows the account that receives a condominium’s own money, and its owner', async () => {
    const office = await officePaidDaily()
    const { destination, customer_id } = office
    const bill = await makeBill(fixtures.test.services, customer_id, { amounts: [10_000] })
    await fixtures.test.services.asSystem(async (tx) => {
      await tx`delete from provider_accounts where account_destination = ${destination}`
      await tx`update accounts set account_destination = ${destination} where account_id = ${bill.account_id}`
    })
    const paid = await fixtures.test.call({
      ...{ method: 'POST', url: `/v1/stripe/charge/${bill.token}` },
      payload: { payment_method: 'CARD', payment_method_id: 'pm_card_visa' },
    })
    expect(paid.body).toMatchObject({ state: 'succeeded' })
    await runJobs(fixtures.test.services)
    await days(9)
    await fixtures.fund(20_000)
    await fixtures.stripe.transfers.create({ amount: 1_000, currency: 'eur', destination })
    await days(9)
    await readAll(office)
    const [known, strange] = await payoutsOf(office)
    expect(known).toMatchObject({ amount: 10_000, explained: true, posted: true })
    expect(strange).toMatchObject({ amount: 1_000, unmatched: 1_000, explained: false, posted: false })
  })

  it('ignores a payment that names another payment’s attempt', async () => {
    const office = await officePaidDaily()
    const { payment_id } = await fixtures.paidByCard(10_000)
    const { attempt_id } = await fixtures.attemptOf(payment_id)
    await fixtures.stripe.paymentIntents.create({
      ...{ amount: 2_000, currency: 'eur', confirm: true, payment_method: 'pm_card_visa' },
      automatic_payment_methods: { enabled: true, allow_redirects: 'never' },
      metadata: { attempt_id: String(attempt_id) },
    })
    await days(8)
    await readAll(office)
    const platforms = (await get<{ items: Payout[] }>(`payouts?payment_id=${payment_id}`, office)).items.find(
      ({ destination }) => destination === null,
    )
    expect(platforms).toMatchObject({ explained: false, posted: false })
    const lines = await linesOf(platforms?.payout_id as number, office)
    expect(lines.filter((line) => line.class === 'charge').map(({ amount }) => amount)).toEqual([10_000])
  })
})

describe('an account that is closed at the provider', () => {
  const missing = () =>
    new Stripe.errors.StripeInvalidRequestError({
      ...{ message: 'No such account', code: 'resource_missing', type: 'invalid_request_error' },
      statusCode: 404,
    } as never)
  const refused = () =>
    new Stripe.errors.StripePermissionError({
      ...{ message: 'no access', code: 'account_invalid', type: 'invalid_request_error' },
      statusCode: 403,
    } as never)
  it.each([
    ['no longer known', missing],
    ['no longer shown', refused],
  ])('and %s stops neither the nightly match nor the payouts', async (_, error) => {
    const closed = await officePaidDaily()
    const other = await officePaidDaily()
    await fixtures.paidByCard(10_000)
    await days(9)
    for (const resource of [stripe().payouts, stripe().balanceTransactions] as { list: unknown }[]) {
      const list = (resource.list as (...args: unknown[]) => unknown).bind(resource)
      vi.spyOn(resource as { list: () => unknown }, 'list').mockImplementation(((
        params: object,
        options?: { stripeAccount?: string },
      ) => {
        if (options?.stripeAccount === closed.destination) throw error()
        return list(params, options)
      }) as never)
    }
    await readAll(other)
    expect(await payoutsOf(other)).toHaveLength(1)
    await fixtures.compare(await signIn(fixtures.test.services, 'super_user'))
  })
})
