import { addDays, today } from '@saldo/domain/dates'
import { expect, it } from 'vitest'
import { withApp } from '../../../testing/app.ts'
import { makeAccount, makeBill, makeCustomer, makeSubject, signIn } from '../../../testing/people.ts'

/**
 * One bill of each kind that once was missing: returned, refunded, pending, disputed in part; and one that is not due
 * yet.
 */
async function setUp() {
  const test = await withApp()
  const { services } = test
  const customer_id = await makeCustomer(services)
  const { headers } = await signIn(services, 'customer', customer_id)
  const account_id = await makeAccount(services, customer_id)
  const subject_id = await makeSubject(services, customer_id)
  const bill = (amounts: number[], days: number[]) =>
    makeBill(services, customer_id, {
      ...{ account_id, subject_id, amounts },
      due_dates: days.map((each) => addDays(today(), each)),
    })
  const change = (bill_id: number, what: object) =>
    services.asSystem(
      (tx) =>
        tx`update bill_instalments set ${tx(what as Record<string, number>)} where bill_id = ${bill_id} and position = 1`,
    )
  const returned = await bill([100_000], [-30])
  await change(returned.bill_id, { returned: 100_000 })
  const refunded = await bill([20_000], [-3])
  await change(refunded.bill_id, { refunded: 20_000 })
  const pending = await bill([3_000, 500], [-2, 40])
  await change(pending.bill_id, { pending: 3_000 })
  const contested = await bill([700, 80], [-20, -10])
  await change(contested.bill_id, { settled: 700 })
  await services.asSystem((tx) => tx`update bills set disputed = true where bill_id = ${contested.bill_id}`)
  await bill([9_000], [0])
  const get = async <Body>(url: string) => {
    const reply = await test.call({ url: `/v1${url}`, headers })
    expect(reply.status).toBe(200)
    return { ...reply, body: reply.body as Body }
  }
  return { ...test, headers, account_id, subject_id, get }
}

const residue = 100_000 + 20_000 + 3_500 + 80 + 9_000
const overdue = 100_000 + 20_000 + 3_000 + 80

it('the overdue amount is the same on every screen and in every file, for bills of every kind', async () => {
  const { call, headers, account_id, subject_id, get } = await setUp()
  type Figures = { count: number; residue: number; overdue: number | { count: number; amount: number } }
  const figures = { residue, overdue }
  expect((await get('/bills/summary')).body).toMatchObject(figures)
  expect((await get('/accounts/summary')).body).toMatchObject(figures)
  expect((await get(`/accounts/${account_id}`)).body).toMatchObject(figures)
  expect((await get('/subjects/summary')).body).toMatchObject(figures)
  expect((await get(`/subjects/${subject_id}`)).body).toMatchObject(figures)

  const { body: dashboard } = await get<Figures & { to_collect: object }>('/dashboard')
  expect(dashboard.overdue).toEqual({ count: 4, amount: overdue })
  expect(dashboard.to_collect).toMatchObject({ residue })
  const { body: listed } = await get<Figures>('/bills/summary?money=overdue')
  expect(listed).toMatchObject({ count: 4, overdue })

  const { body: certificate } = await call({
    ...{ method: 'PUT', url: '/v1/certificates', headers, payload: { subject_id, account_id } },
  })
  expect(certificate).toMatchObject({ ...figures, regular: false })

  const file = (await get('/bills/export?columns=overdue&money=overdue')).raw.toString()
  expect(file.trim().split('\r\n').slice(1).toSorted()).toEqual(
    ['0,80', '1000,00', '200,00', '30,00'].toSorted(),
  )
})

it('a returned bill keeps its own label in lists of overdue bills', async () => {
  const { get } = await setUp()
  type Bill = { bill_id: number; state: string; residue: number }
  const { items } = (await get<{ items: Bill[] }>('/bills?money=overdue&sort=-residue')).body
  expect(items.map(({ state }) => state)).toEqual(['returned', 'refunded', 'pending', 'disputed'])
})
