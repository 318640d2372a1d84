import { afterAll, beforeAll, expect, it } from 'vitest'
import {
  type MoneyTransferFixtures,
  moneyTransferFixtures,
} from '../../testing/features/money-transfer-fixtures.ts'

let at: MoneyTransferFixtures
beforeAll(async () => {
  at = await moneyTransferFixtures()
})
afterAll(() => at.close())

const set = (more: object) =>
  at.call('PUT', 'money-transfer-limits', at.people.carla, {
    ...{ office_day_limit: 100_000_000, all_day_limit: 900_000_000, reason: 'Conto della piattaforma' },
    ...more,
  })

it('the holder of the platform’s account is renamed under the same IBAN, and has none without it', async () => {
  expect(await set({ payer_name: 'Saldo S.r.l.' })).toMatchObject({
    status: 400,
    body: { fields: { payer_iban: 'Scrivi l’IBAN del conto.' } },
  })
  await set({ payer_name: 'Saldo S.r.l.', payer_iban: 'IT60X0542811101000000123456' })
  const { status, body } = await set({ payer_name: 'Saldo S.p.A.' })
  expect(status).toBe(200)
  expect(body).toMatchObject({ payer_name: 'Saldo S.p.A.', payer_iban: expect.stringMatching(/3456$/) })
  expect((await set({})).body).toMatchObject({ payer_name: 'Saldo S.p.A.' })
})
