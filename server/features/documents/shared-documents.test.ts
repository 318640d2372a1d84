import type { MyDocument } from '@saldo/contract/registry/my-records'
import { today } from '@saldo/domain/dates'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startApp, type TestApp } from '../../testing/app.ts'
import { makeAccount, makeBill, makeSubject, signIn, signInSubUser } from '../../testing/people.ts'
import { taken } from './sample-files.ts'
import { tellSharedDocument } from './tell-shared-document.job.ts'

let test: TestApp
beforeAll(async () => {
  test = await startApp()
})
afterAll(() => test.close())

type Headers = Record<string, string>
const [pdf] = taken['piano.pdf'] as [Buffer, string]

/** An office with a condominium, a resident with a right there, and documents of it. */
async function office() {
  const { headers, customer_id } = await signIn(test.services, 'customer')
  const account_id = await makeAccount(test.services, customer_id, { name: 'Via Ghibellina 41' })
  const lucia = await signIn(test.services, 'consumer')
  const subject_id = await makeSubject(test.services, customer_id, { user_id: lucia.user_id })
  await test.services.asSystem(async (tx) => {
    const [unit] = await tx`
      insert into units ${tx({ customer_id, account_id, number: '7' })} returning unit_id`
    await tx`
      insert into right_holders ${tx({ customer_id, account_id, unit_id: unit?.unit_id as number, subject_id, right_kind: 'owner' })}`
  })
  const document = async (type: string, of: { scan?: string; state?: string; file_name?: string } = {}) => {
    const file_path = `documents/${crypto.randomUUID()}`
    await test.services.files.put(file_path, pdf)
    const [row] = await test.services.asSystem(
      (tx) => tx<{ document_id: number }[]>`
        insert into documents ${tx({
          ...{
            customer_id,
            account_id,
            type,
            file_name: 'verbale.pdf',
            mime: 'application/pdf',
            size: pdf.length,
          },
          ...{ sha256: Buffer.of(0), file_path, scan: 'clean', ...of },
          reason: of.state === 'invalid' ? 'Non si legge.' : null,
        })} returning document_id`,
    )
    return row?.document_id as number
  }
  const call = async <Body = { error: string }>(as: Headers, url: string, payload?: object) => {
    const reply = await test.call({
      url: `/v1${url}`,
      headers: as,
      ...(payload ? { method: 'PUT', payload } : {}),
    })
    return { ...reply, body: reply.body as Body }
  }
  const share = (document_id: number, shared = true, as: Headers = headers) =>
    call<{ shared_at: string | null; error: string }>(as, `/accounts/docs/shared/${document_id}`, { shared })
  const seen = async (as: Headers = lucia.headers, query = '') =>
    (await call<{ items: MyDocument[] }>(as, `/mydocuments${query}`)).body.items
  return { headers, customer_id, account_id, subject_id, lucia, document, call, share, seen }
}

const told = (user_id: number) =>
  test.services.asSystem(
    (tx) => tx<{ title: string; body: string; metadata: object }[]>`
      select title, body, metadata from push_messages where user_id = ${user_id}`,
  )

describe('a document that the office shares', () => {
  it('is seen, downloaded and noted; without sharing it is not, and when it is taken back no more', async () => {
    const at = await office()
    const id = await at.document('minutes')
    expect(await at.seen()).toEqual([])
    expect((await at.call(at.lucia.headers, `/mydocuments/${id}/download`)).status).toBe(404)

    expect((await at.share(id)).body.shared_at).toEqual(expect.any(String))
    expect(await at.seen()).toMatchObject([
      {
        ...{ document_id: id, account_id: at.account_id, account_name: 'Via Ghibellina 41', type: 'minutes' },
        ...{ file_name: 'verbale.pdf', size: pdf.length, shared_at: expect.any(String) },
      },
    ])
    const file = await at.call(at.lucia.headers, `/mydocuments/${id}/download`)
    expect([file.status, file.raw.equals(pdf)]).toEqual([200, true])
    expect(file.headers).toMatchObject({
      'content-disposition': expect.stringMatching(/^attachment; /),
      'cache-control': 'no-store',
    })
    const downloads = await test.services.asSystem(
      (tx) => tx`select how from file_downloads where user_id = ${at.lucia.user_id}`,
    )
    expect(downloads).toEqual([{ how: 'download' }])

    expect((await at.share(id, false)).body.shared_at).toBeNull()
    expect(await at.seen()).toEqual([])
    expect((await at.call(at.lucia.headers, `/mydocuments/${id}/download`)).status).toBe(404)
  })

  it('is told to residents with an access, once, and not after it was taken back', async () => {
    const at = await office()
    const id = await at.document('regulation', { file_name: 'regolamento.pdf' })
    const tell = (shared_at: string | null) =>
      tellSharedDocument(test.services, { document_id: id, shared_at: shared_at as string })
    const first = (await at.share(id)).body.shared_at
    await at.share(id, false)
    await tell(first)
    expect(await told(at.lucia.user_id)).toEqual([])
    const second = (await at.share(id)).body.shared_at
    expect((await at.share(id)).body.shared_at, 'the same again changes nothing').toBe(second)
    for (const _again of [1, 2]) await tell(second)
    expect(await told(at.lucia.user_id)).toEqual([
      {
        title: 'Nuovo documento: Via Ghibellina 41',
        body: 'Regolamento, «regolamento.pdf»: il tuo amministratore l’ha condiviso.',
        metadata: { kind: 'document', link: '/documenti-del-condominio' },
      },
    ])
  })

  it('is told to nobody when it is not valid, or was not scanned, by the time of telling', async () => {
    const at = await office()
    for (const now of [
      { state: 'invalid', reason: 'Non si legge.' },
      { scan: 'infected' },
      { scan: 'waiting' },
    ]) {
      const id = await at.document('regulation', { file_name: 'regolamento.pdf' })
      const { shared_at } = (await at.share(id)).body
      await test.services.asSystem((tx) => tx`update documents set ${tx(now)} where document_id = ${id}`)
      await tellSharedDocument(test.services, { document_id: id, shared_at: shared_at as string })
    }
    expect(await told(at.lucia.user_id)).toEqual([])
  })

  it('stands in the history of the document', async () => {
    const at = await office()
    const id = await at.document('minutes')
    await at.share(id)
    await at.share(id, false)
    const lines = await test.services.asSystem(
      (tx) => tx<{ shared: boolean }[]>`
        select after ->> 'shared_at' is not null as shared from audit_log
        where noun = 'documents' and record_id = ${id} and act = 'changed' order by audit_id`,
    )
    expect(lines).toEqual([{ shared: true }, { shared: false }])
  })

  it('is seen by those who live there today, and by nobody else', async () => {
    const at = await office()
    await at.share(await at.document('minutes'))
    const others = {
      'a resident of another office': (await office()).lucia.headers,
      'somebody who has left, also with a bill of this year': (await leaver(at)).headers,
    }
    for (const [who, headers] of Object.entries(others))
      expect([who, await at.seen(headers)]).toEqual([who, []])
    const tenant = await signIn(test.services, 'consumer')
    const subject_id = await makeSubject(test.services, at.customer_id, { user_id: tenant.user_id })
    await makeBill(test.services, at.customer_id, { account_id: at.account_id, subject_id })
    expect(
      await at.seen(tenant.headers),
      'whom a bill names, where the register is not written',
    ).toHaveLength(1)
  })

  it('is hidden while the scanner has not passed it, and when it was found to be invalid', async () => {
    const at = await office()
    const id = await at.document('minutes')
    await at.share(id)
    for (const change of [
      { scan: 'waiting' },
      { scan: 'infected' },
      { state: 'invalid', reason: 'Non si legge.' },
    ]) {
      await test.services.asSystem(
        (tx) => tx`
          update documents set ${tx({ scan: 'clean', state: 'to_check', reason: null, ...change })} where document_id = ${id}`,
      )
      expect([change, await at.seen()]).toEqual([change, []])
    }
  })
})

async function leaver({ customer_id, account_id }: { customer_id: number; account_id: number }) {
  const mario = await signIn(test.services, 'consumer')
  const subject_id = await makeSubject(test.services, customer_id, { user_id: mario.user_id })
  await makeBill(test.services, customer_id, { account_id, subject_id })
  await test.services.asSystem(async (tx) => {
    const [unit] = await tx`select unit_id from units where account_id = ${account_id}`
    await tx`
      insert into right_holders ${tx({ customer_id, account_id, unit_id: unit?.unit_id as number, subject_id, right_kind: 'owner', until: '2026-01-31' })}`
  })
  return mario
}

describe('the list of shared documents', () => {
  it('is filtered, sorted, paged and counted by the server', async () => {
    const at = await office()
    const minutes = await at.document('minutes', { file_name: 'verbale marzo.pdf' })
    const rules = await at.document('regulation', { file_name: 'regolamento.pdf' })
    for (const id of [minutes, rules]) await at.share(id)
    const ids = async (query: string) =>
      (await at.seen(at.lucia.headers, `?${query}`)).map((one) => one.document_id)
    expect(await ids('type=minutes')).toEqual([minutes])
    expect(await ids('type=minutes,regulation')).toEqual([rules, minutes])
    expect(await ids(`account_id=${at.account_id}&sort=shared_at`)).toEqual([minutes, rules])
    expect(await ids('account_id=1')).toEqual([])
    expect(await ids('q=marzo')).toEqual([minutes])
    expect(await ids('q=ghibellina')).toEqual([rules, minutes])
    expect(await ids(`shared_at_from=${today()}`)).toEqual([rules, minutes])
    expect(await ids('shared_at_to=2020-01-01')).toEqual([])
    const first = await at.call<{ next_cursor: string }>(at.lucia.headers, '/mydocuments?limit=1')
    expect(await ids(`limit=1&cursor=${first.body.next_cursor}`)).toEqual([minutes])
    expect((await at.call(at.lucia.headers, '/mydocuments/summary')).body).toEqual({ count: 2 })
    const file = (await at.call(at.lucia.headers, '/mydocuments/export?type=minutes')).raw.toString()
    expect(file).toContain('verbale marzo.pdf')
    expect(file).not.toContain('regolamento.pdf')
  })
})

describe('the switch', () => {
  it('409: never for papers about people, the bank or the taking on, one that is not scanned, or an invalid one', async () => {
    const at = await office()
    const refused = [
      at.document('appointment'),
      at.document('tax_code'),
      at.document('bank'),
      at.document('register'),
      at.document('minutes', { scan: 'waiting' }),
      at.document('minutes', { state: 'invalid' }),
    ]
    for (const id of await Promise.all(refused)) {
      const { status, body } = await at.share(id)
      expect([status, body.error]).toEqual([409, 'not_shareable'])
    }
    const identity = await test.services.asSystem(
      (tx) => tx<{ document_id: number }[]>`
        insert into documents ${tx({ customer_id: at.customer_id, type: 'identity', file_name: 'carta.pdf', mime: 'application/pdf', size: 1, sha256: Buffer.of(0), file_path: `documents/${crypto.randomUUID()}`, scan: 'clean' })}
        returning document_id`,
    )
    const id = identity[0]?.document_id as number
    expect((await at.share(id)).body.error).toBe('not_shareable')
    await expect(
      test.services.asSystem((tx) => tx`update documents set shared_at = now() where document_id = ${id}`),
    ).rejects.toThrow(/only_papers_of_a_condominium_are_shared/)
  })

  it('403, 404: a sub-user without the permission, another condominium’s, another office, a resident', async () => {
    const at = await office()
    const id = await at.document('minutes')
    const sub = (permissions: string[], accounts?: number[]) =>
      signInSubUser(test.services, at.customer_id, {
        permissions,
        ...(accounts ? { accounts } : {}),
      } as never)
    const elsewhere = await makeAccount(test.services, at.customer_id)
    expect((await at.share(id, true, (await sub(['documents:read'])).headers)).status).toBe(403)
    expect((await at.share(id, true, (await sub(['documents:write'], [elsewhere])).headers)).status).toBe(404)
    expect((await at.share(id, true, (await office()).headers)).status).toBe(404)
    expect((await at.share(id, true, at.lucia.headers)).status).toBe(403)
    expect((await at.share(id, true, (await sub(['documents:write'], [at.account_id])).headers)).status).toBe(
      200,
    )
  })

  it('says how many residents see it, also to a sub-user who may read no bills', async () => {
    const at = await office()
    const subject_id = await makeSubject(test.services, at.customer_id)
    await makeBill(test.services, at.customer_id, { account_id: at.account_id, subject_id })
    const url = `/accounts/docs/residents/${at.account_id}`
    const reader = await signInSubUser(test.services, at.customer_id, { permissions: ['documents:read'] })
    for (const headers of [at.headers, reader.headers])
      expect((await at.call(headers, url)).body).toEqual({ residents: 2, with_access: 1 })
    expect((await at.call((await office()).headers, url)).status).toBe(404)
  })
})
