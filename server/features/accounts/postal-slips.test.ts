import type { PostalSlips } from '@saldo/contract/registry/postal-slips'
import { makeItalianIban } from '@saldo/domain/iban'
import { describe, expect, it } from 'vitest'
import { withApp } from '../../testing/app.ts'
import { makeAccount, makeCustomer, signIn, signInSubUser } from '../../testing/people.ts'

type Refusal = { error: string; error_description: string; fields?: Record<string, string> }

const postalIban = makeItalianIban({ abi: '07601', cab: '02800', account: '000012345678' })

async function setUp(iban: string | null = postalIban) {
  const test = await withApp()
  const { services } = test
  const customer_id = await makeCustomer(services)
  const { headers } = await signIn(services, 'customer', customer_id)
  const account_id = await makeAccount(services, customer_id, { name: 'Aurora', iban })
  const url = `/v1/accounts/postal-slips/${account_id}`
  type Reply = Promise<{ status: number; body: PostalSlips & Refusal }>
  const read = (as = headers): Reply => test.call({ method: 'GET', url, headers: as })
  const save = (payload: object, as = headers): Reply =>
    test.call({ method: 'PUT', url, headers: as, payload })
  return { ...test, customer_id, account_id, headers, read, save }
}

describe('GET, PUT /v1/accounts/postal-slips/{id}', () => {
  it('200: none at first, with the account that the IBAN gives', async () => {
    const { read, account_id } = await setUp()
    expect(await read()).toMatchObject({
      status: 200,
      body: { account_id, postal_account: '000012345678', kind: null, holder: 'Aurora', authorisation: null },
    })
  })
  it('200: saved, changed, taken away, each with its line in the history', async () => {
    const { read, save, services, account_id } = await setUp()
    expect((await save({ kind: '896', authorisation: ' AUT. N. 1 ' })).body).toMatchObject({
      ...{ kind: '896', holder: 'Aurora', authorisation: 'AUT. N. 1' },
    })
    expect((await save({ kind: '674', holder: 'Condominio Aurora' })).body).toMatchObject({
      ...{ kind: '674', holder: 'Condominio Aurora', authorisation: null },
    })
    expect((await save({ kind: null })).body).toMatchObject({ kind: null, holder: 'Aurora' })
    expect((await save({ kind: null })).status).toBe(200)
    expect((await read()).body.kind).toBeNull()
    const acts = await services.asSystem(
      (tx) => tx<{ act: string }[]>`
        select act from audit_log
        where account_id = ${account_id} and (before ? 'slip_kind' or after ? 'slip_kind') order by audit_id`,
    )
    expect(acts.map(({ act }) => act)).toEqual(['created', 'changed', 'removed'])
  })
  it.each([
    ['of a bank', makeItalianIban({ abi: '05428', cab: '11101', account: '000012345678' })],
    ['missing', null],
  ])('409: its IBAN is %s; the reason is at the field', async (_what, iban) => {
    const { read, save } = await setUp(iban)
    const refused = await save({ kind: '896' })
    expect(refused).toMatchObject({ status: 409, body: { error: 'no_postal_account' } })
    expect(refused.body.fields?.kind).toContain('BancoPosta')
    expect((await read()).body).toMatchObject({ postal_account: null, kind: null })
    expect((await save({ kind: null })).status).toBe(200)
  })
  it('400: another kind, or a text that does not fit', async () => {
    const { save } = await setUp()
    expect((await save({ kind: '451' })).status).toBe(400)
    expect((await save({ kind: '896', holder: 'A'.repeat(81) })).status).toBe(400)
    expect((await save({ kind: '896', authorisation: 'A'.repeat(61) })).status).toBe(400)
  })
  it('403: a sub-user who only reads condominiums does not change it', async () => {
    const { services, customer_id, read, save } = await setUp()
    const { headers } = await signInSubUser(services, customer_id, { permissions: ['accounts:read'] })
    expect((await read(headers)).status).toBe(200)
    expect((await save({ kind: '896' }, headers)).status).toBe(403)
  })
  it('404: another customer’s', async () => {
    const { services, read, save } = await setUp()
    const { headers } = await signIn(services, 'customer', await makeCustomer(services))
    expect((await read(headers)).status).toBe(404)
    expect((await save({ kind: '896' }, headers)).status).toBe(404)
  })
})
