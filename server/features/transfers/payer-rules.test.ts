import { makeItalianIban } from '@saldo/domain/iban'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startApp, type TestApp } from '../../testing/app.ts'
import { movement, readingOffice } from '../../testing/features/reading-office.ts'

let test: TestApp
beforeAll(async () => {
  test = await startApp()
})
afterAll(() => test.close())

it('what a confirmed match taught is forgotten with it, unless another match still says it', async () => {
  const at = await readingOffice(test)
  const party_iban = makeItalianIban({ abi: '05428', cab: '11101', account: '888888' })
  const paid = { party_name: 'ROSSI LUCIA', party_iban }
  const ids = await at.read([movement(10_000, paid), movement(8_000, paid)])
  const many = await at.send('POST', '/v1/transfers/confirm-many', { movement_ids: ids })
  expect(many.body).toMatchObject({ confirmed: 2 })
  const rules = async () => (await at.send<{ items: object[] }>('GET', '/v1/payer-rules')).body.items.length
  for (const [id, left] of [
    [ids[0], 1],
    [ids[1], 0],
  ]) {
    expect((await at.send('POST', `/v1/transfers/${id}/undo`, {})).status).toBe(200)
    expect(await rules()).toBe(left)
  }
})
