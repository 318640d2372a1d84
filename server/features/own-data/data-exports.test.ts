import type { DataExport } from '@saldo/contract/identity/data-exports'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { runJobs } from '../../jobs/worker.ts'
import { accounts, type DebitFixtures, debitFixtures } from '../../testing/features/debit-fixtures.ts'
import { makeAccount, makeBill, makeSubject, signIn } from '../../testing/people.ts'
import { checkFiles } from '../files/check-files.job.ts'
import { openZip } from '../imports/spreadsheet/zip.ts'
import { expireDataExports } from './expire-data-exports.job.ts'
import { mostInADay } from './make-data-export.ts'
import { ownTables } from './own-tables.sql.ts'

let fixtures: DebitFixtures
beforeAll(async () => {
  fixtures = await debitFixtures()
})
afterAll(() => fixtures.close())

type Headers = Record<string, string>
const begin = (headers: Headers) => fixtures.send<DataExport>('/v1/data-exports', headers)
const list = async (headers: Headers) =>
  (await fixtures.test.call({ url: '/v1/data-exports', headers })).body as DataExport[]
const download = (headers: Headers, id: number) =>
  fixtures.test.call({ url: `/v1/data-exports/${id}/file`, headers })
const storedAs = async (id: number) =>
  (await fixtures.asSystem((tx) => tx`select stored_as from data_exports where data_export_id = ${id}`))[0]
    ?.stored_as as string | null

/** A resident with a saved account, who has paid their bill; somebody else of the same office has one too. */
async function resident() {
  const who = await fixtures.withAccount(accounts.good)
  await fixtures.payBy(who.token)
  await runJobs(fixtures.test.services)
  const { services } = fixtures.test
  const other = await makeSubject(services, who.customer_id, { nominative: 'Altrui Persona' })
  const theirs = await makeBill(services, who.customer_id, { subject_id: other, number: 'ALTRUI-1' })
  return { ...who, theirs }
}
async function made(headers: Headers) {
  const { body } = await begin(headers)
  await runJobs(fixtures.test.services)
  return body.data_export_id
}
async function filesOf(content: Buffer): Promise<Map<string, Buffer>> {
  const zip = openZip(content)
  const files = new Map<string, Buffer>()
  for (const name of zip.names) {
    const pieces: Buffer[] = []
    for await (const piece of zip.read(name)) pieces.push(piece)
    files.set(name, Buffer.concat(pieces))
  }
  return files
}

describe('POST /v1/data-exports', () => {
  it('202: a job writes the tables, a page and the receipts; the list shows how far it is', async () => {
    const who = await resident()
    const begun = await begin(who.own)
    expect(begun).toMatchObject({ status: 202, body: { state: 'writing', can_download: false } })
    await runJobs(fixtures.test.services)
    const [done] = await list(who.own)
    expect(done).toMatchObject({ state: 'done', can_download: true, downloaded_at: null })
    expect(done?.progress.done).toBe(done?.progress.total)
    const { status, raw } = await download(who.own, begun.body.data_export_id)
    expect(status).toBe(200)
    const files = await filesOf(raw)
    for (const { name } of ownTables) expect([...files.keys()]).toContain(`dati/${name}.json`)
    const rows = (name: string) => JSON.parse(String(files.get(`dati/${name}.json`)))
    expect(rows('bollette')).toMatchObject([{ number: who.number, amount: 41_250 }])
    expect(rows('metodi')).toMatchObject([{ type: 'sepa_debit', last4: '0001' }])
    expect(rows('mandati').length).toBeGreaterThan(0)
    expect(rows('sessioni')).toHaveLength(1)
    const page = String(files.get('index.html'))
    expect(page).toContain(who.number)
    expect(page).toContain('412,50')
    expect(page).not.toContain('<script')
    const receipts = [...files].filter(([name]) => name.startsWith('ricevute/'))
    expect(receipts).toHaveLength(1)
    expect(receipts[0]?.[1].subarray(0, 5).toString()).toBe('%PDF-')
  })

  it('202: nothing of others is in it, and nothing that opens or pays something', async () => {
    const who = await resident()
    const { raw } = await download(who.own, await made(who.own))
    const all = [...(await filesOf(raw))]
      .filter(([name]) => !name.endsWith('.pdf'))
      .map(([, content]) => String(content))
      .join('\n')
    for (const foreign of ['Altrui', who.theirs.number, who.theirs.token, who.token, accounts.good])
      expect(all).not.toContain(foreign)
    expect(all).not.toMatch(/\b(pm|seti|cus|mandate)_\w{6}/)
  })

  it('202: of what somebody paid for the resident, neither their card nor their receipt', async () => {
    const who = await resident()
    const payer = await signIn(fixtures.test.services, 'consumer')
    await fixtures.asSystem(async (tx) => {
      await tx`
        insert into delegations ${tx({
          ...{
            customer_id: who.customer_id,
            subject_id: who.subject_id,
            state: 'active',
            consent_by: 'owner',
          },
          ...{ consent_on: '2026-09-15', accepted_at: new Date().toISOString(), created_by_name: 'Prova' },
          ...{ delegate_name: 'Paolo', delegate_email: 'paolo@example.it', delegate_user_id: payer.user_id },
        })}`
      await tx`update payments set created_by = ${payer.user_id} where bill_id = ${who.bill_id}`
    })
    const { raw } = await download(who.own, await made(who.own))
    const files = await filesOf(raw)
    const [paid] = JSON.parse(String(files.get('dati/pagamenti.json')))
    expect(paid).toMatchObject({ amount: 41_250, state: 'succeeded', brand: null, last4: null })
    expect([...files.keys()].filter((name) => name.startsWith('ricevute/'))).toEqual([])
  })

  it('202: what is theirs in a condominium that they no longer see is there, without its name', async () => {
    const who = await fixtures.resident()
    const account_id = await makeAccount(fixtures.test.services, who.customer_id, { name: 'Via Nascosta 1' })
    await fixtures.asSystem(
      (tx) =>
        tx`insert into subject_credits ${tx({ ...{ customer_id: who.customer_id, account_id }, ...{ subject_id: who.subject_id, balance: 700 } })}`,
    )
    const { raw } = await download(who.own, await made(who.own))
    const files = await filesOf(raw)
    expect(JSON.parse(String(files.get('dati/crediti.json')))).toMatchObject([
      { balance: 700, account_name: 'Un condominio di cui non vedi più il nome' },
    ])
    const page = String(files.get('index.html'))
    expect(page).toContain('Dei condomìni che non vedi più')
    expect(page).not.toContain('Via Nascosta')
  })

  it('202: of an address that two people share, mails about the other’s bills stay out', async () => {
    const who = await resident()
    const mail = (bill_id: number, subject: string) => ({
      ...{ bill_id, subject, customer_id: who.customer_id, template: 'bill-link', html: '', text: '' },
      ...{ to_address: 'famiglia@example.it', dedupe_key: subject },
    })
    await fixtures.asSystem(async (tx) => {
      await tx`update subjects set email = 'famiglia@example.it' where customer_id = ${who.customer_id}`
      await tx`insert into emails ${tx([mail(who.bill_id, 'La mia'), mail(who.theirs.bill_id, 'La sua')])}`
    })
    const { raw } = await download(who.own, await made(who.own))
    const mails = String((await filesOf(raw)).get('dati/email.json'))
    expect(mails).toContain('La mia')
    expect(mails).not.toContain('La sua')
  })

  it('409: while one is being written, and after three within a day', async () => {
    const who = await fixtures.resident()
    expect((await begin(who.own)).status).toBe(202)
    expect(await begin(who.own)).toMatchObject({ status: 409, body: { error: 'being_written' } })
    await runJobs(fixtures.test.services)
    for (let more = 1; more < mostInADay; more += 1) await made(who.own)
    expect(await begin(who.own)).toMatchObject({ status: 409, body: { error: 'too_many' } })
  })

  it('403: an office', async () => {
    const { headers } = await signIn(fixtures.test.services, 'customer')
    expect((await begin(headers)).status).toBe(403)
  })
})

describe('GET /v1/data-exports/{id}/file', () => {
  it('200: the log of the office says that the person took their data', async () => {
    const who = await resident()
    await download(who.own, await made(who.own))
    const lines = await fixtures.asSystem(
      (tx) => tx`
        select act from audit_log where noun = 'subjects' and record_id = ${who.subject_id} and act = 'delivered'`,
    )
    expect(lines).toHaveLength(1)
    expect((await list(who.own))[0]?.downloaded_at).not.toBeNull()
  })

  it('404: somebody else’s', async () => {
    const who = await fixtures.resident()
    const id = await made(who.own)
    const other = await fixtures.resident()
    expect((await download(other.own, id)).status).toBe(404)
    expect(await list(other.own)).toEqual([])
  })

  it('403: a session that proved nothing lately', async () => {
    const who = await fixtures.resident()
    const id = await made(who.own)
    await fixtures.asSystem(
      (tx) =>
        tx`update sessions set created_at = now() - interval '11 minutes', proved_at = now() - interval '11 minutes'`,
    )
    expect(await download(who.own, id)).toMatchObject({ status: 403, body: { error: 'step_up_required' } })
  })

  it('409: after 72 hours it is deleted from the store', async () => {
    const who = await fixtures.resident()
    const id = await made(who.own)
    const name = (await storedAs(id)) as string
    expect(await fixtures.test.services.files.exists(name)).toBe(true)
    await fixtures.asSystem(
      (tx) => tx`
        update data_exports set expires_at = expires_at - interval '72 hours' where data_export_id = ${id}`,
    )
    expect(await download(who.own, id)).toMatchObject({ status: 409, body: { error: 'expired' } })
    await expireDataExports(fixtures.test.services, {})
    expect(await fixtures.test.services.files.exists(name)).toBe(false)
    expect(await list(who.own)).toMatchObject([{ state: 'expired', can_download: false }])
  })

  it('is deleted also when another one cannot be deleted, which is tried again', async () => {
    const people = [await fixtures.resident(), await fixtures.resident()] as const
    const ids = [await made(people[0].own), await made(people[1].own)] as const
    const names = [await storedAs(ids[0]), await storedAs(ids[1])] as [string, string]
    const { services } = fixtures.test
    await fixtures.asSystem(
      (tx) => tx`update data_exports set expires_at = now() where data_export_id in ${tx([...ids])}`,
    )
    const lame = {
      ...services,
      files: {
        ...services.files,
        delete: async (name: string) => {
          if (name === names[0]) throw new Error('the disk is away')
          await services.files.delete(name)
        },
      },
    }
    await expireDataExports(lame, {})
    expect([await services.files.exists(names[0]), await services.files.exists(names[1])]).toEqual([
      true,
      false,
    ])
    await expireDataExports(services, {})
    expect(await services.files.exists(names[0])).toBe(false)
  })

  it('that no row names is an orphan; one that is waited for is none', async () => {
    const who = await fixtures.resident()
    const { services } = fixtures.test
    const name = (await storedAs(await made(who.own))) as string
    await services.files.putStream('exports/lost', (await services.files.read(name)).content)
    const old = {
      ...services,
      files: {
        ...services.files,
        list: async function* () {
          for await (const each of services.files.list()) yield { ...each, written_at: new Date(0) }
        },
      },
    }
    await checkFiles(old, {})
    const orphans = await fixtures.asSystem((tx) => tx<{ path: string }[]>`select path from orphan_files`)
    const paths = orphans.map(({ path }) => path)
    expect(paths).toContain('exports/lost')
    expect(paths).not.toContain(name)
  })

  it('is written with the rights of an active resident, and of nobody else', async () => {
    const office = await signIn(fixtures.test.services, 'customer')
    const who = await fixtures.resident()
    const [left] = await fixtures.asSystem(
      (tx) => tx<{ user_id: number }[]>`
        update users set state = 'removed' where user_id = (select user_id from subjects where subject_id = ${who.subject_id})
        returning user_id`,
    )
    for (const user_id of [office.user_id, left?.user_id ?? 0])
      await expect(fixtures.test.services.asResident(user_id, (tx) => tx`select from bills`)).rejects.toThrow(
        'no active resident',
      )
  })

  it('is deleted when the resident leaves', async () => {
    const who = await fixtures.resident()
    const id = await made(who.own)
    const name = (await storedAs(id)) as string
    const { body } = await fixtures.test.call({ url: '/v1/users/me', headers: who.own })
    const { user_name } = body as { user_name: string }
    expect((await fixtures.send('/v1/users/btoc/leave', who.own, { user_name })).status).toBe(204)
    await runJobs(fixtures.test.services)
    expect(await fixtures.test.services.files.exists(name)).toBe(false)
  })
})
