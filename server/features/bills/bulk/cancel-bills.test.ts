import type { BillRun } from '@saldo/contract/bills/bill-runs'
import { describe, expect, it } from 'vitest'
import { runJobs } from '../../../jobs/worker.ts'
import type { Services } from '../../../services.ts'
import { withApp } from '../../../testing/app.ts'
import { newsOf } from '../../../testing/news.ts'
import { makeAccount, makeBill, makeCustomer, signIn, signInFor } from '../../../testing/people.ts'
import { cancelBillsJob } from './cancel-bills.job.ts'
import { giveUpBillRun } from './give-up-bill-run.job.ts'

type Refused = { items: { bill_id: number; number: string; reason: string }[]; next_cursor: string | null }
type Reply<Body> = { status: number; body: Body & { error?: string; error_description?: string } }

async function office() {
  const test = await withApp()
  const customer_id = await makeCustomer(test.services)
  const { headers } = await signIn(test.services, 'customer', customer_id)
  const begin = (payload: object, as = headers) =>
    test.call({ method: 'POST', url: '/v1/bills/cancel', headers: as, payload }) as Promise<Reply<BillRun>>
  const get = async <Body>(url: string, as = headers) =>
    (await test.call({ method: 'GET', url, headers: as })) as Reply<Body>
  /** Starts a run, runs the jobs, and returns the result. */
  const cancel = async (payload: object) => {
    const begun = await begin(payload)
    expect(begun).toMatchObject({ status: 202, body: { state: 'running', done: 0 } })
    await runJobs(test.services)
    return (await get<BillRun>(`/v1/bills/runs/${begun.body.run_id}`)).body
  }
  const refusals = async (run_id: number, query = '') =>
    (await get<Refused>(`/v1/bills/runs/${run_id}/refused${query}`)).body
  const phases = (ids: number[]) =>
    test.services.asSystem(async (tx) =>
      (await tx`select phase from bills where bill_id = any(${ids}) order by bill_id`).map(
        ({ phase }) => phase,
      ),
    )
  const eventsOf = (bill_id: number) =>
    test.services.asSystem(
      (tx) => tx`select kind from bill_events where bill_id = ${bill_id} and kind = 'cancelled'`,
    )
  return { ...test, customer_id, headers, begin, get, cancel, refusals, phases, eventsOf }
}

/** Inserts many bills of one condominium directly in the database. */
const manyBills = (at: Awaited<ReturnType<typeof office>>, count: number) =>
  at.services.asSystem(async (tx) => {
    const first = await makeBill(at.services, at.customer_id)
    await tx`
      with made as (
        insert into bills (customer_id, account_id, subject_id, number, description, issue_date, amount)
        select customer_id, account_id, subject_id, 'M-' || n, description, issue_date, amount
        from bills, generate_series(1, ${count - 1}) n where bill_id = ${first.bill_id}
        returning bill_id, customer_id, amount
      ), lined as (
        insert into bill_lines (customer_id, bill_id, position, description, amount)
        select customer_id, bill_id, 1, 'Quota', amount from made)
      insert into bill_instalments (customer_id, bill_id, position, due_date, amount)
      select customer_id, bill_id, 1, '2099-01-01', amount from made`
    return { ...first, count }
  })

describe('a selection by name', () => {
  it('is cancelled where possible; the reason is stored for each other bill', async () => {
    const { services, customer_id, cancel, refusals, phases, eventsOf } = await office()
    const [open, paid, draft] = [
      await makeBill(services, customer_id),
      await makeBill(services, customer_id),
      await makeBill(services, customer_id, { draft: true }),
    ]
    await services.asSystem(
      (tx) => tx`update bill_instalments set settled = amount where bill_id = ${paid.bill_id}`,
    )
    const ids = [open.bill_id, paid.bill_id, draft.bill_id, open.bill_id]
    const run = await cancel({ ids })
    expect(run).toMatchObject({ state: 'done', total: 3, done: 3, changed: 2, refused: 1 })
    const why = [{ bill_id: paid.bill_id, number: paid.number, reason: 'È già pagata.' }]
    expect(await refusals(run.run_id)).toEqual({ items: why, next_cursor: null })
    expect(await phases(ids)).toEqual(['cancelled', 'paid', 'cancelled'])
    expect([await eventsOf(open.bill_id), await eventsOf(paid.bill_id)].map(({ length }) => length)).toEqual([
      1, 0,
    ])
    const again = await cancel({ ids: [open.bill_id] })
    expect(again).toMatchObject({ changed: 0, refused: 1 })
    expect((await refusals(again.run_id)).items).toMatchObject([{ reason: 'È annullata.' }])
    expect(await eventsOf(open.bill_id)).toHaveLength(1)
  })

  it('is refused completely if one bill belongs to another customer, or if it is empty', async () => {
    const { services, customer_id, begin, phases } = await office()
    const own = await makeBill(services, customer_id)
    const other = await makeBill(services, await makeCustomer(services))
    expect((await begin({ ids: [own.bill_id, other.bill_id] })).status).toBe(404)
    expect((await begin({ ids: [] })).status).toBe(400)
    expect((await begin({})).status).toBe(400)
    expect((await begin({ ids: [own.bill_id], where: 'state=open', count: 1 })).status).toBe(400)
    await runJobs(services)
    expect(await phases([own.bill_id, other.bill_id])).toEqual(['open', 'open'])
  })

  it('keeps a bill with a paid instalment, even if another one was returned', async () => {
    const { services, customer_id, cancel, refusals } = await office()
    const bill = await makeBill(services, customer_id, { amounts: [100, 100] })
    await services.asSystem(async (tx) => {
      await tx`update bill_instalments set settled = 100 where bill_id = ${bill.bill_id} and position = 1`
      await tx`update bill_instalments set returned = amount where bill_id = ${bill.bill_id}`
    })
    const { run_id } = await cancel({ ids: [bill.bill_id] })
    expect((await refusals(run_id)).items).toMatchObject([{ reason: 'Una parte è già stata pagata.' }])
  })

  it('must belong to the customer whom a super user impersonates', async () => {
    const { services, customer_id, begin } = await office()
    const { headers } = await signInFor(services, customer_id)
    const own = await makeBill(services, customer_id)
    const other = await makeBill(services, await makeCustomer(services))
    expect(await begin({ ids: [own.bill_id, other.bill_id] }, headers)).toMatchObject({ status: 404 })
    expect(await begin({ ids: [own.bill_id] }, headers)).toMatchObject({ status: 202 })
  })
})

describe('a selection by what the list shows', () => {
  it('includes everything that the query finds, except the excluded bills', async () => {
    const { services, customer_id, cancel, phases } = await office()
    const account_id = await makeAccount(services, customer_id)
    const [one, two, kept] = [
      await makeBill(services, customer_id, { account_id }),
      await makeBill(services, customer_id, { account_id }),
      await makeBill(services, customer_id, { account_id }),
    ]
    const elsewhere = await makeBill(services, customer_id)
    const where = `account_id=${account_id}&sort=-issue_date`
    const run = await cancel({ where, except: [kept.bill_id], count: 2 })
    expect(run).toMatchObject({ state: 'done', total: 2, changed: 2 })
    const ids = [one, two, kept, elsewhere].map(({ bill_id }) => bill_id)
    expect(await phases(ids)).toEqual(['cancelled', 'cancelled', 'open', 'open'])
  })

  it('is refused if it has changed since it was confirmed, or if it finds another customer’s bills', async () => {
    const { services, customer_id, begin } = await office()
    const bill = await makeBill(services, customer_id)
    await makeBill(services, customer_id)
    expect(await begin({ where: '', count: 1 })).toMatchObject({
      status: 409,
      body: { error: 'selection_changed' },
    })
    const other = await makeBill(services, await makeCustomer(services))
    const foreign = await begin({ where: `account_id=${other.account_id}`, count: 1 })
    expect(foreign).toMatchObject({ status: 409 })
    expect(await begin({ where: 'state=never', count: 1 })).toMatchObject({ status: 400 })
    expect(await begin({ where: `q=%00${bill.bill_id}`, count: 1 })).toMatchObject({ status: 400 })
  })
})

describe('a run of many', () => {
  it('notifies its author, who may have left the page, of the result; refusals are paged', async () => {
    const at = await office()
    const { account_id, count } = await manyBills(at, 600)
    await at.services.asSystem(
      (tx) => tx`
        update bill_instalments set settled = amount
        where bill_id in (select bill_id from bills where customer_id = ${at.customer_id} order by bill_id limit 7)`,
    )
    const run = await at.cancel({ where: `account_id=${account_id}`, count })
    expect(run).toMatchObject({ state: 'done', total: 600, done: 600, changed: 593, refused: 7 })
    const first = await at.refusals(run.run_id, '?limit=5')
    const rest = await at.refusals(run.run_id, `?limit=5&cursor=${first.next_cursor}`)
    expect([first.items.length, rest.items.length, rest.next_cursor]).toEqual([5, 2, null])
    expect((await at.get<BillRun[]>('/v1/bills/runs')).body.map(({ run_id }) => run_id)).toEqual([run.run_id])
    const told = await at.services.asSystem(
      (tx) => tx`select title, metadata from push_messages join users using (user_id)
        where customer_id = ${at.customer_id}`,
    )
    expect(told).toMatchObject([
      { title: 'Bollette annullate', metadata: { link: `/bollette/annullamenti/${run.run_id}` } },
    ])
  })

  it('continues after an interruption, and cancels no bill twice', async () => {
    const at = await office()
    const { account_id, count } = await manyBills(at, 600)
    const { body } = await at.begin({ where: `account_id=${account_id}`, count })
    let batches = 0
    const dying: Services = {
      ...at.services,
      asCustomer: (who, work) =>
        at.services.asCustomer(who, async (tx) => {
          const answer = await work(tx)
          batches += 1
          if (batches === 2) throw new Error('died before its second batch was kept')
          return answer
        }),
    }
    await expect(cancelBillsJob(dying, { run_id: body.run_id })).rejects.toThrow('died')
    const half = (await at.get<BillRun>(`/v1/bills/runs/${body.run_id}`)).body
    expect(half).toMatchObject({ state: 'running', done: 250, changed: 250 })
    await runJobs(at.services)
    const run = (await at.get<BillRun>(`/v1/bills/runs/${body.run_id}`)).body
    expect(run).toMatchObject({ state: 'done', done: 600, changed: 600, refused: 0 })
  })

  it('can be stopped, and keeps what was done', async () => {
    const at = await office()
    const bill = await makeBill(at.services, at.customer_id)
    const { body } = await at.begin({ ids: [bill.bill_id] })
    const stop = async () =>
      (await at.call({
        method: 'POST',
        url: `/v1/bills/runs/${body.run_id}/stop`,
        headers: at.headers,
      })) as Reply<BillRun>
    expect(await stop()).toMatchObject({ status: 200, body: { state: 'stopped', done: 0 } })
    await runJobs(at.services)
    expect(await at.phases([bill.bill_id])).toEqual(['open'])
    expect(await stop()).toMatchObject({ status: 200, body: { state: 'stopped', done: 0 } })
    const run = await at.cancel({ ids: [bill.bill_id] })
    const ended = await at.call({
      method: 'POST',
      url: `/v1/bills/runs/${run.run_id}/stop`,
      headers: at.headers,
    })
    expect(ended.body).toMatchObject({ state: 'done', changed: 1 })
  })
})

it('a run that fails for good stops, and notifies the person who started it', async () => {
  const { services, customer_id, begin, get, phases } = await office()
  const { bill_id } = await makeBill(services, customer_id)
  const { run_id } = (await begin({ ids: [bill_id] })).body
  await giveUpBillRun(services, { run_id })
  expect((await get<BillRun>(`/v1/bills/runs/${run_id}`)).body).toMatchObject({ state: 'stopped', done: 0 })
  expect(await newsOf(services, customer_id)).toMatchObject([{ title: 'Bollette annullate solo in parte' }])
  // The rest of the run is not done later either.
  await runJobs(services)
  expect(await phases([bill_id])).toEqual(['open'])
})
