import type { ResidentAccess } from '@saldo/contract/identity/registration'
import postgres from 'postgres'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { runJobs } from '../../jobs/worker.ts'
import { startApp, type TestApp } from '../../testing/app.ts'
import { humanToken } from '../../testing/human-token.ts'
import { makeBill, makeCustomer, makeSubject, signIn, signInSubUser } from '../../testing/people.ts'

let app: TestApp
beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.close())

let serial = 0

/** A person in the registry with a bill and without access. */
async function resident(of: { customer_id?: number } = {}) {
  serial += 1
  const customer_id = of.customer_id ?? (await makeCustomer(app.services))
  const subject_id = await makeSubject(app.services, customer_id, { email: `residente${serial}@example.it` })
  const { number } = await makeBill(app.services, customer_id, { subject_id })
  const [row] = await app.services.asSystem(
    (tx) => tx<{ fiscal_code: string; email: string }[]>`
      select fiscal_code, email from subjects where subject_id = ${subject_id}`,
  )
  if (!row) throw new Error('nobody')
  return { ...row, customer_id, subject_id, bill_number: number, username: `residente${serial}` }
}
type Resident = Awaited<ReturnType<typeof resident>>

async function register(
  { username, fiscal_code, bill_number, email }: Resident,
  remoteAddress = `198.51.100.${++serial}`,
  more: object = { extended_info: { email } },
) {
  const recaptcha_token = await humanToken(app.call)
  return app.call({
    method: 'POST',
    url: '/v1/users/btoc/register',
    body: { username, fiscal_code, bill_number, recaptcha_token, ...more },
    remoteAddress,
  })
}
async function mailsTo(address: string) {
  await runJobs(app.services)
  const mails = await app.services.asSystem(
    (tx) => tx<{ template: string; text: string }[]>`
      select template, text from emails where to_address = ${address} order by email_id`,
  )
  return mails.map(({ template, text }) => ({
    template,
    text,
    token: /#\/auth\/invito\/([\w-]{43})\s/.exec(text)?.[1] ?? null,
  }))
}
const userOf = async (subject_id: number) => {
  const [row] = await app.services.asSystem(
    (tx) => tx<{ user_id: number | null; user_name: string | null; state: string | null }[]>`
      select s.user_id, u.user_name, u.state from subjects s left join users u using (user_id)
      where s.subject_id = ${subject_id}`,
  )
  return row
}
const changeAddress = async (headers: Record<string, string>, subject_id: number, email: string) => {
  const body = { subject_id, nominative: 'Lucia', email }
  expect((await app.call({ method: 'POST', url: '/v1/subjects', headers, payload: body })).status).toBe(200)
}
const choose = (token: string | null | undefined) =>
  app.call({
    method: 'POST',
    url: `/v1/auth/recovery/${token}`,
    body: { new_password: 'tre gatti e un cane' },
  })

describe('POST /v1/users/btoc/register', () => {
  it('204: tax code, bill and address on file agree: a mail lets them choose a password, and they see their bills', async () => {
    const lucia = await resident()
    expect((await register(lucia)).status).toBe(204)
    const [mail] = await mailsTo(lucia.email)
    expect(mail?.template).toBe('invitation')
    expect(await userOf(lucia.subject_id)).toMatchObject({ user_name: lucia.username, state: 'invited' })
    expect((await choose(mail?.token)).status).toBe(204)
    expect(await userOf(lucia.subject_id)).toMatchObject({ state: 'active' })
  })
  it('204: the answer is always the same, and a partial match links nobody', async () => {
    const lucia = await resident()
    const other = await resident()
    const wrong: Record<string, Partial<Resident>> = {
      'another bill': { bill_number: other.bill_number },
      'another tax code': { fiscal_code: other.fiscal_code },
      'another address': { email: 'estraneo@example.it' },
      nobody: { fiscal_code: 'RSSMRA80A01F205X', bill_number: 'X-1' },
    }
    const answers = []
    for (const half of Object.values(wrong)) {
      const { status, raw, headers } = await register({ ...lucia, ...half })
      const { 'x-request-id': _id, date: _date, ...said } = headers
      answers.push({ status, raw: raw.length, said })
    }
    for (const answer of answers) expect(answer).toEqual(answers[0])
    expect(answers[0]?.status).toBe(204)
    const mails = await mailsTo(lucia.email)
    expect(mails.map(({ template }) => template)).toEqual(['registration', 'registration', 'registration'])
    expect((await mailsTo('estraneo@example.it')).map(({ text }) => text)).toEqual([
      expect.stringContaining('non siamo riusciti a riconoscerti'.slice(4)),
    ])
    for (const mail of mails) expect(mail.text).not.toContain(lucia.fiscal_code)
    expect((await userOf(lucia.subject_id))?.user_id).toBeNull()
  })
  it.each([
    ['absent', undefined],
    ['null', null],
    ['empty', {}],
    ['a flag', true],
    ['a text', 'app'],
    ['a list', ['app']],
    ['without an address', { phone: '333 0000000', email: null }],
  ])('204: extended_info may be %s: the mail goes to the address on file', async (_what, extended_info) => {
    const lucia = await resident()
    expect((await register(lucia, undefined, { extended_info })).status).toBe(204)
    expect((await mailsTo(lucia.email)).map(({ template }) => template)).toEqual(['invitation'])
    expect(await userOf(lucia.subject_id)).toMatchObject({ user_name: lucia.username, state: 'invited' })
    // The stranger's tax code is unknown and no address was given, so no mail is written.
    const stranger = { ...lucia, fiscal_code: 'RSSMRA80A01F205X' }
    expect((await register(stranger, undefined, { extended_info })).status).toBe(204)
    expect(await mailsTo(lucia.email)).toHaveLength(1)
  })
  it('204: a draft or cancelled bill does not identify anybody', async () => {
    const lucia = await resident()
    await app.services.asSystem(
      (tx) => tx`update bills set status = 'cancelled' where subject_id = ${lucia.subject_id}`,
    )
    await register(lucia)
    await mailsTo(lucia.email)
    expect((await userOf(lucia.subject_id))?.user_id).toBeNull()
  })
  it('204: a user name that is taken is reported to the address on file, and nothing is created', async () => {
    const lucia = await resident()
    const piero = await resident()
    await register(lucia)
    await mailsTo(lucia.email)
    await register({ ...piero, username: lucia.username.toUpperCase() })
    const [mail] = await mailsTo(piero.email)
    expect(mail?.text).toContain('Scegli un altro nome utente')
    expect(mail?.text).toContain('qualcuno ha chiesto di registrarsi')
    expect(mail?.text).not.toContain('indirizzo del tuo accesso')
    expect((await userOf(piero.subject_id))?.user_id).toBeNull()
  })
  it('204: a second time the newest link works before the password is chosen; afterwards the mail has the user name', async () => {
    const lucia = await resident()
    await register(lucia)
    const [first] = await mailsTo(lucia.email)
    await register({ ...lucia, username: 'altro_nome' })
    const second = (await mailsTo(lucia.email)).at(-1)
    expect((await choose(first?.token)).status).toBe(410)
    expect((await choose(second?.token)).status).toBe(204)
    await register(lucia)
    const last = (await mailsTo(lucia.email)).at(-1)
    expect(last).toMatchObject({ template: 'registration', text: expect.stringContaining(lucia.username) })
  })
  it('204: the number of the bill is found however its letters and spaces are typed', async () => {
    const lucia = await resident()
    const typed = ` ${lucia.bill_number.toLowerCase().replace('-', ' - ')}`
    expect((await register({ ...lucia, bill_number: typed })).status).toBe(204)
    expect((await mailsTo(lucia.email)).map(({ template }) => template)).toEqual(['invitation'])
  })
  it('204: the mails of a refusal say nothing that was typed, nor whose bill or code it was', async () => {
    const lucia = await resident()
    const other = await resident()
    const stranger = { email: 'curioso@example.it' }
    await register({ ...lucia, ...stranger })
    await register({ ...lucia, ...stranger, bill_number: other.bill_number })
    await register({ ...lucia, ...stranger, username: other.username, fiscal_code: other.fiscal_code })
    await register({ ...lucia, ...stranger, fiscal_code: 'RSSMRA80A01F205X', bill_number: 'X-1' })
    const mails = await mailsTo(stranger.email)
    expect(mails).toHaveLength(4)
    expect(new Set(mails.map(({ text }) => text)).size).toBe(1)
    for (const known of [lucia.fiscal_code, lucia.bill_number, lucia.username, other.email])
      expect(mails[0]?.text).not.toContain(known)
  })
  it('204: two people who choose the same name at the same time: one has it, the other is told by mail', async () => {
    const lucia = await resident()
    const piero = await resident()
    await Promise.all([register(lucia), register({ ...piero, username: lucia.username })])
    const mails = [...(await mailsTo(lucia.email)), ...(await mailsTo(piero.email))]
    expect(mails.map(({ template }) => template).sort()).toEqual(['invitation', 'registration'])
  })
  it('204: an invitation lasts 72 hours', async () => {
    const lucia = await resident()
    await register(lucia)
    const [mail] = await mailsTo(lucia.email)
    const later = (hours: number) =>
      app.services.asSystem(
        (tx) => tx`
          update one_time_tokens set expires_at = expires_at - make_interval(hours => ${hours})
          where purpose = 'invitation'`,
      )
    await later(71)
    expect((await app.call({ url: `/v1/auth/recovery/${mail?.token}` })).status).toBe(200)
    await later(1)
    expect((await choose(mail?.token)).status).toBe(410)
  })
  it.each([
    ['no name', { username: '' }, 'username'],
    ['an invalid tax code', { fiscal_code: 'RSSMRA80A01F205Y' }, 'fiscal_code'],
    ['a name that reads like a site', { username: 'vinci-subito.com' }, 'username'],
    ['the address of somebody else as a name', { username: 'bea@example.it' }, 'username'],
    ['no bill', { bill_number: ' ' }, 'bill_number'],
    ['a wrong address', { extended_info: { email: 'ada@' } }, 'extended_info.email'],
    ['an invented human check', { recaptcha_token: 'x' }, 'recaptcha_token'],
  ])('400: %s', async (_what, wrong, field) => {
    const body = {
      ...{ username: 'ada', fiscal_code: 'RSSMRA80A01F205X', bill_number: '1', recaptcha_token: 'x' },
      ...{ extended_info: { email: 'a@example.it' }, ...wrong },
    }
    const answer = await app.call({ method: 'POST', url: '/v1/users/btoc/register', body })
    expect(answer).toMatchObject({ status: 400, body: { fields: { [field]: expect.stringMatching(/\.$/) } } })
  })
  it('429: requests for one address are throttled', async () => {
    const lucia = await resident()
    for (let tries = 0; tries < 5; tries += 1) expect((await register(lucia, '203.0.113.9')).status).toBe(204)
    await app.services.asSystem(
      (tx) => tx`update sign_in_failures set last_at = last_at + interval '1 minute'`,
    )
    expect((await register(lucia, '203.0.113.9')).status).toBe(429)
    expect((await register(await resident(), '203.0.113.10')).status).toBe(204)
  })
})

describe('the access of a resident, given by an office', () => {
  const asked = async (who: Record<string, string>, act: string, subject_id: number) => {
    const method = act === '' ? ('GET' as const) : ('POST' as const)
    const { status, body } = await app.call({
      method,
      url: `/v1/users/btoc/${act}${subject_id}`,
      headers: who,
    })
    return { status, body: body as ResidentAccess & { error?: string } }
  }

  it('is invited, invited again, and removed: the session ends at once', async () => {
    const office = await signIn(app.services, 'customer')
    const lucia = await resident(office)
    expect((await asked(office.headers, '', lucia.subject_id)).body.access).toBe('none')
    expect((await asked(office.headers, 'create/', lucia.subject_id)).body).toMatchObject({
      access: 'invited',
    })
    const [first] = await mailsTo(lucia.email)
    expect((await asked(office.headers, 'create/', lucia.subject_id)).status).toBe(200)
    const second = (await mailsTo(lucia.email)).at(-1)
    expect((await choose(first?.token)).status).toBe(410)
    expect((await choose(second?.token)).status).toBe(204)
    expect((await asked(office.headers, '', lucia.subject_id)).body.access).toBe('active')
    expect((await asked(office.headers, 'create/', lucia.subject_id)).status).toBe(409)
    const user = await userOf(lucia.subject_id)
    expect((await asked(office.headers, 'delete/', lucia.subject_id)).body.access).toBe('none')
    const [gone] = await app.services.asSystem(
      (tx) => tx`select state from users where user_id = ${user?.user_id as number}`,
    )
    expect(gone?.state).toBe('removed')
    expect((await asked(office.headers, 'delete/', lucia.subject_id)).status).toBe(200)
  })
  it('covers bills of another office, too, and removing it there keeps those', async () => {
    const [one, other] = [await signIn(app.services, 'customer'), await signIn(app.services, 'customer')]
    const lucia = await resident(one)
    const again = await resident(other)
    await app.services.asSystem(
      (tx) => tx`update subjects set email = ${lucia.email} where subject_id = ${again.subject_id}`,
    )
    await asked(one.headers, 'create/', lucia.subject_id)
    await choose((await mailsTo(lucia.email)).at(-1)?.token)
    expect((await asked(other.headers, 'create/', again.subject_id)).body.access).toBe('active')
    expect((await mailsTo(lucia.email)).at(-1)?.template).toBe('added')
    const user = await userOf(again.subject_id)
    expect(user?.user_id).toBe((await userOf(lucia.subject_id))?.user_id)
    await asked(other.headers, 'delete/', again.subject_id)
    expect(await userOf(lucia.subject_id)).toMatchObject({ user_id: user?.user_id, state: 'active' })
  })
  it('403: a sub-user changed the address, and their session proved nothing lately; nobody is invited', async () => {
    const office = await signIn(app.services, 'customer')
    const lucia = await resident(office)
    const sub = await signInSubUser(app.services, office.customer_id, { permissions: ['subjects:write'] })
    await app.services.asSystem(
      (tx) => tx`
        update sessions set created_at = now() - interval '11 minutes', proved_at = now() - interval '11 minutes'
        where user_id = ${sub.user_id}`,
    )
    await changeAddress(sub.headers, lucia.subject_id, 'ladro@example.it')
    expect(await asked(sub.headers, 'create/', lucia.subject_id)).toMatchObject({
      status: 403,
      body: { error: 'step_up_required' },
    })
    expect((await userOf(lucia.subject_id))?.user_id).toBeNull()
    expect(await mailsTo('ladro@example.it')).toEqual([])
  })
  it('tells every address of the last 72 hours that the access went elsewhere, whatever way it was asked for', async () => {
    const office = await signIn(app.services, 'customer')
    for (const way of ['invited', 'registered', 'known'] as const) {
      const lucia = await resident(office)
      const thief = `ladro.${way}@example.it`
      if (way === 'known') {
        const other = await resident()
        await app.services.asSystem(async (tx) => {
          const [user] = await tx`
            insert into users (user_name, nominative, email) values (${thief}, 'Ladro', ${thief}) returning user_id`
          await tx`update subjects set user_id = ${user?.user_id} where subject_id = ${other.subject_id}`
        })
      }
      await changeAddress(office.headers, lucia.subject_id, `mezzo.${way}@example.it`)
      await changeAddress(office.headers, lucia.subject_id, thief)
      if (way === 'registered') await register({ ...lucia, email: thief })
      else expect((await asked(office.headers, 'create/', lucia.subject_id)).status).toBe(200)
      await mailsTo(thief)
      for (const address of [lucia.email, `mezzo.${way}@example.it`]) {
        const mails = await mailsTo(address)
        expect([way, mails.map(({ template }) => template)]).toEqual([way, ['access-elsewhere']])
        expect(mails[0]?.text).toContain('l••••@example.it')
        expect(mails[0]?.text).not.toContain(thief)
      }
    }
  })
  it('tells nobody when the address is older than 72 hours', async () => {
    const office = await signIn(app.services, 'customer')
    const lucia = await resident(office)
    await changeAddress(office.headers, lucia.subject_id, `nuova.${lucia.email}`)
    const owner = postgres(app.database_url, { max: 1 })
    await owner`alter table audit_log disable trigger append_only`
    await owner`
      update audit_log set at = at - interval '73 hours' where noun = 'subjects' and record_id = ${lucia.subject_id}`
    await owner.end()
    expect((await asked(office.headers, 'create/', lucia.subject_id)).status).toBe(200)
    expect((await mailsTo(`nuova.${lucia.email}`)).map(({ template }) => template)).toEqual(['invitation'])
    expect(await mailsTo(lucia.email)).toEqual([])
  })
  it('is in the history with the name of the user who gave it', async () => {
    const office = await signIn(app.services, 'customer')
    const lucia = await resident(office)
    await asked(office.headers, 'create/', lucia.subject_id)
    const lines = await app.services.asSystem(
      (tx) => tx`
        select user_id from audit_log
        where noun = 'subjects' and record_id = ${lucia.subject_id} and act = 'changed'`,
    )
    expect(lines).toEqual([{ user_id: office.user_id }])
  })
  it('409: a person without an address; 404: another office’s person', async () => {
    const office = await signIn(app.services, 'customer')
    const subject_id = await makeSubject(app.services, office.customer_id, { email: null })
    expect(await asked(office.headers, 'create/', subject_id)).toMatchObject({
      status: 409,
      body: { error: 'no_email' },
    })
    const stranger = await resident()
    for (const act of ['', 'create/', 'delete/'])
      expect((await asked(office.headers, act, stranger.subject_id)).status).toBe(404)
  })
})
