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
