import type { IbanChange } from '@saldo/contract/registry/account-iban'
import type { Account } from '@saldo/contract/registry/accounts'
import type { Customer } from '@saldo/contract/registry/customers'
import { makeItalianIban } from '@saldo/domain/iban'
import { describe, expect, it } from 'vitest'
import type { Tx } from '../../../db/connection.ts'
import { hashToken } from '../../../http/actor.ts'
import { runJobs } from '../../../jobs/worker.ts'
import { mailLimits } from '../../../mail/mail-limit.ts'
import { withApp } from '../../../testing/app.ts'
import { billImports } from '../../../testing/features/bill-imports.ts'
import { registryFixtures } from '../../../testing/features/registry-fixtures.ts'
import { makeAccount, makeCustomer, signIn, signInFor, signInSubUser } from '../../../testing/people.ts'

/* What an intruder tries: to change first the addresses that are told of a new IBAN, and then the IBAN. */

type Headers = Record<string, string>
type Refusal = { error: string; error_description: string }

const iban = (account: number) =>
  makeItalianIban({ abi: '05428', cab: '11101', account: String(account).padStart(12, '0') })
const inPath = (text: string) => encodeURIComponent(Buffer.from(text).toString('base64'))
const attacker = 'attaccante@example.it'

async function setUp(of: { office?: string | null; account?: string | null } = {}) {
  const test = await withApp()
  const { services } = test
  const customer_id = await makeCustomer(services)
  const owner = await signIn(services, 'customer', customer_id)
  const id = await makeAccount(services, customer_id, { name: 'Aurora', iban: iban(1) })
  const office = of.office === undefined ? 'studio@example.it' : of.office
  const account = of.account === undefined ? 'aurora@example.it' : of.account
  await services.asSystem(async (tx) => {
    await tx`update customers set primary_email = ${office}, business_name = 'Studio' where customer_id = ${customer_id}`
    await tx`update accounts set email = ${account} where account_id = ${id}`
    // Those addresses have been there for long.
    await tx`delete from contact_changes`
  })
  const send = <Body>(
    method: 'GET' | 'POST' | 'PUT' | 'DELETE',
    path: string,
    headers: Headers,
    payload?: object,
  ): Promise<{ status: number; body: Body & Refusal }> =>
    test.call({ method, url: `/v1/${path}`, headers, ...(payload ? { payload } : {}) })
  const saveOffice = (as: Headers, primary_email: string | null) =>
    send<Customer>('PUT', 'customers', as, { customer_id, business_name: 'Studio', primary_email })
  const saveAccount = (as: Headers, email: string | null) =>
    send<Account>('POST', 'accounts', as, { account_id: id, name: 'Aurora', email })
  const ask = (as: Headers, to = 2) =>
    send<IbanChange>('PUT', `accounts/update-iban/${id}/${inPath(iban(to))}`, as)
  const confirm = (as: Headers, otp?: string) =>
    send<IbanChange>('PUT', `accounts/confirm-iban/${id}`, as, otp === undefined ? {} : { otp })
  const mailsTo = async (address: string, template?: string) =>
    (
      await services.asSystem(
        (tx) => tx<{ template: string; text: string }[]>`
          select template, text from emails where to_address = ${address} order by email_id`,
      )
    ).filter((mail) => template === undefined || mail.template === template)
  const codeAt = async (address: string) =>
    /codice: (\d{6})/.exec((await mailsTo(address, 'iban-code')).at(-1)?.text ?? '')?.[1]
  /** The link of the newest mail that asks the address of before. */
  const linkAt = async (address: string) => {
    await runJobs(services)
    return /auth\/contatto\/([\w-]{43})/.exec(
      (await mailsTo(address, 'contact-change')).at(-1)?.text ?? '',
    )?.[1]
  }
  const onFile = async () => {
    const [row] = await services.asSystem(
      (tx) => tx`
        select o.primary_email as office, a.email as account, a.iban from accounts a join customers o using (customer_id)
        where a.account_id = ${id}`,
    )
    return row
  }
  const messagesOf = async (user_id: number) =>
    (
      await services.asSystem(
        (tx) => tx<{ title: string }[]>`
          select title from push_messages where user_id = ${user_id} order by push_message_id`,
      )
    ).map(({ title }) => title)
  const unproved = (user_id: number) =>
    services.asSystem(
      (tx) =>
        tx`update sessions set created_at = now() - interval '1 hour', proved_at = now() - interval '1 hour'
          where user_id = ${user_id}`,
    )
  const hoursLater = (hours: number) =>
    services.asSystem(
      (tx) => tx`
        update contact_changes set requested_at = requested_at - make_interval(hours => ${hours}),
          decided_at = decided_at - make_interval(hours => ${hours})`,
    )
  const superUser = async () => (await signIn(services, 'super_user')).headers
  return {
    ...{
      ...test,
      customer_id,
      owner,
      id,
      send,
      saveOffice,
      saveAccount,
      ask,
      confirm,
      mailsTo,
      codeAt,
      linkAt,
    },
    ...{ onFile, messagesOf, unproved, hoursLater, superUser },
  }
}

describe('an intruder who moves a condominium’s IBAN to their own account', () => {
  it('as a sub-user who may change the office and condominiums: neither address nor IBAN changes, and the owner hears of it', async () => {
    const on = await setUp()
    const { headers: sub } = await signInSubUser(on.services, on.customer_id, {
      permissions: ['office:write', 'accounts:write'],
    })
    expect((await on.saveOffice(sub, attacker)).body.primary_email).toBe('studio@example.it')
    expect((await on.saveAccount(sub, null)).body.email).toBe('aurora@example.it')
    const asked = await on.ask(sub)
    expect(asked.body).toMatchObject({ code_to: 's••••@example.it' })
    expect(await on.codeAt(attacker)).toBeUndefined()
    // Even with the code, which lies in the office's mailbox, a sub-user confirms nothing.
    expect((await on.confirm(sub, await on.codeAt('studio@example.it'))).body.error).toBe('full_user_needed')
    await on.saveOffice(sub, 'studio@example.it')
    expect(await on.onFile()).toEqual({
      office: 'studio@example.it',
      account: 'aurora@example.it',
      iban: iban(1),
    })
    await runJobs(on.services)
    expect(await on.mailsTo(attacker)).toEqual([])
    for (const address of ['studio@example.it', 'aurora@example.it'])
      expect((await on.mailsTo(address)).map(({ template }) => template)).toEqual(
        expect.arrayContaining(['contact-change', 'iban-change']),
      )
    expect(await on.messagesOf(on.owner.user_id)).toEqual(['Aurora: è stato chiesto un nuovo IBAN'])
    expect((await on.confirm(on.owner.headers, await on.codeAt('studio@example.it'))).body.state).toBe(
      'confirmed',
    )
  })

  it('with a stolen session of a full user: a contact needs a fresh proof, other data does not', async () => {
    const on = await setUp()
    const { headers, user_id } = on.owner
    await on.unproved(user_id)
    for (const refused of [
      await on.saveOffice(headers, attacker),
      await on.saveOffice(headers, null),
      await on.saveAccount(headers, attacker),
      await on.saveAccount(headers, null),
    ])
      expect([400, 403]).toContain(refused.status)
    expect((await on.saveOffice(headers, attacker)).body.error).toBe('step_up_required')
    expect((await on.saveAccount(headers, null)).body.error).toBe('step_up_required')
    expect((await on.saveOffice(headers, 'studio@example.it')).status).toBe(200)
    expect((await on.saveAccount(headers, 'aurora@example.it')).status).toBe(200)
    expect(await on.services.asSystem((tx) => tx`select from contact_changes`)).toHaveLength(0)
  })

  it('with a first address: it is set at once, but gets no code for 72 hours', async () => {
    const on = await setUp({ office: null, account: null })
    const { headers, user_id } = on.owner
    await on.unproved(user_id)
    expect((await on.saveOffice(headers, attacker)).body.error).toBe('step_up_required')
    await on.services.asSystem((tx) => tx`update sessions set proved_at = now() where user_id = ${user_id}`)
    expect((await on.saveOffice(headers, attacker)).body.primary_email).toBe(attacker)
    expect(await on.messagesOf(user_id)).toEqual(['Lo studio ha un indirizzo e-mail'])
    expect((await on.saveAccount(headers, attacker)).body.email).toBe(attacker)
    const refused = await on.ask(headers)
    expect(refused).toMatchObject({ status: 409, body: { error: 'contact_too_new' } })
    expect(refused.body.error_description).toMatch(/72 ore/)
    // A sub-user who may only change condominiums cannot see the office's address. They are refused, too.
    const { headers: sub } = await signInSubUser(on.services, on.customer_id, {
      permissions: ['accounts:write'],
    })
    expect((await on.ask(sub)).body.error).toBe('contact_too_new')
    await on.hoursLater(71)
    expect((await on.ask(headers)).body.error).toBe('contact_too_new')
    await on.hoursLater(2)
    expect((await on.ask(headers)).body.code_to).toBe('a••••@example.it')
  })

  it('through the back office, twice: for 72 hours the code goes to the address of before, which is told', async () => {
    const on = await setUp()
    const support = await on.superUser()
    for (const email of ['mezzo@example.it', attacker]) {
      expect((await on.saveOffice(support, email)).body.primary_email).not.toBe(email)
      const confirm = async (as: Record<string, string>) =>
        (await on.send('PUT', `customers/contact-changes/${on.customer_id}`, as)).status
      expect(await confirm(support)).toBe(409)
      expect(await confirm(await on.superUser())).toBe(200)
    }
    await on.saveAccount((await signInFor(on.services, on.customer_id)).headers, attacker)
    await on.send('PUT', `accounts/contact-changes/${on.id}`, support)
    expect(await on.mailsTo('studio@example.it', 'contact-changed')).toHaveLength(1)
    expect(await on.mailsTo('mezzo@example.it', 'contact-changed')).toHaveLength(1)
    expect(await on.mailsTo('aurora@example.it', 'contact-changed')).toHaveLength(1)
    expect((await on.ask(on.owner.headers)).body.code_to).toBe('s••••@example.it')
    expect(await on.codeAt(attacker)).toBeUndefined()
    expect(await on.codeAt('studio@example.it')).toBeDefined()
    for (const address of ['studio@example.it', 'mezzo@example.it', 'aurora@example.it', attacker])
      expect(await on.mailsTo(address, 'iban-change')).toHaveLength(1)
    await on.hoursLater(73)
    expect(await on.ask(on.owner.headers, 3)).toMatchObject({
      status: 200,
      body: { code_to: 'a••••@example.it' },
    })
    expect(await on.codeAt(attacker)).toBeDefined()
  })

  it('by putting a removed address back, or another one in its place', async () => {
    const on = await setUp()
    const support = await on.superUser()
    await on.services.asSystem(
      (tx) => tx`update customers set primary_email = null where customer_id = ${on.customer_id}`,
    )
    expect((await on.saveOffice(on.owner.headers, attacker)).body.primary_email).toBe(attacker)
    expect((await on.ask(on.owner.headers)).body.code_to).toBe('s••••@example.it')
    await on.saveOffice(support, 'studio@example.it')
    await on.ask(on.owner.headers, 3)
    expect(await on.codeAt(attacker)).toBeUndefined()
  })

  it('by withdrawing and asking again: old links are worth nothing, and requests are limited', async () => {
    const on = await setUp()
    const { headers } = on.owner
    await on.saveOffice(headers, attacker)
    const first = await on.linkAt('studio@example.it')
    expect((await on.send('DELETE', `customers/contact-changes/${on.customer_id}`, headers)).status).toBe(200)
    await on.saveOffice(headers, attacker)
    const second = await on.linkAt('studio@example.it')
    expect(second).not.toBe(first)
    expect((await on.send('POST', `contact-changes/${first}`, {})).status).toBe(410)
    await on.saveOffice(headers, 'terzo@example.it')
    expect((await on.send('POST', `contact-changes/${second}`, {})).status).toBe(410)
    for (let n = 0; n < 7; n += 1) await on.saveOffice(headers, `altro${n}@example.it`)
    expect((await on.saveOffice(headers, 'undicesimo@example.it')).body.error).toBe('too_many_requests')
    expect((await on.onFile())?.office).toBe('studio@example.it')
  })

  it('with a file: neither a registry nor bills bring another address or IBAN to a condominium that is there', async () => {
    const on = await setUp()
    const { headers } = on.owner
    const there = { office: 'studio@example.it', account: 'aurora@example.it', iban: iban(1) }
    const as = { headers, customer_id: on.customer_id }
    const registry = await registryFixtures(on, as)
    const header = 'Condominio;Scala;Interno;Nominativo;Diritto;Telefono;IBAN condominio;E-mail condominio'
    const row = (number: number, person: string) =>
      `Aurora;A;${number};${person};Pr;055 ${number};${iban(2)};${attacker}`
    const people = [row(1, 'Rossi Lucia'), row(2, 'Verdi Ugo'), row(3, 'Bianchi Ada')]
    const units = await registry.upload([header, ...people, ''].join('\n'))
    // It asks whether the three people share the address; the first possible answer is as good as another.
    const answers = units.questions.flatMap(({ question, sheet, table, options }) =>
      options[0] ? [{ question, sheet, table, value: options[0].value }] : [],
    )
    await registry.check(units.import_id, { answers })
    const written = (await registry.write(units.import_id)).body
    expect(written).toMatchObject({ state: 'done', counts: { new_rows: 3, new_accounts: 0 } })
    expect(await on.onFile()).toEqual(there)

    const bills = await billImports(on, as)
    const lines = people.map(
      (_, at) => `Aurora;Rossi Lucia;${at + 1};Rata ${at + 1};31/12/2030;100,00;${iban(2)};${attacker}`,
    )
    const file = [
      'Condominio;Nominativo;Numero;Descrizione;Scadenza;Importo;IBAN;E-mail condominio',
      ...lines,
      '',
    ]
    const due = await bills.upload(Buffer.from(file.join('\n')), 'rate.csv')
    expect((await bills.confirm(due.import_id)).body).toMatchObject({
      state: 'done',
      counts: { new_bills: 3, new_accounts: 0 },
    })
    expect(await on.onFile()).toEqual(there)
  })

  it('429: where the office’s mailbox had too many codes, nothing waits, nobody is told, and the contact can still change', async () => {
    const on = await setUp()
    await on.services.asSystem(
      (tx) => tx`
        insert into emails (email_id, template, to_address, subject, html, text, dedupe_key, mailbox) overriding system value
        select next_email_id(), 'iban-code', 'studio@example.it', '', '', '', 'full:' || n, 'studio@example.it'
        from generate_series(1, ${mailLimits.by_iban_changes.in_hour}) n`,
    )
    expect(await on.ask(on.owner.headers)).toMatchObject({ status: 429, body: { error: 'too_many_mails' } })
    expect(await on.services.asSystem((tx) => tx`select from iban_changes`)).toHaveLength(0)
    expect(await on.mailsTo('studio@example.it', 'iban-change')).toEqual([])
    expect(await on.messagesOf(on.owner.user_id)).toEqual([])
    expect((await on.saveOffice(on.owner.headers, 'nuovo@example.it')).status).toBe(200)
    expect(await on.linkAt('studio@example.it')).toBeDefined()
  })

  it('is not kept from its code by residents who ask for codes to the office’s address', async () => {
    const on = await setUp()
    const statuses: number[] = []
    for (let n = 0; n <= mailLimits.by_users.in_hour; n += 1) {
      const { headers } = await signIn(on.services, 'consumer')
      statuses.push((await on.send('POST', 'otp/request', headers, { email: 'studio@example.it' })).status)
    }
    expect(statuses.at(-1)).toBe(429)
    expect((await on.ask(on.owner.headers)).status).toBe(200)
    expect((await on.confirm(on.owner.headers, await on.codeAt('studio@example.it'))).body.state).toBe(
      'confirmed',
    )
  })

  it('by the database: an office changes no address that is on file, whatever act runs', async () => {
    const on = await setUp()
    const acting = { customer_id: on.customer_id, user_id: on.owner.user_id }
    for (const change of [
      (tx: Tx) => tx`update customers set primary_email = ${attacker}`,
      (tx: Tx) => tx`update accounts set email = null`,
    ])
      await expect(on.services.asCustomer(acting, change)).rejects.toThrow('confirmed request')
    await on.saveOffice(on.owner.headers, attacker)
    await expect(
      on.services.asCustomer(
        acting,
        (tx) =>
          tx`update contact_changes set state = 'confirmed', decided_at = now() where state = 'pending'`,
      ),
    ).rejects.toThrow('row-level security')
  })
})

describe('who confirms a new IBAN', () => {
  it('409: the requester, where the office has another full user; that one confirms with the code', async () => {
    const on = await setUp()
    const colleague = await signIn(on.services, 'customer', on.customer_id)
    await on.ask(on.owner.headers)
    const code = await on.codeAt('studio@example.it')
    const refused = await on.confirm(on.owner.headers, code)
    expect(refused).toMatchObject({ status: 409, body: { error: 'another_person_needed' } })
    expect(refused.body.error_description).toMatch(/un’altra persona dello studio/)
    expect((await on.confirm(colleague.headers, code)).body.state).toBe('confirmed')
    expect((await on.onFile())?.iban).toBe(iban(2))
    const expected = ['Aurora: è stato chiesto un nuovo IBAN', 'Aurora: l’IBAN è cambiato']
    for (const { user_id } of [on.owner, colleague]) {
      expect(await on.messagesOf(user_id)).toEqual(expected)
      const [user] = await on.services.asSystem(
        (tx) => tx`select email from users where user_id = ${user_id}`,
      )
      expect(await on.mailsTo(user?.email, 'iban-change')).toHaveLength(2)
    }
  })

  it('200: the only full user; sub-users, suspended and invited colleagues count for nothing', async () => {
    const on = await setUp()
    await signInSubUser(on.services, on.customer_id, { permissions: ['accounts:write'] })
    for (const state of ['suspended', 'invited']) {
      const { user_id } = await signIn(on.services, 'customer', on.customer_id)
      await on.services.asSystem((tx) => tx`update users set state = ${state} where user_id = ${user_id}`)
    }
    await on.ask(on.owner.headers)
    expect((await on.confirm(on.owner.headers, await on.codeAt('studio@example.it'))).body.state).toBe(
      'confirmed',
    )
  })

  it('409: a colleague whom the requester has just added, and the requester who has just removed the other', async () => {
    const on = await setUp()
    const colleague = await signIn(on.services, 'customer', on.customer_id)
    const invited = await on.send<{ user_id: number }>('POST', 'users', on.owner.headers, {
      nominative: 'Complice',
      email: attacker,
    })
    const accomplice = await on.services.asSystem(async (tx) => {
      const { user_id } = invited.body
      await tx`update users set state = 'active' where user_id = ${user_id}`
      const [session] = await tx`insert into sessions (user_id) values (${user_id}) returning session_id`
      const token = 'a'.repeat(43)
      await tx`
        insert into access_tokens (token_hash, session_id, expires_at)
        values (${hashToken(token)}, ${session?.session_id}, now() + interval '1 hour')`
      return { authorization: `Bearer ${token}` }
    })
    await on.ask(on.owner.headers)
    const code = await on.codeAt('studio@example.it')
    expect((await on.confirm(accomplice, code)).body.error).toBe('another_person_needed')
    expect((await on.send('DELETE', `users/${colleague.user_id}`, on.owner.headers)).status).toBe(204)
    expect((await on.confirm(on.owner.headers, code)).body.error).toBe('another_person_needed')
    // All full users were told that one was invited and that one was removed.
    expect(await on.messagesOf(colleague.user_id)).toContain('Nuovo collega con tutti i permessi: Complice')
    expect(await on.messagesOf(on.owner.user_id)).toContainEqual(
      expect.stringMatching(/^Rimosso un collega con tutti i permessi: Persona/),
    )
    expect((await on.onFile())?.iban).toBe(iban(1))
  })
})
