import type { SavedUser } from '@saldo/contract/identity/users'
import { makeItalianIban } from '@saldo/domain/iban'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startApp, type TestApp } from '../../testing/app.ts'
import { makeAccount, signIn } from '../../testing/people.ts'
import { sendFile } from '../../testing/send-file.ts'
import { taken } from '../documents/sample-files.ts'

/* Whoever changed how somebody signs in may be that person: they are no second person to them. */

let app: TestApp
beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.close())

type Headers = Record<string, string>
const send = async <Reply = { error?: string; state?: string }>(
  method: 'GET' | 'POST' | 'PUT',
  path: string,
  headers: Headers,
  body?: object,
) => {
  const answer = await app.call({ method, url: `/v1/${path}`, headers, ...(body ? { body } : {}) })
  return { status: answer.status, body: answer.body as Reply }
}
const oneHand = async (one: number, other: number) => {
  const [row] = await app.services.asSystem((tx) => tx`select one_hand(${one}, ${other}) as is`)
  return row?.is as boolean
}
/** An office's full user, a super user, and another one who never changed a login of the office. */
async function people() {
  const office = await signIn(app.services, 'customer')
  const back = await signIn(app.services, 'super_user')
  const other = await signIn(app.services, 'super_user')
  return { office, back, other, account_id: await makeAccount(app.services, office.customer_id) }
}

describe('who asked for another address of a user', () => {
  it('does not confirm, as the back office, the IBAN that this user asks for; another one does', async () => {
    const { office, back, other, account_id } = await people()
    const order = { user_id: office.user_id, nominative: 'Rosa Verdi', email: 'casella.privata@example.it' }
    const saved = await send<SavedUser>('POST', 'users', back.headers, order)
    expect(saved.body.waiting_email).toBe(order.email)
    const iban = makeItalianIban({ abi: '05428', cab: '11101', account: '000000778899' })
    const asked = await send('PUT', `accounts/update-iban/${account_id}/${btoa(iban)}`, office.headers)
    expect(asked.status).toBe(200)
    const confirm = (headers: Headers) => send('PUT', `accounts/confirm-iban/${account_id}`, headers, {})
    expect(await confirm(back.headers)).toMatchObject({ status: 409, body: { error: 'invited_in_line' } })
    expect(await confirm(other.headers)).toMatchObject({ status: 200, body: { state: 'confirmed' } })
  })
  it('is one hand with whomever this user invited, too, and stays so; who changes their own is nobody’s', async () => {
    const { office, back, other } = await people()
    const colleague = await signIn(app.services, 'customer', office.customer_id, office.user_id)
    const own = { nominative: 'Io', email: 'mia.nuova@example.it' }
    expect((await send('PUT', 'users/me', other.headers, own)).status).toBe(200)
    const order = { user_id: office.user_id, nominative: 'Rosa Verdi', email: 'altra.casella@example.it' }
    await send('POST', 'users', back.headers, order)
    expect(await oneHand(back.user_id, colleague.user_id)).toBe(true)
    expect(await oneHand(other.user_id, office.user_id)).toBe(false)
    await expect(app.services.asSystem((tx) => tx`delete from login_hands`)).rejects.toMatchObject({
      code: '42501',
    })
  })
})

describe('who chose the password of an office’s program, or gave it rights', () => {
  const [pdf] = taken['piano.pdf'] as [Buffer, string]
  /** A document that the program uploads, signed in with this password. */
  async function uploadAsProgram(username: string, password: string, account_id: number): Promise<number> {
    const { body } = await app.call({
      method: 'POST',
      url: '/oauth/token',
      headers: {
        authorization: `Basic ${btoa('api:api')}`,
        'content-type': 'application/x-www-form-urlencoded',
      },
      payload: new URLSearchParams({ grant_type: 'password', username, password, b2c: '0' }).toString(),
    })
    const headers = { authorization: `Bearer ${(body as { access_token: string }).access_token}` }
    const url = `/v1/accounts/docs/${account_id}/bank`
    const sent = await sendFile(app, { method: 'PUT', url, headers, file: pdf, name: 'carta.pdf' })
    return (sent.body as unknown as { document_id: number }).document_id
  }
  /** A program of the office, which may load documents. */
  async function program(office: { headers: Headers; customer_id: number }, username: string) {
    const named = { username, password: 'otto treni lenti', customer_id: office.customer_id }
    expect((await send('POST', 'users/api/login', office.headers, named)).status).toBe(200)
    const [made] = await app.services.asSystem(
      (tx) => tx<{ user_id: number }[]>`select user_id from users where user_name = ${username}`,
    )
    const change = (headers: Headers, nominative: string, permissions: string[]) =>
      send('POST', `users/subusers/${made?.user_id}`, headers, {
        ...{ nominative, permissions, all_accounts: true, account_ids: [] },
      })
    expect((await change(office.headers, 'Gestionale', ['documents:write'])).status).toBe(200)
    return { named, change }
  }
  const check = (headers: Headers, document_id: number) =>
    send('POST', `accounts/docs/checked/${document_id}`, headers)
  const toldTo = (user_id: number) =>
    app.services.asSystem(
      (tx) =>
        tx`select title from push_messages where user_id = ${user_id} and title like 'Il backoffice%' order by push_message_id`,
    )
  const inLine = { status: 409, body: { error: 'upload_in_line' } }

  it('does not check what the program uploads; the office’s full users are told', async () => {
    const { office, back, other, account_id } = await people()
    const { named } = await program(office, 'ponte')
    expect(await toldTo(office.user_id)).toEqual([])
    const changed = { ...named, password: 'nove navi bianche' }
    expect((await send('POST', 'users/api/login', back.headers, changed)).status).toBe(200)
    expect(await toldTo(office.user_id)).toEqual([
      { title: 'Il backoffice ha cambiato la password di Gestionale' },
    ])
    const document_id = await uploadAsProgram('ponte', changed.password, account_id)
    expect(await check(back.headers, document_id)).toMatchObject(inLine)
    expect((await check(other.headers, document_id)).status).toBe(200)
  })
  it('nor who only gave it rights; who only renamed it does', async () => {
    const { office, back, other, account_id } = await people()
    const { named, change } = await program(office, 'molo')
    const document_id = await uploadAsProgram('molo', named.password, account_id)
    expect((await change(other.headers, 'Molo', ['documents:write'])).status).toBe(200)
    expect(await toldTo(office.user_id)).toEqual([])
    expect((await change(back.headers, 'Molo', ['documents:write', 'bills:read'])).status).toBe(200)
    expect(await toldTo(office.user_id)).toEqual([{ title: 'Il backoffice ha cambiato i permessi di Molo' }])
    expect(await check(back.headers, document_id)).toMatchObject(inLine)
    expect((await check(other.headers, document_id)).status).toBe(200)
  })
})
