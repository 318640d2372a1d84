import type { IbanChange } from '@saldo/contract/registry/account-iban'
import type { Account } from '@saldo/contract/registry/accounts'
import { makeItalianIban, maskIban } from '@saldo/domain/iban'
import { describe, expect, it } from 'vitest'
import type { Tx } from '../../../db/connection.ts'
import { withApp } from '../../../testing/app.ts'
import { registryFixtures } from '../../../testing/features/registry-fixtures.ts'
import { makeAccount, makeCustomer, signIn, signInSubUser } from '../../../testing/people.ts'

/* What an intruder tries where a condominium has no IBAN yet: to be the first who sets one. */

type Headers = Record<string, string>

const iban = (account: number) =>
  makeItalianIban({ abi: '05428', cab: '11101', account: String(account).padStart(12, '0') })

async function setUp(of: { state?: 'awaiting' | 'active' } = {}) {
  const test = await withApp()
  const { services } = test
  const customer_id = await makeCustomer(services)
  const owner = await signIn(services, 'customer', customer_id)
  const sub = await signInSubUser(services, customer_id, { permissions: ['accounts:write'] })
  const id = await makeAccount(services, customer_id, { name: 'Aurora', iban: null })
  await services.asSystem(async (tx) => {
    await tx`update customers set primary_email = 'studio@example.it' where customer_id = ${customer_id}`
    await tx`
      update accounts set email = 'aurora@example.it', state = ${of.state ?? 'active'} where account_id = ${id}`
    // Those addresses have been there for long.
    await tx`delete from contact_changes`
  })
  const send = <Body>(
    method: 'GET' | 'POST' | 'PUT',
    path: string,
    headers: Headers,
    payload?: object,
  ): Promise<{ status: number; body: Body & { error: string } }> =>
    test.call({ method, url: `/v1/${path}`, headers, ...(payload ? { payload } : {}) })
  const save = (as: Headers, body: object) =>
    send<Account>('POST', 'accounts', as, { account_id: id, name: 'Aurora', ...body })
  const history = async () =>
    (await send<IbanChange[]>('GET', `accounts/iban-changes/${id}`, owner.headers)).body
  const ibanNow = async () =>
    (await services.asSystem((tx) => tx`select iban from accounts where account_id = ${id}`))[0]?.iban
  const mailed = async (template = 'iban-change') =>
    (
      await services.asSystem(
        (tx) => tx`select to_address from emails where template = ${template} order by email_id`,
      )
    ).map(({ to_address }) => to_address)
  const messagesOf = async (user_id: number) =>
    (
      await services.asSystem(
        (tx) => tx<{ title: string; body: string }[]>`
          select title, body from push_messages where user_id = ${user_id} order by push_message_id`,
      )
    ).map(({ title, body }) => ({ title, body }))
  const unproved = (user_id: number) =>
    services.asSystem(
      (tx) =>
        tx`update sessions set created_at = now() - interval '1 hour', proved_at = now() - interval '1 hour'
          where user_id = ${user_id}`,
    )
  return { ...test, customer_id, owner, sub, id, send, save, history, ibanNow, mailed, messagesOf, unproved }
}

describe('the first IBAN of a condominium that is there: POST /v1/accounts', () => {
  it.each(['active', 'awaiting'] as const)('403: without a fresh proof, %s', async (state) => {
    const on = await setUp({ state })
    await on.unproved(on.sub.user_id)
    expect((await on.save(on.sub.headers, { iban: iban(7) })).body.error).toBe('step_up_required')
    expect(await on.ibanNow()).toBeNull()
    expect((await on.save(on.sub.headers, { iban: null, name: 'Aurora Nuova' })).status).toBe(200)
  })

  it('200: it is written to the history, and the addresses on file and the full users hear of it', async () => {
    const on = await setUp()
    expect((await on.save(on.sub.headers, { iban: iban(7), email: 'aurora@example.it' })).status).toBe(200)
    expect(await on.ibanNow()).toBe(iban(7))
    expect(await on.history()).toMatchObject([
      {
        state: 'confirmed',
        old_iban: null,
        new_iban: maskIban(iban(7)),
        told: expect.arrayContaining(['a••••@example.it', 's••••@example.it']),
        code_to: null,
        decided_by_name: expect.any(String),
      },
    ])
    expect(await on.mailed()).toEqual(
      expect.arrayContaining(['aurora@example.it', 'studio@example.it', expect.stringMatching(/^persona/)]),
    )
    expect(await on.messagesOf(on.owner.user_id)).toMatchObject([
      { title: 'Aurora: è stato inserito l’IBAN', body: expect.stringContaining(maskIban(iban(7))) },
    ])
    // From now on it changes only by a confirmed request.
    expect((await on.save(on.sub.headers, { iban: iban(8) })).body.error).toBe('iban_already_set')
  })

  it('200: while it awaits activation and has no bills, they hear of it all the same', async () => {
    const on = await setUp({ state: 'awaiting' })
    expect((await on.save(on.sub.headers, { iban: iban(7) })).status).toBe(200)
    expect(await on.history()).toMatchObject([{ state: 'confirmed', old_iban: null }])
    expect(await on.mailed()).toEqual(
      expect.arrayContaining(['aurora@example.it', 'studio@example.it', expect.stringMatching(/^persona/)]),
    )
    expect(await on.messagesOf(on.owner.user_id)).toMatchObject([
      { title: 'Aurora: è stato inserito l’IBAN' },
    ])
  })

  it('200: a request that waited is replaced', async () => {
    const on = await setUp()
    const path = `accounts/update-iban/${on.id}/${encodeURIComponent(Buffer.from(iban(9)).toString('base64'))}`
    await on.services.asSystem((tx) => tx`delete from contact_changes`)
    expect((await on.send('PUT', path, on.owner.headers)).status).toBe(200)
    expect((await on.save(on.owner.headers, { iban: iban(7) })).status).toBe(200)
    expect((await on.history()).map(({ state }) => state)).toEqual(['confirmed', 'replaced'])
  })
})

describe('a new condominium that has an IBAN', () => {
  it('403: typed by a person without a fresh proof; without an IBAN none is needed', async () => {
    const on = await setUp()
    await on.unproved(on.owner.user_id)
    await on.unproved(on.sub.user_id)
    for (const { headers } of [on.owner, on.sub]) {
      const refused = await on.send('PUT', 'accounts', headers, { name: 'Le Rose', iban: iban(7) })
      expect([refused.status, refused.body.error]).toEqual([403, 'step_up_required'])
    }
    expect((await on.send('PUT', 'accounts', on.sub.headers, { name: 'Le Rose' })).status).toBe(201)
    expect(await on.messagesOf(on.owner.user_id)).toEqual([])
  })

  it('201: the full users get one message and one mail, the office a mail', async () => {
    const on = await setUp()
    const created = { name: 'Le Rose', iban: iban(7) }
    expect((await on.send('PUT', 'accounts', on.sub.headers, created)).status).toBe(201)
    expect((await on.send('PUT', 'accounts', on.sub.headers, { name: 'I Tigli' })).status).toBe(201)
    expect(await on.messagesOf(on.owner.user_id)).toMatchObject([
      {
        title: 'Un condominio nuovo con IBAN',
        body: expect.stringContaining(`Le Rose (${maskIban(iban(7))})`),
      },
    ])
    expect(await on.messagesOf(on.sub.user_id)).toEqual([])
    expect(await on.mailed('new-ibans')).toEqual(['studio@example.it', expect.stringMatching(/^persona/)])
    expect(await on.mailed()).toEqual([])
  })

  it('201: brought by a program, which can prove nothing: they are told like of a person', async () => {
    const on = await setUp()
    const login = { customer_id: on.customer_id, username: 'gestionale', password: 'tre gatti e un cane' }
    expect((await on.send('POST', 'users/api/login', on.owner.headers, login)).status).toBe(200)
    const { body } = await on.call({
      method: 'POST',
      url: '/oauth/token',
      headers: {
        authorization: `Basic ${Buffer.from('api:api').toString('base64')}`,
        'content-type': 'application/x-www-form-urlencoded',
      },
      payload: new URLSearchParams({ grant_type: 'password', ...login, customer_id: '' }).toString(),
    })
    const program = { authorization: `Bearer ${(body as { access_token: string }).access_token}` }
    expect((await on.send('PUT', 'accounts', program, { name: 'Le Rose', iban: iban(7) })).status).toBe(201)
    expect((await on.messagesOf(on.owner.user_id)).at(-1)).toMatchObject({
      title: 'Un condominio nuovo con IBAN',
      body: expect.stringContaining('Programma gestionale'),
    })
    expect(await on.mailed('new-ibans')).toHaveLength(2)
    // To a condominium that is there, it brings none.
    expect((await on.save(program, { iban: iban(8) })).body.error).toBe('step_up_required')
  })

  it('from a file: one message and one mail for all of them', async () => {
    const on = await setUp()
    const colleague = await signIn(on.services, 'customer', on.customer_id)
    const { upload, write } = await registryFixtures(on, {
      headers: on.owner.headers,
      customer_id: on.customer_id,
    })
    const { import_id } = await upload(
      `Condominio;Scala;Interno;Nominativo;Diritto;Telefono;IBAN condominio
Le Rose;A;1;Rossi Lucia;Pr;055 111;${iban(7)}
Le Rose;A;2;Verdi Ugo;Pr;055 222;${iban(7)}
I Tigli;A;1;Bianchi Ada;Pr;055 333;${iban(8)}
`,
    )
    expect((await write(import_id)).body.state).toBe('done')
    expect(await on.messagesOf(colleague.user_id)).toMatchObject([
      {
        title: '2 condomìni nuovi con IBAN',
        body: expect.stringContaining(`I Tigli (${maskIban(iban(8))}), Le Rose (${maskIban(iban(7))})`),
      },
    ])
    expect(await on.mailed('new-ibans')).toEqual([
      'studio@example.it',
      expect.stringMatching(/^persona/),
      expect.stringMatching(/^persona/),
    ])
  })
})

describe('another name or tax code: POST /v1/accounts', () => {
  it('200: of a condominium with an IBAN, the full users hear what it was', async () => {
    const on = await setUp()
    await on.save(on.owner.headers, { iban: iban(7), fiscal_code: '80012000826' })
    const told = async () => (await on.messagesOf(on.owner.user_id)).slice(1)
    await on.save(on.sub.headers, { name: 'Aurora', fiscal_code: '80012000826' })
    expect(await told()).toEqual([])
    await on.unproved(on.sub.user_id)
    expect((await on.save(on.sub.headers, { name: 'Archivio', fiscal_code: null })).status).toBe(200)
    expect(await told()).toMatchObject([
      {
        title: 'Cambiato un condominio con IBAN: Aurora',
        body: expect.stringMatching(/«Aurora», adesso è «Archivio».*80012000826, adesso è vuoto/),
      },
    ])
  })

  it('200: of one without an IBAN, nobody needs to hear of it', async () => {
    const on = await setUp()
    expect((await on.save(on.sub.headers, { name: 'Archivio' })).status).toBe(200)
    expect(await on.messagesOf(on.owner.user_id)).toEqual([])
  })
})

describe('by the database: whatever act runs', () => {
  it('an office changes no IBAN that is on file without a confirmed request', async () => {
    const on = await setUp()
    await on.save(on.owner.headers, { iban: iban(7) })
    const acting = { customer_id: on.customer_id, user_id: on.owner.user_id }
    for (const to of [iban(8), null])
      await expect(
        on.services.asCustomer(acting, (tx) => tx`update accounts set iban = ${to}`),
      ).rejects.toThrow('confirmed request')
    await expect(
      on.services.asCustomer(acting, async (tx: Tx) => {
        await tx`
          insert into iban_changes (customer_id, account_id, old_iban, new_iban, state, requested_by_name, decided_at)
          values (${on.customer_id}, ${on.id}, ${iban(7)}, ${iban(8)}, 'confirmed', 'Ada', now())`
      }),
    ).rejects.toThrow('row-level security')
    expect(await on.ibanNow()).toBe(iban(7))
  })
})
