import type { Account } from '@saldo/contract/registry/accounts'
import type { ContactChange } from '@saldo/contract/registry/contact-changes'
import type { Customer } from '@saldo/contract/registry/customers'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { runJobs } from '../../jobs/worker.ts'
import { startApp, type TestApp } from '../../testing/app.ts'
import { makeAccount, makeCustomer, signIn, signInFor, signInSubUser } from '../../testing/people.ts'

let app: TestApp
beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.close())

type Headers = Record<string, string>
type Refusal = { error: string }
let serial = 0

async function office() {
  serial += 1
  const { services } = app
  const customer_id = await makeCustomer(services)
  const { headers } = await signIn(services, 'customer', customer_id)
  const account_id = await makeAccount(services, customer_id, { name: 'Aurora' })
  const before = `prima${serial}@example.it`
  await services.asSystem(async (tx) => {
    await tx`update customers set primary_email = ${before} where customer_id = ${customer_id}`
    await tx`update accounts set email = ${before} where account_id = ${account_id}`
    await tx`delete from contact_changes where customer_id = ${customer_id}`
  })
  return { customer_id, account_id, headers, before }
}
type Office = Awaited<ReturnType<typeof office>>

const send = async <Body = ContactChange>(
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  path: string,
  headers: Headers,
  payload?: object,
) => {
  const reply = await app.call({ method, url: `/v1/${path}`, headers, ...(payload ? { payload } : {}) })
  return { status: reply.status, body: reply.body as Body & Refusal }
}
const superUser = async () => (await signIn(app.services, 'super_user')).headers

async function linkAt(address: string) {
  await runJobs(app.services)
  const [mail] = await app.services.asSystem(
    (tx) => tx<{ text: string }[]>`
      select text from emails where to_address = ${address} and template = 'contact-change' order by email_id desc limit 1`,
  )
  return /auth\/contatto\/([\w-]{43})/.exec(mail?.text ?? '')?.[1]
}
const mailsTo = (address: string, template: string) =>
  app.services.asSystem(
    (tx) =>
      tx<
        { text: string }[]
      >`select text from emails where to_address = ${address} and template = ${template}`,
  )

/** The two nouns behave alike. */
const nouns = [
  {
    noun: 'customers',
    change: (at: Office, as: Headers, email: string | null) =>
      send<Customer>('PUT', 'customers', as, {
        customer_id: at.customer_id,
        business_name: 'Studio Nuovo',
        primary_email: email,
      }),
    read: async (at: Office) =>
      (await send<Customer>('GET', `customers/${at.customer_id}`, at.headers)).body.primary_email,
    id: (at: Office) => at.customer_id,
  },
  {
    noun: 'accounts',
    change: (at: Office, as: Headers, email: string | null) =>
      send<Account>('POST', 'accounts', as, { account_id: at.account_id, name: 'Aurora Nuova', email }),
    read: async (at: Office) =>
      (await send<Account>('GET', `accounts/${at.account_id}`, at.headers)).body.email,
    id: (at: Office) => at.account_id,
  },
]

describe.each(nouns)('the address of $noun', ({ noun, change, read, id }) => {
  const changes = (at: Office, as = at.headers) =>
    send<ContactChange[]>('GET', `${noun}/contact-changes/${id(at)}`, as)

  it('200: waits for the mailbox of before; the rest of the form holds at once', async () => {
    const at = await office()
    const { status, body } = await change(at, at.headers, 'nuovo@example.it')
    expect(status).toBe(200)
    expect(Object.values(body)).toContain(noun === 'customers' ? 'Studio Nuovo' : 'Aurora Nuova')
    expect(await read(at)).toBe(at.before)
    expect((await changes(at)).body).toMatchObject([
      {
        state: 'pending',
        old_email: at.before,
        new_email: 'nuovo@example.it',
        requested_by_name: expect.stringMatching(/^Persona/),
        decided_at: null,
      },
    ])
    // The same once more sends no second mail.
    await change(at, at.headers, 'nuovo@example.it')
    const link = await linkAt(at.before)
    const asked = await mailsTo(at.before, 'contact-change')
    expect(asked).toHaveLength(1)
    expect(asked[0]?.text).toContain('nuovo@example.it')
    expect((await send('POST', `contact-changes/${link}`, {})).body).toMatchObject({
      email: 'nuovo@example.it',
    })
    expect(await read(at)).toBe('nuovo@example.it')
    expect((await changes(at)).body).toMatchObject([
      { state: 'confirmed', decided_by_name: 'Dall’indirizzo di prima' },
    ])
    expect(await mailsTo(at.before, 'contact-changed')).toHaveLength(1)
    expect((await send('POST', `contact-changes/${link}`, {})).status).toBe(410)
  })

  it('200: a first address holds at once, and is kept as a change', async () => {
    const at = await office()
    await app.services.asSystem(async (tx) => {
      await tx`update customers set primary_email = null where customer_id = ${at.customer_id}`
      await tx`update accounts set email = null where account_id = ${at.account_id}`
      await tx`delete from contact_changes where customer_id = ${at.customer_id}`
    })
    await change(at, at.headers, 'primo@example.it')
    expect(await read(at)).toBe('primo@example.it')
    expect((await changes(at)).body).toMatchObject([{ state: 'confirmed', old_email: null }])
  })

  it.runIf(noun === 'customers')(
    '200: a super user’s holds at once for an office that is not active, replaces what waited, and the address of before is told',
    async () => {
      const at = await office()
      await app.services.asSystem(
        (tx) => tx`update customers set state = '0' where customer_id = ${at.customer_id}`,
      )
      await change(at, at.headers, 'altro@example.it')
      const link = await linkAt(at.before)
      await change(at, await superUser(), 'nuovo@example.it')
      expect(await read(at)).toBe('nuovo@example.it')
      expect((await changes(at)).body.map(({ state }) => state)).toEqual(['confirmed', 'replaced'])
      expect(await mailsTo(at.before, 'contact-changed')).toHaveLength(1)
      expect((await send('POST', `contact-changes/${link}`, {})).status).toBe(410)
    },
  )

  it.runIf(noun === 'customers')(
    'a super user’s waits for an active office, also a first one, until another person confirms it',
    async () => {
      const at = await office()
      const [asks, another] = [await superUser(), await superUser()]
      const confirm = async (as: Headers) => (await send('PUT', `${noun}/contact-changes/${id(at)}`, as)).body
      expect((await change(at, asks, 'nuovo@example.it')).status).toBe(200)
      expect(await read(at)).toBe(at.before)
      expect(await confirm(asks)).toMatchObject({ error: 'another_person_needed' })
      expect(await linkAt(at.before)).toBeDefined()
      expect(await confirm(another)).toMatchObject({ state: 'confirmed' })
      expect(await read(at)).toBe('nuovo@example.it')
      await app.services.asSystem(
        (tx) => tx`update customers set primary_email = null where customer_id = ${at.customer_id}`,
      )
      expect((await change(at, asks, 'primo@example.it')).status).toBe(200)
      await runJobs(app.services)
      expect(await read(at)).toBeNull()
      expect(await confirm(asks)).toMatchObject({ error: 'another_person_needed' })
      expect(await confirm(another)).toMatchObject({ state: 'confirmed', old_email: null })
      expect(await read(at)).toBe('primo@example.it')
    },
  )

  it.runIf(noun === 'customers')(
    'a super user’s into an active office is refused by the database, whichever act writes it',
    async () => {
      const at = await office()
      const { user_id } = await signIn(app.services, 'super_user')
      await expect(
        app.services.asSystem(async (tx) => {
          await tx`select set_config('saldo.user_id', ${String(user_id)}, true)`
          await tx`update customers set primary_email = 'nuovo@example.it' where customer_id = ${at.customer_id}`
        }),
      ).rejects.toMatchObject({ constraint_name: 'confirmed_by_another' })
      expect(await read(at)).toBe(at.before)
    },
  )

  it.runIf(noun === 'customers')('409: a mailbox of the back office, whoever writes it', async () => {
    const at = await office()
    const { headers, user_id } = await signIn(app.services, 'super_user')
    const [me] = await app.services.asSystem(
      (tx) => tx<{ email: string }[]>`select email from users where user_id = ${user_id}`,
    )
    const email = me?.email.replace('@', '+studio@') as string
    for (const as of [headers, at.headers, await superUser()])
      expect(await change(at, as, email)).toMatchObject({
        ...{
          status: 409,
          body: { error: 'back_office_address', fields: { primary_email: expect.any(String) } },
        },
      })
    await expect(
      app.services.asSystem(
        (tx) => tx`update customers set primary_email = ${email} where customer_id = ${at.customer_id}`,
      ),
    ).rejects.toMatchObject({ constraint_name: 'not_of_back_office' })
  })

  it.runIf(noun === 'accounts')(
    'a super user’s waits while they impersonate the office, and another one confirms it',
    async () => {
      const at = await office()
      const { headers } = await signInFor(app.services, at.customer_id)
      await change(at, headers, 'nuovo@example.it')
      expect(await read(at)).toBe(at.before)
      const confirm = async (as: Headers) => (await send('PUT', `${noun}/contact-changes/${id(at)}`, as)).body
      expect(await confirm(headers)).toMatchObject({ error: 'not_while_impersonating' })
      await app.services.asSystem(
        (tx) => tx`update impersonations set ended_at = now(), ended_how = 'button'`,
      )
      expect(await confirm(headers)).toMatchObject({ error: 'another_person_needed' })
      expect(await confirm(await superUser())).toMatchObject({ state: 'confirmed' })
      expect(await read(at)).toBe('nuovo@example.it')
    },
  )

  it('200: a super user confirms for who has lost the mailbox, and the audit log names them', async () => {
    const at = await office()
    await change(at, at.headers, 'nuovo@example.it')
    const as = await superUser()
    expect((await send('PUT', `${noun}/contact-changes/${id(at)}`, as)).body.state).toBe('confirmed')
    expect(await read(at)).toBe('nuovo@example.it')
    const [line] = await app.services.asSystem(
      (tx) => tx`
        select actor, flag_super_user from audit_log
        where customer_id = ${at.customer_id} and noun = 'contact_changes' and after ->> 'state' = 'confirmed'
        order by audit_id desc limit 1`,
    )
    expect(line).toMatchObject({ flag_super_user: true })
    expect((await send('PUT', `${noun}/contact-changes/${id(at)}`, as)).body.error).toBe('no_contact_change')
  })

  it('200: withdrawn, nothing changes; 409: nothing waits', async () => {
    const at = await office()
    await change(at, at.headers, 'nuovo@example.it')
    const withdraw = () => send('DELETE', `${noun}/contact-changes/${id(at)}`, at.headers)
    expect((await withdraw()).body.state).toBe('withdrawn')
    expect((await withdraw()).body.error).toBe('no_contact_change')
    await runJobs(app.services)
    expect(await mailsTo(at.before, 'contact-change')).toEqual([])
    expect(await read(at)).toBe(at.before)
  })

  it('410: a link after seven days', async () => {
    const at = await office()
    await change(at, at.headers, 'nuovo@example.it')
    const link = await linkAt(at.before)
    await app.services.asSystem(
      (tx) => tx`update contact_changes set expires_at = now() - interval '1 minute'`,
    )
    expect((await send('POST', `contact-changes/${link}`, {})).status).toBe(410)
    expect((await changes(at)).body[0]?.state).toBe('expired')
    await change(at, at.headers, 'dopo@example.it')
    expect((await changes(at)).body.map(({ state }) => state)).toEqual(['pending', 'expired'])
  })

  it('403: without the permission, and to confirm for oneself; 404: another office’s', async () => {
    const at = await office()
    await change(at, at.headers, 'nuovo@example.it')
    const path = `${noun}/contact-changes/${id(at)}`
    expect((await send('PUT', path, at.headers)).body.error).toBe('forbidden')
    const { headers: sub } = await signInSubUser(app.services, at.customer_id, {
      permissions: ['bills:write'],
    })
    expect((await send('GET', path, sub)).body.error).toBe('not_permitted')
    expect((await send('DELETE', path, sub)).body.error).toBe('not_permitted')
    const { headers: stranger } = await signIn(app.services, 'customer')
    expect((await send('GET', path, stranger)).status).toBe(404)
    expect((await send('DELETE', path, stranger)).status).toBe(404)
  })
})
