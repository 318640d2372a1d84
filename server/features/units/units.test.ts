import type { Register, Unit, WeightTable } from '@saldo/contract/registry/units'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { z } from 'zod'
import { startApp, type TestApp } from '../../testing/app.ts'
import { makeAccount, makeSubject, signIn } from '../../testing/people.ts'

let test: TestApp
beforeAll(async () => {
  test = await startApp()
})
afterAll(() => test.close())

async function office() {
  const { headers, customer_id } = await signIn(test.services, 'customer')
  const account_id = await makeAccount(test.services, customer_id)
  const subject_id = await makeSubject(test.services, customer_id)
  const send = async (method: 'GET' | 'PUT' | 'POST' | 'DELETE', url: string, payload?: object) => {
    const reply = await test.call({ method, url, headers, ...(payload ? { payload } : {}) })
    return {
      status: reply.status,
      body: reply.body as Unit & WeightTable & { error: string; fields: Record<string, string> },
    }
  }
  const register = async () =>
    (await send('GET', `/v1/accounts/register/${account_id}`)).body as unknown as z.output<typeof Register>
  const unit = async (number: string) =>
    (await send('PUT', '/v1/units', { account_id, number, staircase: 'A' })).body
  return { account_id, customer_id, subject_id, send, register, unit }
}

describe('units', () => {
  it('201, 200, 204: are added in order, changed and removed', async () => {
    const { account_id, send, register } = await office()
    const first = await send('PUT', '/v1/units', {
      account_id,
      number: '1',
      staircase: 'A',
      floor: 'T',
      use: 'shop',
    })
    expect(first).toMatchObject({ status: 201, body: { name: 'Int. 1, scala A', use: 'shop', holders: [] } })
    await send('PUT', '/v1/units', { account_id, number: '2' })
    const { unit_id } = first.body
    const changed = await send('POST', '/v1/units', { unit_id, number: '1b', staircase: 'A' })
    expect(changed.body).toMatchObject({ name: 'Int. 1b, scala A', floor: 'T', use: 'shop' })
    expect((await register()).units.map(({ number }) => number)).toEqual(['1b', '2'])
    expect((await send('DELETE', `/v1/units/${unit_id}`)).status).toBe(204)
    expect((await send('DELETE', `/v1/units/${unit_id}`)).status).toBe(404)
    expect((await register()).units).toHaveLength(1)
  })
  it('409: staircase and number of another unit, in any notation, named by field', async () => {
    const { account_id, send, unit } = await office()
    await unit('5B')
    const taken = await send('PUT', '/v1/units', { account_id, number: '5b', staircase: 'a' })
    expect(taken).toMatchObject({
      status: 409,
      body: { fields: { number: expect.stringContaining('già un’unità') } },
    })
  })
  it('400: no number', async () => {
    const { account_id, send } = await office()
    const wrong = await send('PUT', '/v1/units', { account_id, number: ' ' })
    expect(wrong).toMatchObject({ status: 400, body: { fields: { number: 'Scrivi l’interno.' } } })
  })
})

describe('right holders', () => {
  it('201, 200: have a right with a share and a period, and lose it', async () => {
    const { subject_id, send, unit } = await office()
    const { unit_id } = await unit('1')
    const right = { right_kind: 'owner', share_numerator: 1, share_denominator: 2 }
    const given = await send('PUT', '/v1/units/holders', {
      unit_id,
      subject_id,
      ...right,
      since: '2020-01-31',
    })
    expect(given.status).toBe(201)
    const [holder] = given.body.holders
    expect(holder).toMatchObject({ ...right, subject_id, since: '2020-01-31', until: null, pays: false })
    const right_holder_id = holder?.right_holder_id
    const ended = await send('POST', '/v1/units/holders', {
      right_holder_id,
      ...right,
      pays: true,
      until: '2025-12-31',
    })
    expect(ended.body.holders).toMatchObject([{ until: '2025-12-31', since: null, pays: true }])
    expect((await send('DELETE', `/v1/units/holders/${right_holder_id}`)).body.holders).toEqual([])
  })
  it('409: the same right twice in one period', async () => {
    const { subject_id, send, unit } = await office()
    const { unit_id } = await unit('1')
    const right = { unit_id, subject_id, right_kind: 'tenant' }
    await send('PUT', '/v1/units/holders', right)
    expect(await send('PUT', '/v1/units/holders', right)).toMatchObject({
      status: 409,
      body: { fields: { right_kind: expect.stringContaining('già questo diritto') } },
    })
  })
  it('400: shares above the whole, or an end before the beginning', async () => {
    const { subject_id, send, unit } = await office()
    const { unit_id } = await unit('1')
    const wrong = { share_numerator: 3, share_denominator: 2, since: '2026-02-01', until: '2026-01-31' }
    const refused = await send('PUT', '/v1/units/holders', {
      unit_id,
      subject_id,
      right_kind: 'owner',
      ...wrong,
    })
    expect(refused).toMatchObject({
      status: 400,
      body: {
        fields: { share_numerator: 'La quota supera l’intero.', until: 'La fine viene prima dell’inizio.' },
      },
    })
  })
})

describe('tables of weights', () => {
  it('201, 200, 204: sum their weights, which are changed one by one', async () => {
    const { account_id, send, unit, register } = await office()
    const [one, two] = [await unit('1'), await unit('2')]
    const made = await send('PUT', '/v1/units/tables', { account_id, name: 'Tabella A' })
    expect(made).toMatchObject({ status: 201, body: { kind: 'value', total: 0, weights: {} } })
    const { weight_table_id } = made.body
    const table = { weight_table_id, name: 'Tabella A', kind: 'stairs' }
    await send('POST', '/v1/units/tables', {
      ...table,
      weights: { [one.unit_id]: 6_000_001, [two.unit_id]: 5 },
    })
    const changed = await send('POST', '/v1/units/tables', {
      ...table,
      weights: { [two.unit_id]: 3_999_999 },
    })
    expect(changed.body).toMatchObject({
      kind: 'stairs',
      total: 10_000_000,
      weights: { [one.unit_id]: 6_000_001, [two.unit_id]: 3_999_999 },
    })
    const zero = await send('POST', '/v1/units/tables', { ...table, weights: { [two.unit_id]: 0 } })
    expect(zero.body.weights).toEqual({ [one.unit_id]: 6_000_001, [two.unit_id]: 0 })
    const less = await send('POST', '/v1/units/tables', { ...table, weights: { [two.unit_id]: null } })
    expect(less.body.weights).toEqual({ [one.unit_id]: 6_000_001 })
    expect((await register()).tables).toMatchObject([{ name: 'Tabella A', total: 6_000_001 }])
    expect((await send('DELETE', `/v1/units/tables/${weight_table_id}`)).status).toBe(204)
    expect((await register()).tables).toEqual([])
  })
  it('404: a unit of another condominium; 409: an existing name; 400: a negative weight', async () => {
    const { account_id, customer_id, send, unit } = await office()
    const { unit_id } = await unit('1')
    const other = await makeAccount(test.services, customer_id)
    const elsewhere = (await send('PUT', '/v1/units', { account_id: other, number: '1' })).body.unit_id
    const { weight_table_id } = (await send('PUT', '/v1/units/tables', { account_id, name: 'Tabella A' }))
      .body
    const table = { weight_table_id, name: 'Tabella A' }
    expect((await send('POST', '/v1/units/tables', { ...table, weights: { [elsewhere]: 1 } })).status).toBe(
      404,
    )
    expect((await send('POST', '/v1/units/tables', { ...table, weights: { [unit_id]: -1 } })).status).toBe(
      400,
    )
    const taken = await send('PUT', '/v1/units/tables', { account_id, name: 'TABELLA A' })
    expect(taken).toMatchObject({
      status: 409,
      body: { fields: { name: expect.stringContaining('già una tabella') } },
    })
  })
})
