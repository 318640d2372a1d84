import type { SavedReceiptLayout } from '@saldo/contract/reports/receipts-export'
import { givenLayouts } from '@saldo/domain/accounting/receipt-layout'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startApp, type TestApp } from '../../testing/app.ts'
import { signIn } from '../../testing/people.ts'

let test: TestApp
beforeAll(async () => {
  test = await startApp()
})
afterAll(() => test.close())

const short = { name: 'Per il commercialista', ...givenLayouts.short.layout }

async function setUp() {
  const { headers, customer_id } = await signIn(test.services, 'customer')
  const call = (method: 'GET' | 'PUT' | 'POST' | 'DELETE', payload?: object, id = '') =>
    test.call({ method, url: `/v1/receipt-layouts${id}`, headers, ...(payload ? { payload } : {}) })
  const list = async () => ((await call('GET')).body as { items: SavedReceiptLayout[] }).items
  return { call, list, customer_id }
}

it('201, 200, 204: a layout is saved, changed and deleted, and the audit log has each', async () => {
  const { call, list, customer_id } = await setUp()
  const made = await call('PUT', short)
  expect(made.status).toBe(201)
  const { layout_id } = made.body as SavedReceiptLayout
  expect(await list()).toMatchObject([{ layout_id, ...short }])
  const columns = short.columns.toReversed().map(({ column }) => ({ column, header: column.toUpperCase() }))
  const changed = { ...short, columns, separator: 'tab' }
  expect((await call('POST', { layout_id, ...changed })).status).toBe(200)
  expect(await list()).toMatchObject([changed])
  expect((await call('DELETE', undefined, `/${layout_id}`)).status).toBe(204)
  expect(await list()).toEqual([])
  const lines = await test.services.asSystem(
    (tx) =>
      tx`select act from audit_log where customer_id = ${customer_id} and noun = 'receipt_layouts' order by 1`,
  )
  expect(lines.map(({ act }) => act)).toEqual(['changed', 'created', 'removed'])
})

it('400: without columns, without a header, without a name, each said in Italian', async () => {
  const { call } = await setUp()
  for (const wrong of [
    { columns: [] },
    { columns: [{ column: 'gross', header: ' ' }] },
    { columns: [{ column: 'password', header: 'x' }] },
    { name: '' },
  ])
    expect((await call('PUT', { ...short, ...wrong })).status).toBe(400)
})

it('404: another customer’s', async () => {
  const mine = await setUp()
  const { layout_id } = (await mine.call('PUT', short)).body as SavedReceiptLayout
  const { call } = await setUp()
  expect((await call('POST', { layout_id, ...short })).status).toBe(404)
  expect((await call('DELETE', undefined, `/${layout_id}`)).status).toBe(404)
  expect(await mine.list()).toHaveLength(1)
})

it('409: a name that another layout has, also in capitals', async () => {
  const { call } = await setUp()
  await call('PUT', short)
  const { status, body } = await call('PUT', { ...short, name: short.name.toUpperCase() })
  expect([status, body]).toMatchObject([409, { fields: { name: 'C’è già un tracciato con questo nome.' } }])
})
