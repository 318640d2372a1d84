import { expect, it } from 'vitest'
import { withApp } from '../../testing/app.ts'
import { makeBill, makeCustomer, signIn } from '../../testing/people.ts'

type Outcome = { cancelled: number; refused: { bill_id: number; number: string; reason: string }[] }

async function office() {
  const test = await withApp()
  const customer_id = await makeCustomer(test.services)
  const { headers } = await signIn(test.services, 'customer', customer_id)
  const cancel = (ids: number[]) =>
    test.call({ method: 'POST', url: '/v1/bills/cancel', headers, payload: { ids } }) as Promise<{
      status: number
      body: Outcome & { fields?: object }
    }>
  const phases = (ids: number[]) =>
    test.services.asSystem(async (tx) =>
      (await tx`select phase from bills where bill_id = any(${ids}) order by bill_id`).map(
        ({ phase }) => phase,
      ),
    )
  return { ...test, customer_id, cancel, phases }
}

it('cancels what can be, and says of each other why not', async () => {
  const { services, customer_id, cancel, phases } = await office()
  const [open, paid, draft] = [
    await makeBill(services, customer_id),
    await makeBill(services, customer_id),
    await makeBill(services, customer_id, { draft: true }),
  ]
  await services.asSystem(
    (tx) => tx`update bill_instalments set settled = amount where bill_id = ${paid.bill_id}`,
  )
  const ids = [open.bill_id, paid.bill_id, draft.bill_id, open.bill_id]
  const { status, body } = await cancel(ids)
  expect(status).toBe(200)
  expect(body).toEqual({
    cancelled: 2,
    refused: [{ bill_id: paid.bill_id, number: paid.number, reason: 'È già pagata.' }],
  })
  expect(await phases(ids)).toEqual(['cancelled', 'paid', 'cancelled'])
  const events = await services.asSystem(
    (tx) => tx`select bill_id from bill_events where kind = 'cancelled' order by bill_id`,
  )
  expect(events.map(({ bill_id }) => bill_id)).toEqual([open.bill_id, draft.bill_id])
  const again = await cancel([open.bill_id])
  expect(again.body).toMatchObject({ cancelled: 0, refused: [{ reason: 'È annullata.' }] })
})

it('cancels none when one of them is not ours, and none at all when none are named', async () => {
  const { services, customer_id, cancel, phases } = await office()
  const own = await makeBill(services, customer_id)
  const other = await makeBill(services, await makeCustomer(services))
  expect((await cancel([own.bill_id, other.bill_id])).status).toBe(404)
  expect(await phases([own.bill_id, other.bill_id])).toEqual(['open', 'open'])
  expect((await cancel([])).status).toBe(400)
  expect((await cancel(Array.from({ length: 1001 }, (_, id) => id + 1))).status).toBe(400)
})

it('keeps an instalment that came in, although another came back', async () => {
  const { services, customer_id, cancel } = await office()
  const bill = await makeBill(services, customer_id, { amounts: [100, 100] })
  await services.asSystem(async (tx) => {
    await tx`update bill_instalments set settled = 100 where bill_id = ${bill.bill_id} and position = 1`
    await tx`update bills set standing = 'returned' where bill_id = ${bill.bill_id}`
  })
  const { body } = await cancel([bill.bill_id])
  expect(body).toMatchObject({ cancelled: 0, refused: [{ reason: 'Una parte è già stata pagata.' }] })
})
