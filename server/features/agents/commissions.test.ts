import { addDays, today } from '@saldo/domain/dates'
import { applicationFee, feeGivenBack } from '@saldo/domain/payments/application-fee'
import { commissionLine, monthOf, statementOf } from '@saldo/domain/payments/commissions'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { agentFixtures, dayOf, monthsAgo } from '../../testing/features/agent-fixtures.ts'
import { makeCustomer } from '../../testing/people.ts'

let fixtures: Awaited<ReturnType<typeof agentFixtures>>
beforeAll(async () => {
  fixtures = await agentFixtures()
})
afterAll(() => fixtures.close())

const now = monthsAgo(0)
const last = monthsAgo(1)
const before = monthsAgo(2)
const month = async (agent_id: number, which: string) =>
  (await fixtures.call('GET', `/commissions/${agent_id}/${which}`)).body
const lines = async (agent_id: number, which: string) =>
  (await fixtures.call('GET', `/commissions/${agent_id}/${which}/lines`)).body.items as Record<
    string,
    unknown
  >[]
const close = (agent_id: number, which: string) =>
  fixtures.call('POST', '/commissions/close', { agent_id, month: which })
const pay = (agent_id: number, which: string, of: object = {}) =>
  fixtures.call('POST', '/commissions/pay', {
    ...{ agent_id, month: which, paid_on: today(), reference: 'Bonifico 12' },
    ...of,
  })

describe("the platform's fees", () => {
  it('is recorded once, on the day in Rome on which the money arrived', async () => {
    const customer_id = await makeCustomer(fixtures.app.services)
    const payment_id = await fixtures.paid(customer_id, { amount: 10_000, fee: 150, day: dayOf(last, 3) })
    expect(await fixtures.feesOf(payment_id)).toEqual([{ kind: 'kept', amount: 150, day: dayOf(last, 3) }])
    await fixtures.app.services.asSystem(
      (tx) => tx`update payment_attempts set state = 'refunded' where payment_id = ${payment_id}`,
    )
    await fixtures.app.services.asSystem(
      (tx) => tx`update payment_attempts set state = 'succeeded' where payment_id = ${payment_id}`,
    )
    expect(await fixtures.feesOf(payment_id)).toHaveLength(1)
  })
  it('is returned with each refund in proportion, completely with the last one, and kept again if a refund fails', () =>
    fc.assert(
      fc.asyncProperty(
        fc.array(fc.integer({ min: 1, max: 5000 }), { minLength: 1, maxLength: 4 }),
        fc.integer({ min: 1, max: 3000 }),
        async (parts, fee_bps) => {
          const amount = parts.reduce((total, part) => total + part, 0)
          const fee = applicationFee(amount, { fee_bps, fee_fixed: 1 })
          const customer_id = await makeCustomer(fixtures.app.services)
          const payment_id = await fixtures.paid(customer_id, { amount, fee, day: dayOf(last, 1) })
          let [refunded, back] = [0, 0]
          for (const part of parts) {
            if (refunded + part < amount) await fixtures.refunded(payment_id, part, 'failed')
            await fixtures.refunded(payment_id, part)
            refunded += part
            back += feeGivenBack({ fee, amount, refunded, back }, part)
            const left = (await fixtures.feesOf(payment_id)).reduce(
              (total, { amount: cents }) => total + cents,
              0,
            )
            expect(left).toBe(fee - back)
          }
        },
      ),
      { numRuns: 8 },
    ))
  it('is append-only, also for the system', async () => {
    for (const statement of ['update platform_fees set amount = 1', 'delete from platform_fees'])
      await expect(fixtures.app.services.asSystem((tx) => tx.unsafe(statement))).rejects.toThrow()
  })
})

describe('GET /v1/agents/commissions/…', () => {
  it('200: for each customer, the fees kept in the month while the agent was theirs, times the rate', async () => {
    const [one, other] = [await fixtures.makeAgent(), await fixtures.makeAgent({ commission_bps: 2000 })]
    const customers = [
      await makeCustomer(fixtures.app.services),
      await makeCustomer(fixtures.app.services),
    ] as const
    await fixtures.assign(one, customers[0], dayOf(before, 1), { to_date: dayOf(last, 14) })
    await fixtures.assign(other, customers[0], dayOf(last, 15))
    await fixtures.assign(one, customers[1], dayOf(last, 1))
    for (const [customer_id, day, fee] of [
      [customers[0], dayOf(last, 14), 645],
      [customers[0], dayOf(last, 15), 100],
      [customers[0], dayOf(before, 28), 999],
      [customers[1], dayOf(last, 1), 5],
      [customers[1], dayOf(last, 28), 6],
    ] as const)
      await fixtures.paid(customer_id, { amount: 10_000, fee, day })
    expect(await month(one, last)).toMatchObject({
      ...{ status: 'open', fees_cents: 656, reversed_cents: 0, base_cents: 656, customers_count: 2 },
      // 64.5 and 1.1 cents, each rounded by itself.
      commission_cents: 66,
    })
    expect(await lines(one, last)).toMatchObject([
      { customer_id: customers[0], fees_cents: 645, commission_cents: 65, commission_bps: 1000 },
      { customer_id: customers[1], fees_cents: 11, commission_cents: 1 },
    ])
    expect(await month(other, last)).toMatchObject({ fees_cents: 100, commission_cents: 20 })
    const file = await fixtures.app.call({
      url: `/v1/agents/commissions/${one}/${last}/export`,
      headers: fixtures.headers,
    })
    expect(file.raw.toString().trim().split('\r\n').slice(1)).toEqual([
      expect.stringMatching(/;6,45;0,00;6,45;10;0,65$/),
      expect.stringMatching(/;0,11;0,00;0,11;10;0,01$/),
    ])
  })
  it('200: agrees with the domain’s rule for random payments on random days', () =>
    fc.assert(
      fc.asyncProperty(
        fc.array(
          fc.record({
            ago: fc.integer({ min: 0, max: 3 }),
            day: fc.integer({ min: 1, max: 28 }),
            fee: fc.integer({ min: 1, max: 5000 }),
          }),
          { maxLength: 8 },
        ),
        fc.integer({ min: 1, max: 28 }),
        fc.integer({ min: 0, max: 10_000 }),
        async (kept, from, commission_bps) => {
          const agent_id = await fixtures.makeAgent({ commission_bps })
          const customer_id = await makeCustomer(fixtures.app.services)
          const [from_date, to_date] = [dayOf(monthsAgo(2), from), dayOf(last, from)]
          await fixtures.assign(agent_id, customer_id, from_date, { to_date })
          const days = kept.map(({ ago, day, fee }) => ({ fee, day: dayOf(monthsAgo(ago), day) }))
          for (const each of days) await fixtures.paid(customer_id, { amount: 10_000, ...each })
          for (const which of [now, last, before, monthsAgo(3)]) {
            const fees = days
              .filter(({ day }) => monthOf(day) === which && day >= from_date && day <= to_date)
              .reduce((total, { fee }) => total + fee, 0)
            const line = commissionLine({ fees_cents: fees, reversed_cents: 0 }, commission_bps)
            const told = await month(agent_id, which)
            expect(told).toMatchObject(line)
            expect(told).toMatchObject(statementOf((await lines(agent_id, which)) as never))
          }
        },
      ),
      { numRuns: 5 },
    ))
  it('200: all months since the first customer, the latest first, a page at a time', async () => {
    const { agent_id } = await fixtures.agentWithCustomer()
    const first = (await fixtures.call('GET', `/commissions/${agent_id}?limit=20`)).body
    const second = (
      await fixtures.call('GET', `/commissions/${agent_id}?limit=20&cursor=${first.next_cursor}`)
    ).body
    const months = [first, second].flatMap(({ items }) => items as { month: string; status: string }[])
    expect(months.map((each) => each.month)).toEqual(Array.from({ length: 25 }, (_, ago) => monthsAgo(ago)))
    expect(months.map(({ status }) => status)).toEqual(['running', ...Array(24).fill('open')])
    expect(second.next_cursor).toBeNull()
    expect((await fixtures.call('GET', `/commissions/${await fixtures.makeAgent()}`)).body.items).toEqual([])
  })
  it('404: an unknown agent; 400: an invalid month', async () => {
    const agent_id = await fixtures.makeAgent()
    expect((await fixtures.call('GET', '/commissions/987654321')).status).toBe(404)
    expect((await fixtures.call('GET', `/commissions/987654321/${last}/lines`)).status).toBe(404)
    for (const wrong of ['2026-13', '2026-9', '0000-01'])
      expect((await fixtures.call('GET', `/commissions/${agent_id}/${wrong}`)).status).toBe(400)
  })
})

describe('POST /v1/agents/commissions/close', () => {
  it('200: a closed month never changes, even if rate and customers change; closing it again has no effect', async () => {
    const { agent_id, customer_id } = await fixtures.agentWithCustomer()
    await fixtures.paid(customer_id, { amount: 10_000, fee: 645, day: dayOf(last, 9) })
    const closed = await close(agent_id, last)
    expect(closed).toMatchObject({
      status: 200,
      body: { status: 'closed', commission_cents: 65, base_cents: 645 },
    })
    const { body } = await fixtures.call('GET', `/${agent_id}`)
    expect(body.to_pay_cents).toBe(65)
    await fixtures.call('PUT', '', { agent_id, email: body.email, commission_bps: 5000 })
    expect((await close(agent_id, last)).body).toEqual(closed.body)
    expect(await month(agent_id, last)).toEqual(closed.body)
    expect(await lines(agent_id, last)).toMatchObject([{ commission_bps: 1000, commission_cents: 65 }])
    expect(await month(agent_id, before)).toMatchObject({ status: 'open' })
  })
  it('200: closes once, also for many parallel requests', async () => {
    const { agent_id, customer_id } = await fixtures.agentWithCustomer()
    await fixtures.paid(customer_id, { amount: 10_000, fee: 645, day: dayOf(last, 9) })
    const all = await Promise.all([1, 2, 3, 4].map(() => close(agent_id, last)))
    for (const each of all) expect(each).toEqual(all[0])
    expect(all[0]?.body).toMatchObject({ commission_cents: 65 })
  })
  it('200: waits for a fee that is being written, so that the fee is part of the month', async () => {
    const { agent_id, customer_id } = await fixtures.agentWithCustomer()
    const gate = Promise.withResolvers<void>()
    const of = { amount: 10_000, fee: 645, day: dayOf(last, 9) }
    const paying = fixtures.paid(customer_id, { ...of, until: gate.promise })
    await expect
      .poll(() =>
        fixtures.app.services.asSystem(async (tx) => {
          const [held] = await tx`
            select count(*)::int as held from pg_locks
            where locktype = 'advisory' and objid = 7302 and granted
              and database = (select oid from pg_database where datname = current_database())`
          return held?.held
        }),
      )
      .toBe(1)
    const closing = close(agent_id, last)
    const waits = new Promise((go) => setTimeout(go, 300, 'waits'))
    const first = await Promise.race([closing.then(() => 'closed'), waits])
    gate.resolve()
    await paying
    expect([first, (await closing).body.commission_cents]).toEqual(['waits', 65])
  })
  it('200: a fee returned later is a negative line of the month in which it was returned', async () => {
    const { agent_id, customer_id } = await fixtures.agentWithCustomer()
    const payment_id = await fixtures.paid(customer_id, { amount: 10_000, fee: 645, day: dayOf(last, 9) })
    const closed = (await close(agent_id, last)).body
    await fixtures.refunded(payment_id, 10_000)
    expect(await month(agent_id, last)).toEqual(closed)
    expect(await lines(agent_id, now)).toMatchObject([
      { customer_id, fees_cents: 0, reversed_cents: 645, base_cents: -645, commission_cents: -65 },
    ])
  })
  it('409: the current month, or a month without customers; 404: an unknown agent', async () => {
    const { agent_id } = await fixtures.agentWithCustomer()
    expect(await close(agent_id, now)).toMatchObject({ status: 409, body: { error: 'month_running' } })
    expect(await close(agent_id, monthsAgo(25))).toMatchObject({
      status: 409,
      body: { error: 'no_customers' },
    })
    expect((await close(987_654_321, last)).status).toBe(404)
  })
  it('409: changing who had a customer in a closed month', async () => {
    const { agent_id, customer_id } = await fixtures.agentWithCustomer()
    await close(agent_id, last)
    const { body } = await fixtures.call('GET', `/assignments?agent_id=${agent_id}`)
    const [{ agent_customer_id: id }] = body.items as [{ agent_customer_id: number }]
    const refused = { status: 409, body: { error: 'month_closed' } }
    expect(await fixtures.call('DELETE', `/assignments/${id}`)).toMatchObject(refused)
    expect(await fixtures.call('PUT', `/assignments/${id}`, { to_date: dayOf(last, 20) })).toMatchObject(
      refused,
    )
    expect(await fixtures.call('PUT', `/assignments/${id}`, { from_date: dayOf(last, 2) })).toMatchObject(
      refused,
    )
    expect(await fixtures.call('PUT', `/ended/${agent_id}`, { ended_on: dayOf(last, 20) })).toMatchObject(
      refused,
    )
    const another = await makeCustomer(fixtures.app.services)
    expect(await fixtures.assign(agent_id, another, dayOf(last, 20))).toMatchObject(refused)
    const heir = await fixtures.makeAgent()
    expect(await fixtures.assign(heir, customer_id, dayOf(last, 20), { replace: true })).toMatchObject(
      refused,
    )
    const lastDay = addDays(dayOf(now, 1), -1)
    expect((await fixtures.call('PUT', `/assignments/${id}`, { to_date: lastDay })).status).toBe(200)
  })
  it('403: without a recent step-up', async () => {
    const { agent_id } = await fixtures.agentWithCustomer()
    const shift = (by: string) =>
      fixtures.app.services.asSystem(
        (tx) => tx`update sessions set proved_at = now() - ${by}::interval where user_id in (
          select user_id from users where flag_super_user)`,
      )
    await shift('11 minutes')
    expect(await close(agent_id, last)).toMatchObject({ status: 403, body: { error: 'step_up_required' } })
    expect(await pay(agent_id, last)).toMatchObject({ status: 403, body: { error: 'step_up_required' } })
    await shift('0')
  })
  it('the database protects closed statements, and refuses a statement that is not the sum of its lines', async () => {
    const { agent_id, customer_id } = await fixtures.agentWithCustomer()
    await fixtures.paid(customer_id, { amount: 10_000, fee: 645, day: dayOf(last, 9) })
    await close(agent_id, last)
    for (const statement of [
      'update commission_statements set commission_cents = 1 where agent_id =',
      'delete from commission_lines where statement_id in (select statement_id from commission_statements) and 0 <',
      'delete from commission_statements where agent_id =',
      `insert into commission_statements (month, fees_cents, reversed_cents, base_cents, commission_cents, agent_id)
       select date '2001-01-01', 10, 0, 10, 1,`,
    ])
      await expect(
        fixtures.app.services.asSystem((tx) => tx.unsafe(`${statement} ${agent_id}`)),
      ).rejects.toThrow(/statement/)
  })
})

describe('POST /v1/agents/commissions/pay', () => {
  const closedAgent = async () => {
    const { agent_id, customer_id } = await fixtures.agentWithCustomer()
    await fixtures.paid(customer_id, { amount: 10_000, fee: 645, day: dayOf(last, 9) })
    await close(agent_id, last)
    return agent_id
  }
  it('200: records day and reference; the same request again has no effect, other data are refused', async () => {
    const agent_id = await closedAgent()
    const paid = await pay(agent_id, last)
    expect(paid).toMatchObject({
      status: 200,
      body: { status: 'paid', paid_on: today(), reference: 'Bonifico 12', commission_cents: 65 },
    })
    expect(await pay(agent_id, last)).toEqual(paid)
    expect(await pay(agent_id, last, { reference: 'Bonifico 13' })).toMatchObject({
      status: 409,
      body: { error: 'already_paid' },
    })
    expect((await fixtures.call('GET', `/${agent_id}`)).body.to_pay_cents).toBe(0)
  })
  it('400: a day in the future or within the month itself, or no reference', async () => {
    const agent_id = await closedAgent()
    for (const wrong of [{ paid_on: addDays(today(), 1) }, { paid_on: dayOf(last, 20) }, { reference: ' ' }])
      expect(await pay(agent_id, last, wrong)).toMatchObject({
        status: 400,
        body: { fields: { [Object.keys(wrong)[0] as string]: expect.any(String) } },
      })
  })
  it('409: a month that is not closed or has no earnings; 404: an unknown agent', async () => {
    const { agent_id } = await fixtures.agentWithCustomer()
    expect(await pay(agent_id, last)).toMatchObject({ status: 409, body: { error: 'not_closed' } })
    await close(agent_id, last)
    expect(await pay(agent_id, last)).toMatchObject({ status: 409, body: { error: 'nothing_to_pay' } })
    expect((await pay(987_654_321, last)).status).toBe(404)
  })
})
