import type { SavedUser } from '@saldo/contract/identity/users'
import { makeItalianIban } from '@saldo/domain/iban'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startApp, type TestApp } from '../../testing/app.ts'
import { makeAccount, signIn } from '../../testing/people.ts'

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
