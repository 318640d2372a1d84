import { afterAll, beforeAll, expect, it } from 'vitest'
import { startApp, type TestApp } from '../../testing/app.ts'
import { makeBill, makeSubject, signIn } from '../../testing/people.ts'

let test: TestApp
beforeAll(async () => {
  test = await startApp()
})
afterAll(() => test.close())

/** An office with five payments by Serra Davide and one by another person. */
async function office() {
  const { headers, customer_id } = await signIn(test.services, 'customer')
  const serra = await makeSubject(test.services, customer_id, { nominative: 'Serra Davide' })
  const conti = await makeSubject(test.services, customer_id, { nominative: 'Conti Anna' })
  const ids: number[] = []
  for (const [n, subject_id] of [serra, serra, serra, serra, serra, conti].entries()) {
    const bill = await makeBill(test.services, customer_id, { subject_id, amounts: [1_000 * (n + 1)] })
    const [row] = await test.services.asSystem(
      (tx) => tx`
        insert into payments (customer_id, account_id, bill_id, subject_id, method, amount, state, created_at)
        values (${customer_id}, ${bill.account_id}, ${bill.bill_id}, ${subject_id}, ${n % 2 ? 'CARD' : 'SEPA_DEBIT'},
          ${bill.amount}, ${n === 0 ? 'failed' : 'succeeded'}, ${`2026-03-0${n + 1}T23:30:00Z`})
        returning payment_id`,
    )
    ids.push(row?.payment_id)
  }
  const list = async (query: string) => {
    const reply = await test.call({ url: `/v1/payments?${query}`, headers })
    expect(reply.status).toBe(200)
    return reply.body as {
      items: { payment_id: number; subject_nominative: string }[]
      next_cursor: string | null
    }
  }
  const sums = async (query: string) =>
    (await test.call({ url: `/v1/payments/summary?${query}`, headers })).body as {
      count: number
      amount: number
      net: number
    }
  return { ids, list, sums, headers }
}

const keys = (items: { payment_id: number }[]) => items.map(({ payment_id }) => payment_id)

it('lists newest first, each once across pages', async () => {
  const { ids, list } = await office()
  const one = await list('limit=4')
  const two = await list(`limit=4&cursor=${one.next_cursor}`)
  expect([...keys(one.items), ...keys(two.items)]).toEqual(ids.toReversed())
  expect(two.next_cursor).toBeNull()
})

it('finds by person, by displayed number, and by days in Rome', async () => {
  const { ids, list } = await office()
  expect((await list('q=davide%20serra')).items).toHaveLength(5)
  expect(keys((await list(`q=PG-${ids[2]}`)).items)).toContain(ids[2])
  // 23:30 in UTC is the next day in Rome.
  expect(keys((await list('created_at_from=2026-03-07&created_at_to=2026-03-07')).items)).toEqual([ids[5]])
})

it('sums the filtered payments', async () => {
  const { sums } = await office()
  expect(await sums('')).toMatchObject({ count: 6, amount: 21_000 })
  expect(await sums('method=CARD&amount_min=3000')).toMatchObject({ count: 2, amount: 10_000 })
})

it('exports exactly the filtered payments', async () => {
  const { headers } = await office()
  const reply = await test.call({
    url: '/v1/payments/export?q=conti&columns=subject_nominative,amount',
    headers,
  })
  expect(reply.raw.toString().trim().split('\r\n')).toEqual(['Intestatario;Importo', 'Conti Anna;60,00'])
})
