import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startApp, type TestApp } from '../../testing/app.ts'
import { movement, readingOffice } from '../../testing/features/reading-office.ts'

let test: TestApp
beforeAll(async () => {
  test = await startApp()
})
afterAll(() => test.close())

describe('money that left the account', () => {
  it.each([
    ['has a reason of return that fits no debit', { return_reason: 'AM04' }],
    ['is a reversal of a movement that is not here', { is_reversal: true, reversed_reference: 'X' }],
    ['is called unpaid by the bank', { text: 'INSOLUTO SDD ROSSI LUCIA' }],
    ['is called a reversal', { text: 'Storno bonifico del 02/10' }],
    ['has the code of an unpaid debit', { bank_code: 'PMNT/IDDT/UPDD' }],
    ['has the causale of the CBI for unpaid effects', { bank_code: '42' }],
  ])('and %s is asked, also after the night', async (_why, more) => {
    const at = await readingOffice(test)
    const [id] = await at.read([movement(-10_000, more)])
    expect((await at.detail(id as number)).state).toBe('to_explain')
    const excluded = await at.send('POST', `/v1/transfers/${id}/exclude`, { reason: 'Già registrato' })
    expect(excluded).toMatchObject({ status: 200, body: { state: 'excluded', why_not: { include: null } } })
    const included = await at.send('POST', `/v1/transfers/${id}/include`)
    expect(included).toMatchObject({ status: 200, body: { state: 'to_explain' } })
  })
  it('is no collection otherwise, and stays left out', async () => {
    const at = await readingOffice(test)
    const [id] = await at.read([movement(-10_000, { text: 'FATT 77 GIARDINI PERVINCA', bank_code: '26' })])
    expect((await at.detail(id as number)).state).toBe('excluded')
    expect((await at.send('POST', `/v1/transfers/${id}/include`)).status).toBe(409)
  })
})
