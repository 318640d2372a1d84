import { addDays, today } from '@saldo/domain/dates'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startApp, type TestApp } from '../../testing/app.ts'
import { movement, readingOffice } from '../../testing/features/reading-office.ts'

let test: TestApp
beforeAll(async () => {
  test = await startApp()
})
afterAll(() => test.close())

it('a statement that has booked a movement on a day to come is refused whole, with the line', async () => {
  const at = await readingOffice(test)
  const past = movement(10_000, { booked_on: today() })
  const future = movement(10_000, { booked_on: addDays(today(), 1), line: 7 })
  await expect(at.read([past, future])).rejects.toMatchObject({
    message: expect.stringContaining('deve ancora venire'),
    line: 7,
  })
  expect((await at.send<{ items: object[] }>('GET', '/v1/transfers')).body.items).toEqual([])
  expect(await at.read([past])).toHaveLength(1)
})

it('a statement that does not begin where the one before ends says so with its file', async () => {
  const at = await readingOffice(test)
  await at.read([movement(100)], 'camt.053.001.08', { opening: 0, closing: 100 })
  await at.read([movement(200)], 'camt.053.001.08', { opening: 100, closing: 300 })
  await at.read([movement(500)], 'camt.053.001.08', { opening: 4_000, closing: 4_500 })
  const { body } = await at.send<{ items: { note: string | null }[] }>('GET', '/v1/flows')
  expect(body.items.map(({ note }) => note)).toEqual([
    expect.stringContaining('Un estratto non comincia con il saldo con cui finisce quello prima'),
    null,
    null,
  ])
})
