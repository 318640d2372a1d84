import { makeItalianIban } from '@saldo/domain/iban'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { hashToken } from '../../http/actor.ts'
import { startApp, type TestApp } from '../../testing/app.ts'
import {
  impersonate,
  makeAccount,
  makeCustomer,
  makeSubject,
  signIn,
  signInFor,
  signInSubUser,
} from '../../testing/people.ts'

let app: TestApp
beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.close())

type Headers = Record<string, string>
async function send<Body extends object = object>(
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  path: string,
  headers: Headers,
  payload?: object,
) {
  const { status, body } = await app.call({
    ...{ method, url: `/v1/${path}`, headers },
    ...(payload ? { payload } : {}),
  })
  return { status, body: body as Body & { error?: string } }
}
const tagged = (email: unknown) => String(email).replace('@', '+prova@')

describe('never while impersonating', () => {
  const iban = makeItalianIban({ abi: '05428', cab: '11101', account: '000000987654' })
  const otherIban = makeItalianIban({ abi: '05428', cab: '11101', account: '000000987653' })
  const refused = { status: 403, body: { error: 'not_while_impersonating' } }
  const working = async () => {
    const customer_id = await makeCustomer(app.services)
    return signInFor(app.services, customer_id)
  }

  it('acts on oneself: name and address, password, second steps', async () => {
    const { headers } = await working()
    const pass = { old_password: 'vecchia', new_password: 'Nuova-password-9' }
    for (const [method, path, body] of [
      ['PUT', 'users/me', { nominative: 'Altro Nome' }],
      ['POST', 'users/change/password', pass],
      ['POST', 'auth/totp', {}],
      ['DELETE', 'auth/totp', undefined],
      ['POST', 'auth/passkeys/options', {}],
      ['POST', 'auth/recovery-codes', {}],
    ] as const)
      expect(await send(method, path, headers, body), path).toMatchObject(refused)
  })
  it('acts on users and credentials of the office', async () => {
    const { headers, customer_id } = await working()
    const colleague = await signIn(app.services, 'customer', customer_id)
    const sub = await signInSubUser(app.services, customer_id, { permissions: ['bills:read'] })
    const granted = { permissions: ['bills:write'], all_accounts: true, account_ids: [] }
    const user = { user_id: colleague.user_id, nominative: 'Altra', email: 'altra@example.it' }
    const subject_id = await makeSubject(app.services, customer_id, { email: 'residente@example.it' })
    const login = { customer_id, username: 'programma', password: 'Parola-lunga-2026', webhook_url: null }
    for (const [method, path, body] of [
      ['POST', 'users', user],
      ['POST', 'users', { nominative: 'Nuova', email: 'nuova@example.it', customer_id }],
      ['DELETE', `users/${colleague.user_id}`, undefined],
      ['POST', 'users/api/login', login],
      ['PUT', 'users/subusers', { ...granted, nominative: 'Nuova', email: 'nuova@example.it' }],
      ['POST', `users/subusers/${sub.user_id}`, { ...granted, nominative: 'Altra' }],
      ['POST', `users/subusers/${sub.user_id}/suspend`, undefined],
      ['POST', `users/subusers/${sub.user_id}/resume`, undefined],
      ['POST', `users/subusers/${sub.user_id}/resend`, undefined],
      ['DELETE', `users/subusers/${sub.user_id}`, undefined],
      ['POST', `users/btoc/create/${subject_id}`, undefined],
    ] as const)
      expect(await send(method, path, headers, body), path).toMatchObject(refused)
  })
  it('nor otherwise grants: oneself has no permissions to change, and a sub-user never has one’s own address', async () => {
    const customer_id = await makeCustomer(app.services)
    const { headers: own, user_id } = await signIn(app.services, 'super_user')
    const headers = { ...own, 'x-customer-id': String(customer_id) }
    const granted = { permissions: ['bills:write'], all_accounts: true, account_ids: [] }
    expect(
      (await send('POST', `users/subusers/${user_id}`, headers, { ...granted, nominative: 'Io' })).status,
    ).toBe(404)
    const [me] = await app.services.asSystem((tx) => tx`select email from users where user_id = ${user_id}`)
    const body = { ...granted, nominative: 'Io', email: tagged(me?.email).toUpperCase() }
    expect(await send('PUT', 'users/subusers', headers, body)).toMatchObject({
      ...{ status: 409, body: { error: 'back_office_address' } },
    })
    const invited = { ...body, email: 'sotto.utente@example.it' }
    expect((await send('PUT', 'users/subusers', headers, invited)).status).toBe(201)
  })
  it('nor otherwise does a super user get a way into an office: not their address for a new user, or a known one', async () => {
    const { headers, user_id } = await signIn(app.services, 'super_user')
    const office = await signIn(app.services, 'customer')
    const [me] = await app.services.asSystem((tx) => tx`select email from users where user_id = ${user_id}`)
    const other = await signIn(app.services, 'super_user')
    for (const by of [headers, other.headers])
      for (const email of [String(me?.email), tagged(me?.email)])
        for (const of of [{ customer_id: office.customer_id }, { user_id: office.user_id }])
          expect(await send('POST', 'users', by, { nominative: 'Io', email, ...of })).toMatchObject({
            ...{ status: 409, body: { error: 'back_office_address' } },
          })
  })
  it('makes a super user', async () => {
    const { headers } = await working()
    const body = { nominative: 'Ada', email: 'ada.altra@example.it', flag_super_user: true }
    expect(await send('POST', 'users', headers, body)).toMatchObject(refused)
  })
  it('signs a mandate, or says that its holder did', async () => {
    const { headers } = await working()
    const source = {
      type_id: 'sepa_debit',
      payment_method_id: 'pm_sepa',
      email: 'a@example.it',
      mandate: { accepted: true },
    }
    expect(await send('POST', 'stripe/save_source', headers, source)).toMatchObject({
      ...{ status: 403, body: { error: 'forbidden' } },
    })
  })
  it('confirms what only the office confirms, nor, later in one’s own name, what one asked for', async () => {
    const customer_id = await makeCustomer(app.services)
    const person = await signIn(app.services, 'super_user')
    const account_id = await makeAccount(app.services, customer_id)
    const acting = await impersonate(app.services, person, customer_id)
    expect((await send('PUT', `accounts/update-iban/${account_id}/${btoa(iban)}`, acting)).status).toBe(200)
    const confirm = (headers: Headers) =>
      send<{ state: string }>('PUT', `accounts/confirm-iban/${account_id}`, headers, {})
    expect(await confirm(acting)).toMatchObject(refused)
    await app.services.asSystem(
      (tx) =>
        tx`update impersonations set ended_at = now(), ended_how = 'button' where user_id = ${person.user_id}`,
    )
    expect(await confirm(acting)).toMatchObject({ status: 409, body: { error: 'another_person_needed' } })
    const { headers: another } = await signIn(app.services, 'super_user')
    expect(await confirm(another)).toMatchObject({ status: 200, body: { state: 'confirmed' } })
  })
  it('as the back office, confirms what somebody whom they invited asked for, or who invited them, or one who just got in', async () => {
    const customer_id = await makeCustomer(app.services)
    const account_id = await makeAccount(app.services, customer_id)
    const person = await signIn(app.services, 'super_user')
    const invited = (by: number) => signIn(app.services, 'super_user', undefined, by)
    const permissions = ['accounts:write']
    const sub = await signInSubUser(app.services, customer_id, { permissions, invited_by: person.user_id })
    const subOfSub = await signInSubUser(app.services, customer_id, { permissions, invited_by: sub.user_id })
    const ask = (headers: Headers, of = account_id) =>
      send('PUT', `accounts/update-iban/${of}/${btoa(iban)}`, headers)
    const confirm = (headers: Headers, of = account_id) =>
      send<{ state: string }>('PUT', `accounts/confirm-iban/${of}`, headers, {})
    const inLine = { status: 409, body: { error: 'invited_in_line' } }
    for (const { headers } of [sub, subOfSub]) {
      expect((await ask(headers)).status).toBe(200)
      expect(await confirm(person.headers)).toMatchObject(inLine)
    }
    const other = await makeAccount(app.services, customer_id)
    const acting = await impersonate(app.services, person, customer_id)
    expect((await send('PUT', `accounts/update-iban/${other}/${btoa(otherIban)}`, acting)).status).toBe(200)
    expect(await confirm((await invited(person.user_id)).headers, other)).toMatchObject(inLine)
    const late = await signIn(app.services, 'super_user')
    await app.services.asSystem(
      (tx) => tx`update users set activated_at = now() - interval '71 hours' where user_id = ${late.user_id}`,
    )
    expect(await confirm(late.headers, other)).toMatchObject({
      ...{ status: 409, body: { error: 'activated_just_now' } },
    })
    await expect(
      app.services.asSystem(
        (tx) => tx`
          update iban_changes set state = 'confirmed', decided_by = ${person.user_id}, decided_at = now()
          where account_id = ${account_id} and state = 'pending'`,
      ),
    ).rejects.toMatchObject({ constraint_name: 'second_person_invited_in_line' })
    const { headers: another } = await signIn(app.services, 'super_user')
    for (const of of [account_id, other])
      expect(await confirm(another, of)).toMatchObject({ status: 200, body: { state: 'confirmed' } })
  })
  it('the database itself refuses the second approval of the one who asked', async () => {
    const { user_id, customer_id } = await working()
    const account_id = await makeAccount(app.services, customer_id)
    const change = { customer_id, account_id, new_iban: iban, requested_by: user_id, requested_by_name: 'Io' }
    await expect(
      app.services.asSystem(async (tx) => {
        const [row] = await tx`insert into iban_changes ${tx(change)} returning iban_change_id`
        await tx`
          update iban_changes set state = 'confirmed', decided_by = ${user_id}, decided_at = now()
          where iban_change_id = ${row?.iban_change_id}`
      }),
    ).rejects.toMatchObject({ constraint_name: 'confirmed_by_another' })
  })
  it('writes an impersonation in somebody else’s name, or one that lasts longer', async () => {
    const { user_id, headers } = await signIn(app.services, 'super_user')
    const other = await signIn(app.services, 'super_user')
    const customer_id = await makeCustomer(app.services)
    const token = hashToken((headers as { authorization: string }).authorization.replace('Bearer ', ''))
    const write = (whose: number, hours: number) =>
      app.services.sql.begin(async (tx) => {
        await tx`select from become_session(${token}, null, true)`
        await tx`
          insert into impersonations (customer_id, user_id, nominative, reason, until)
          values (${customer_id}, ${whose}, 'Io', 'Per provare', now() + make_interval(hours => ${hours}))`
      })
    await expect(write(other.user_id, 1)).rejects.toMatchObject({ code: '42501' })
    await expect(write(user_id, 5)).rejects.toMatchObject({ constraint_name: 'at_most_four_hours' })
    await write(user_id, 4)
  })
})
