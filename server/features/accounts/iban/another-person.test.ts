import type { IbanChange } from '@saldo/contract/registry/account-iban'
import { makeItalianIban } from '@saldo/domain/iban'
import postgres from 'postgres'
import { describe, expect, it } from 'vitest'
import { hashToken } from '../../../http/actor.ts'
import { withApp } from '../../../testing/app.ts'
import { makeAccount, makeCustomer, signIn } from '../../../testing/people.ts'

/* One person may have two users: a full user, and a sub-user or a program that they made. They ask for an IBAN with the one,
   and must not confirm it with the other. */

type Headers = Record<string, string>
type Refusal = { error: string; error_description: string }

const iban = (account: number) =>
  makeItalianIban({ abi: '05428', cab: '11101', account: String(account).padStart(12, '0') })

async function setUp() {
  const test = await withApp()
  const { services } = test
  const customer_id = await makeCustomer(services)
  const owner = await signIn(services, 'customer', customer_id)
  const id = await makeAccount(services, customer_id, { name: 'Aurora', iban: iban(1) })
  const send = <Body>(
    method: 'GET' | 'POST' | 'PUT',
    path: string,
    headers: Headers,
    payload?: object,
  ): Promise<{ status: number; body: Body & Refusal }> =>
    test.call({ method, url: `/v1/${path}`, headers, ...(payload ? { payload } : {}) })
  const colleague = () => signIn(services, 'customer', customer_id)
  const grant = {
    nominative: 'Fantoccio',
    permissions: ['accounts:write'],
    all_accounts: true,
    account_ids: [],
  }
  const invite = async (as: Headers, email = 'fantoccio@example.it', own: object = {}) => {
    const made = await send<{ user_id: number }>('PUT', 'users/subusers', as, { ...grant, email, ...own })
    expect(made.status).toBe(201)
    return made.body.user_id
  }
  const change = (as: Headers, user_id: number) =>
    send('POST', `users/subusers/${user_id}`, as, { ...grant, permissions: ['accounts:write', 'bills:read'] })
  const enter = (user_id: number) =>
    services.asSystem(async (tx) => {
      const token = String(user_id).padStart(43, 'a')
      await tx`update users set state = 'active' where user_id = ${user_id}`
      const [session] = await tx`insert into sessions (user_id) values (${user_id}) returning session_id`
      await tx`
        insert into access_tokens (token_hash, session_id, expires_at)
        values (${hashToken(token)}, ${session?.session_id}, now() + interval '1 hour')`
      return { authorization: `Bearer ${token}` }
    })
  const ask = async (as: Headers) => {
    const path = `accounts/update-iban/${id}/${encodeURIComponent(Buffer.from(iban(2)).toString('base64'))}`
    expect((await send('PUT', path, as)).status).toBe(200)
  }
  const confirm = async (as: Headers) => {
    const [mail] = await services.asSystem(
      (tx) => tx`select text from emails where template = 'iban-code' order by email_id desc limit 1`,
    )
    const otp = /codice: (\d{6})/.exec(mail?.text)?.[1]
    return (await send<IbanChange>('PUT', `accounts/confirm-iban/${id}`, as, { otp })).body
  }
  /** The log is append-only, so only the owner of the tables can make it older. */
  const threeYearsLater = async () => {
    const sql = postgres(test.database_url, { max: 1, onnotice: () => {} })
    await sql`alter table audit_log disable trigger user`
    await sql`update audit_log set at = at - interval '3 years'`
    await sql`alter table audit_log enable trigger user`
    await sql.end()
  }
  return {
    ...test,
    customer_id,
    owner,
    colleague,
    invite,
    change,
    enter,
    ask,
    confirm,
    send,
    threeYearsLater,
  }
}

describe('a change of IBAN that a sub-user asked for', () => {
  it('409: who invited them, however long ago; 200: another full user', async () => {
    const on = await setUp()
    const other = await on.colleague()
    const puppet = await on.enter(await on.invite(on.owner.headers))
    await on.threeYearsLater()
    await on.ask(puppet)
    const refused = await on.confirm(on.owner.headers)
    expect(refused.error).toBe('another_person_needed')
    expect(refused.error_description).toMatch(/hai invitato o modificato tu/)
    expect((await on.confirm(other.headers)).state).toBe('confirmed')
  })

  it('409: who changed their permissions, or invited whoever invited them', async () => {
    const on = await setUp()
    const other = await on.colleague()
    await on.colleague()
    const own = { permissions: ['accounts:write', 'office:write'] }
    const first = await on.enter(await on.invite(on.owner.headers, 'primo@example.it', own))
    const second = await on.invite(first, 'secondo@example.it')
    await on.change(other.headers, second)
    await on.threeYearsLater()
    await on.ask(await on.enter(second))
    for (const { headers } of [on.owner, other])
      expect((await on.confirm(headers)).error).toBe('another_person_needed')
  })

  it('409: who made the program that asks', async () => {
    const on = await setUp()
    const other = await on.colleague()
    const login = { customer_id: on.customer_id, username: 'gestionale', password: 'tre gatti e un cane' }
    expect((await on.send('POST', 'users/api/login', on.owner.headers, login)).status).toBe(200)
    const [program] = await on.services.asSystem((tx) => tx`select user_id from api_users`)
    await on.threeYearsLater()
    await on.ask(await on.enter(program?.user_id))
    expect((await on.confirm(on.owner.headers)).error).toBe('another_person_needed')
    expect((await on.confirm(other.headers)).state).toBe('confirmed')
  })

  it('409 for all full users who have changed them: one of these asks, and another confirms', async () => {
    const on = await setUp()
    const other = await on.colleague()
    const made = await on.invite(on.owner.headers)
    await on.change(other.headers, made)
    await on.threeYearsLater()
    await on.ask(await on.enter(made))
    for (const { headers } of [on.owner, other])
      expect((await on.confirm(headers)).error_description).toMatch(/chiedi tu il cambio/)
    await on.ask(on.owner.headers)
    expect((await on.confirm(other.headers)).state).toBe('confirmed')
  })

  it('200: the only full user, who invited them', async () => {
    const on = await setUp()
    const puppet = await on.enter(await on.invite(on.owner.headers))
    await on.threeYearsLater()
    await on.ask(puppet)
    expect((await on.confirm(on.owner.headers)).state).toBe('confirmed')
  })
})
