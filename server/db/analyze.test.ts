import { expect, it } from 'vitest'
import { withApp } from '../testing/app.ts'
import { makeCustomer } from '../testing/people.ts'
import { analyzeAfter } from './analyze.ts'

it('the planner knows a customer’s rows as soon as a large write is done, and after a small one keeps its estimate', async () => {
  const { services } = await withApp()
  const others = await makeCustomer(services)
  await services.asSystem(async (tx) => {
    await tx`insert into accounts (customer_id, name) select ${others}, 'Condominio ' || n from generate_series(1, 3000) n`
  })
  await services.asCustomer({ customer_id: others, user_id: null }, (tx) => analyzeAfter(tx, 3000))
  const expectedRows = async (written: number) => {
    const customer_id = await makeCustomer(services)
    const who = { customer_id, user_id: null }
    await services.asCustomer(who, async (tx) => {
      await tx`insert into accounts (customer_id, name) select ${customer_id}, 'Condominio ' || n from generate_series(1, 1000) n`
      await analyzeAfter(tx, written)
    })
    return services.asCustomer(who, async (tx) => {
      const [row] = await tx`explain (format json) select name from accounts`
      return row?.['QUERY PLAN'][0].Plan['Plan Rows'] as number
    })
  }
  expect(await expectedRows(999)).toBeLessThan(10)
  expect(await expectedRows(1000)).toBeGreaterThan(800)
})
