import { randomUUID } from 'node:crypto'
import type { Flow } from '@saldo/contract/payments/flows'
import { bankFileBytes, bankFileTooLarge } from '@saldo/domain/bank-files/largest-file'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { type BankFile, BankFileRefused } from '../../bank-files/bank-file.ts'
import { readBankFile } from '../../bank-files/read-bank-file.ts'
import type { Listeners } from '../../events.ts'
import { runJobs } from '../../jobs/worker.ts'
import { startApp, type TestApp } from '../../testing/app.ts'
import { newsOf } from '../../testing/news.ts'
import { makeAccount, signIn, signInSubUser } from '../../testing/people.ts'
import { sendFile } from '../../testing/send-file.ts'
import { createFlow } from './create-flow.ts'
import { giveUpFlow } from './give-up-flow.job.ts'
import { noteFlow } from './note-flow.ts'

/* What is in a file, and what a section makes of it, is tested with them. Here a file says what each test wants. */
vi.mock('../../bank-files/read-bank-file.ts')

let app: TestApp
let before: readonly Listeners[]
beforeAll(async () => {
  app = await startApp()
  before = app.services.listeners
})
afterEach(() => {
  app.services.listeners = before
})
afterAll(() => app.close())

type Headers = Record<string, string>
const outcomes: BankFile = {
  ...{ kind: 'notice_outcome', format: 'mav', name: 'MAV-1', created_on: '2026-06-09', bank_abi: '03069' },
  ...{ creditor_sia: 'A1B2C', records: 3, skipped: 0, total: 0, outcomes: [] },
}
/** The file is read like this, and a section writes it like that. */
function reading(file: BankFile | Error, write: Listeners['flow_read'] = async () => {}): void {
  vi.mocked(readBankFile).mockImplementation(async () => {
    if (file instanceof Error) throw file
    return file
  })
  app.services.listeners = [{ flow_read: write }]
}
const noted: Listeners['flow_read'] = (_services, tx, { flow }) =>
  noteFlow(tx, flow.flow_id, {
    reference: 'MAV-1',
    account_id: flow.account_id,
    count: 12,
    known: 2,
    amount: 256_893,
  })

async function upload(headers: Headers, content: string | null, fields: Record<string, string> = {}) {
  const file = content === null ? null : Buffer.from(content)
  const of = { method: 'PUT', url: '/v1/flows/upload', headers, file, name: 'esiti.txt', fields } as const
  const { status, body } = await sendFile(app, of)
  return { status, body: body as Flow & { error: string } }
}
const get = async <Body = Flow>(url: string, headers: Headers) => {
  const reply = await app.call({ method: 'GET', url, headers })
  return { ...reply, body: reply.body as Body }
}
const storedIn = (customer_id: number) =>
  app.services.asSystem((tx) => tx`select flow_id from flows where customer_id = ${customer_id}`)

describe('a file whose content needs another permission than the upload', () => {
  const order: BankFile = {
    ...{
      kind: 'debit_order',
      format: 'pain.008.001.02',
      message_id: 'M-1',
      created_at: '2026-06-09T10:00:00',
    },
    ...{ initiator: null, count: 0, sum: 0, blocks: [] },
  }
  const loadedBy = async (permissions: string[], file: BankFile) => {
    const { customer_id } = await signIn(app.services, 'customer')
    const { headers } = await signInSubUser(app.services, customer_id, { permissions })
    reading(file, noted)
    const { body } = await upload(headers, randomUUID())
    await runJobs(app.services)
    return (await get(`/v1/flows/${body.flow_id}`, headers)).body
  }

  it('is refused, and says which one: debits are not written by who may write payments alone', async () => {
    expect(await loadedBy(['payments:write'], order)).toMatchObject({
      state: 'refused',
      refusal: expect.stringContaining('Addebiti e metodi di pagamento'),
    })
    expect(await loadedBy(['payments:write', 'debits:read'], order)).toMatchObject({ state: 'refused' })
  })

  it('is read with both permissions, and what payments cover needs no other', async () => {
    expect(await loadedBy(['payments:write', 'debits:write'], order)).toMatchObject({ state: 'done' })
    expect(await loadedBy(['payments:write'], outcomes)).toMatchObject({ state: 'done' })
  })
})

describe('202: a file of a bank', () => {
  it('is read in the background and done with what the section counted', async () => {
    const { headers, customer_id } = await signIn(app.services, 'customer')
    const account_id = await makeAccount(app.services, customer_id, { name: 'Condominio Le Magnolie' })
    reading(outcomes, noted)
    const sent = await upload(headers, 'primo', { account_id: String(account_id) })
    expect(sent).toMatchObject({ status: 202, body: { state: 'reading', kind: null, file_bytes: 5 } })
    await runJobs(app.services)
    const { body } = await get(`/v1/flows/${sent.body.flow_id}`, headers)
    expect(body).toMatchObject({
      ...{ state: 'done', direction: 'in', kind: 'notice_outcome', format: 'mav', reference: 'MAV-1' },
      ...{ count: 12, known: 2, amount: 256_893, account_id, account_name: 'Condominio Le Magnolie' },
    })
    expect(await newsOf(app.services, customer_id)).toEqual([])
  })

  it('the same file again answers with the first flow, and is read once', async () => {
    const { headers, customer_id } = await signIn(app.services, 'customer')
    let times = 0
    reading(outcomes, async (...heard) => {
      times += 1
      await noted(...heard)
    })
    const first = await upload(headers, 'due volte')
    const again = await upload(headers, 'due volte')
    await runJobs(app.services)
    const later = await upload(headers, 'due volte')
    await runJobs(app.services)
    expect([again.body.flow_id, later.body.flow_id]).toEqual([first.body.flow_id, first.body.flow_id])
    expect(later.body.state).toBe('done')
    expect(await storedIn(customer_id)).toHaveLength(1)
    expect(times).toBe(1)
    const other = await signIn(app.services, 'customer')
    expect((await upload(other.headers, 'due volte')).body.flow_id).not.toBe(first.body.flow_id)
  })

  it('a refused file may be loaded again', async () => {
    const { headers } = await signIn(app.services, 'customer')
    reading(new BankFileRefused('Conto sconosciuto.'))
    const first = await upload(headers, 'da rifare')
    await runJobs(app.services)
    reading(outcomes, noted)
    const again = await upload(headers, 'da rifare')
    await runJobs(app.services)
    expect(again.body.flow_id).not.toBe(first.body.flow_id)
    expect((await get(`/v1/flows/${again.body.flow_id}`, headers)).body.state).toBe('done')
  })

  it('404: somebody else’s condominium; 422: no file, an empty one. Nothing is kept', async () => {
    const { headers, customer_id } = await signIn(app.services, 'customer')
    const stranger = await signIn(app.services, 'customer')
    const foreign = await makeAccount(app.services, stranger.customer_id)
    expect((await upload(headers, 'x', { account_id: String(foreign) })).status).toBe(404)
    expect(await upload(headers, null)).toMatchObject({ status: 422, body: { error: 'no_file' } })
    expect(await upload(headers, '')).toMatchObject({ status: 422, body: { error: 'no_file' } })
    expect(await storedIn(customer_id)).toHaveLength(0)
  })

  it('413: more than the readers take. Nothing is kept', async () => {
    const { headers, customer_id } = await signIn(app.services, 'customer')
    const sent = await upload(headers, 'a'.repeat(bankFileBytes + 1))
    expect(sent).toMatchObject({
      status: 413,
      body: { error: 'too_large', error_description: bankFileTooLarge },
    })
    expect(await storedIn(customer_id)).toHaveLength(0)
  })

  it('409: a colleague loaded the same file, which the sub-user does not see', async () => {
    const { headers, customer_id } = await signIn(app.services, 'customer')
    const account_id = await makeAccount(app.services, customer_id)
    const granted = { permissions: ['payments:write'], accounts: [account_id] }
    const limited = await signInSubUser(app.services, customer_id, granted)
    reading(outcomes, noted)
    await upload(headers, 'di tutti')
    expect(await upload(limited.headers, 'di tutti')).toMatchObject({
      status: 409,
      body: { error: 'already_loaded' },
    })
    const own = await upload(limited.headers, 'suo')
    expect((await get(`/v1/flows/${own.body.flow_id}`, limited.headers)).status).toBe(200)
  })
})

describe('a file is refused whole', () => {
  const refusedBy = async (file: BankFile | Error, write?: Listeners['flow_read']) => {
    const { headers, customer_id } = await signIn(app.services, 'customer')
    reading(file, write)
    const { body } = await upload(headers, randomUUID())
    await runJobs(app.services)
    const flow = (await get(`/v1/flows/${body.flow_id}`, headers)).body
    return { flow, news: await newsOf(app.services, customer_id), customer_id }
  }

  it('by its reader, with sentence and line, and whoever loaded it is told', async () => {
    const { flow, news } = await refusedBy(new BankFileRefused('Il totale non torna.', 88))
    expect(flow).toMatchObject({
      state: 'refused',
      refusal: 'Il totale non torna.',
      refusal_line: 88,
      kind: null,
    })
    expect(news).toEqual([
      {
        title: 'File della banca rifiutato',
        body: '«esiti.txt»: Il totale non torna. Riga 88 del file.',
        metadata: { kind: 'flow', link: `/mav?open=${flow.flow_id}` },
      },
    ])
  })

  it('by the section that writes it: what it had written is gone', async () => {
    const { flow, customer_id } = await refusedBy(outcomes, async (services, tx, { flow }) => {
      await tx`insert into accounts (customer_id, name) values (${flow.customer_id}, 'A metà')`
      await noted(services, tx, { flow, file: outcomes })
      throw new BankFileRefused('Un importo non è quello dell’avviso.', 3)
    })
    expect(flow).toMatchObject({ state: 'refused', refusal_line: 3, count: 0, amount: 0 })
    const left = await app.services.asSystem(
      (tx) => tx`select from accounts where customer_id = ${customer_id} and name = 'A metà'`,
    )
    expect(left).toHaveLength(0)
  })

  it('when no section takes its kind', async () => {
    const { flow } = await refusedBy(outcomes)
    expect(flow).toMatchObject({ state: 'refused', refusal: expect.stringContaining('esiti di avvisi MAV') })
  })

  it('when reading it failed for good for a reason of ours', async () => {
    const { headers, customer_id } = await signIn(app.services, 'customer')
    reading(new Error('no disk'))
    const { body } = await upload(headers, 'guasto')
    await giveUpFlow(app.services, { flow_id: body.flow_id })
    await giveUpFlow(app.services, { flow_id: body.flow_id })
    const flow = (await get(`/v1/flows/${body.flow_id}`, headers)).body
    expect(flow).toMatchObject({ state: 'refused', refusal: expect.stringContaining('da parte nostra') })
    expect(await newsOf(app.services, customer_id)).toHaveLength(1)
  })
})

describe('200', () => {
  const madeHere = (customer_id: number) =>
    app.services.asCustomer({ customer_id, user_id: null }, (tx) =>
      createFlow(app.services, tx, {
        ...{ customer_id, account_id: null, kind: 'notice_order', format: 'mav', file_name: 'avvisi.txt' },
        ...{ reference: 'MAV-9', count: 2, amount: 5000, content: 'IM…', created_by: null },
      }),
    )

  it('lists, sums and exports what was loaded and made, by filter', async () => {
    const { headers, customer_id } = await signIn(app.services, 'customer')
    reading(outcomes, noted)
    await upload(headers, 'elenco')
    await runJobs(app.services)
    const made = await madeHere(customer_id)
    type Page = { items: Flow[] }
    const all = (await get<Page>('/v1/flows', headers)).body.items
    expect(all.map(({ direction }) => direction)).toEqual(['out', 'in'])
    const ids = async (query: string) =>
      (await get<Page>(`/v1/flows?${query}`, headers)).body.items.map(({ flow_id }) => flow_id)
    for (const query of ['direction=out', 'kind=notice_order', 'q=avvisi', 'q=MAV-9', `ids=${made}`])
      expect(await ids(query), query).toEqual([made])
    for (const query of ['state=refused', 'created_at_to=2020-01-01', 'who=nessuno'])
      expect(await ids(query), query).toEqual([])
    expect(await ids('sort=amount')).toHaveLength(2)
    expect((await get('/v1/flows/summary', headers)).body).toEqual({ count: 2, entries: 14, amount: 261_893 })
    const file = String((await get('/v1/flows/export', headers)).raw)
    expect(file).toContain('Avvisi MAV o RiBa')
    expect(file).toContain('MAV-9')
  })

  it('gives the file back as it was', async () => {
    const { headers, customer_id } = await signIn(app.services, 'customer')
    const flow_id = await madeHere(customer_id)
    const reply = await get(`/v1/flows/${flow_id}/file`, headers)
    expect(reply.status).toBe(200)
    expect(String(reply.raw)).toBe('IM…')
    expect(reply.headers['content-disposition']).toContain('avvisi.txt')
  })

  it('404: another customer’s', async () => {
    const { customer_id } = await signIn(app.services, 'customer')
    const flow_id = await madeHere(customer_id)
    const { headers } = await signIn(app.services, 'customer')
    expect((await get(`/v1/flows/${flow_id}`, headers)).status).toBe(404)
    expect((await get(`/v1/flows/${flow_id}/file`, headers)).status).toBe(404)
  })
})
