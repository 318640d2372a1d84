import type { Import } from '@saldo/contract/imports'
import { addDays, formatDate, today } from '@saldo/domain/dates'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { runJobs } from '../../../jobs/worker.ts'
import { startApp, type TestApp } from '../../../testing/app.ts'
import { closeBooksDuring, closeBooksTo } from '../../../testing/closing.ts'
import { newsOf } from '../../../testing/news.ts'
import { makeAccount, signIn } from '../../../testing/people.ts'

let test: TestApp
beforeAll(async () => {
  test = await startApp()
})
afterAll(() => test.close())

type Row = { row: number; issues: { code: string; message: string }[] }

const day = (ago: number) => addDays(today(), -ago)
const closed = `chiusi fino al ${formatDate(day(30))}`

/** An office with the condominium Aurora and the calls of the import page, for bills or a registry. */
async function office(kind: 'bills' | 'accounts' = 'bills') {
  const { headers, customer_id } = await signIn(test.services, 'customer')
  const account_id = await makeAccount(test.services, customer_id, { name: 'Aurora' })
  const at = `/v1/${kind}/import`
  const send = async (method: 'POST' | 'GET', path: string, payload?: object) => {
    const reply = await test.call({ method, url: at + path, headers, ...(payload ? { payload } : {}) })
    return reply as { status: number; body: Import & { error: string; items: Row[] } }
  }
  const found = async (id: number) => (await send('GET', `/${id}`)).body
  const upload = async (...lines: string[]) => {
    const form = new FormData()
    form.set('file', new Blob([lines.join('\n')]), 'rate.csv')
    const body = new Response(form)
    const reply = await test.call({
      ...{ method: 'PUT', url: at },
      headers: { ...headers, 'content-type': body.headers.get('content-type') as string },
      payload: Buffer.from(await body.arrayBuffer()),
    })
    await runJobs(test.services)
    return found((reply.body as Import).import_id)
  }
  const confirm = (id: number, payload?: object) =>
    send('POST', kind === 'bills' ? `/${id}/confirm` : `/${id}`, payload)
  const wrong = async (id: number) => (await send('GET', `/${id}/rows?status=error`)).body.items
  const leaveOut = async (id: number) => {
    await send('POST', `/${id}`, { leave_out_errors: true })
    await runJobs(test.services)
  }
  const bills = () =>
    test.services.asSystem(async (tx) => {
      const rows = await tx<{ number: string }[]>`
        select number from bills where customer_id = ${customer_id} order by number`
      return rows.map(({ number }) => number)
    })
  return { account: { customer_id, account_id }, send, found, upload, confirm, wrong, leaveOut, bills }
}

const header = 'Condominio;Numero bolletta;Intestatario;Emissione;Scadenza;Importo'
const line = (number: number, issued: number | null, due: number, condominium = 'Aurora') =>
  [
    ...[condominium, number, `Persona ${number}`],
    ...[issued === null ? '' : formatDate(day(issued)), formatDate(day(due)), '80,00'],
  ].join(';')

describe('bills of a closed period', () => {
  it('are refused row by row with the reason, counted and shown; when they are left out, the rest is written', async () => {
    const { account, upload, confirm, wrong, leaveOut, bills } = await office()
    await closeBooksTo(test.services, account, day(30))
    const read = await upload(
      header,
      line(1, 30, -20),
      line(2, 29, -20),
      // A bill without an issue date counts on its due date, if that is past.
      line(3, null, 40),
      line(4, null, -20),
      line(5, 60, -20, 'Un altro'),
    )
    expect(read.counts).toMatchObject({ errors: 2, new_bills: 3, bills: 3, amount: 24_000 })
    const rows = await wrong(read.import_id)
    expect(rows.map(({ row, issues }) => [row, issues.map(({ code }) => code)])).toEqual([
      [2, ['period_closed']],
      [4, ['period_closed']],
    ])
    expect(rows[0]?.issues[0]?.message).toContain(formatDate(day(30)))
    expect(rows[1]?.issues[0]?.message).toContain(formatDate(day(40)))
    for (const { issues } of rows) expect(issues[0]?.message).toContain(closed)
    expect((await confirm(read.import_id)).status).toBe(409)
    await leaveOut(read.import_id)
    expect((await confirm(read.import_id)).status).toBe(202)
    await runJobs(test.services)
    expect(await bills()).toEqual(['2', '4', '5'])
  })

  it('that exist already stay unchanged', async () => {
    const { account, upload, confirm, bills } = await office()
    const file = [header, line(1, 30, -20)]
    await confirm((await upload(...file)).import_id)
    await runJobs(test.services)
    await closeBooksTo(test.services, account, day(30))
    expect((await upload(...file)).counts).toMatchObject({ errors: 0, same_bills: 1 })
    expect(await bills()).toEqual(['1'])
  })
})

describe('a closing after the preview', () => {
  it('refuses the confirmation and shows the rows', async () => {
    const { account, upload, confirm, found, wrong, leaveOut, bills } = await office()
    const { import_id } = await upload(header, line(1, 30, -20), line(2, 29, -20))
    await closeBooksTo(test.services, account, day(30))
    expect(await confirm(import_id)).toMatchObject({
      status: 409,
      body: {
        error: 'period_closed',
        error_description: expect.stringContaining(closed),
        fields: { issue_date: expect.stringContaining(closed) },
      },
    })
    expect(await found(import_id)).toMatchObject({ state: 'to_check', counts: { errors: 1, new_bills: 1 } })
    expect(await wrong(import_id)).toMatchObject([{ row: 2, issues: [{ code: 'period_closed' }] }])
    await leaveOut(import_id)
    expect((await confirm(import_id)).status).toBe(202)
    await runJobs(test.services)
    expect(await bills()).toEqual(['2'])
  })

  it.each([
    ['before the writing', closeBooksTo],
    ['in the middle of the writing', closeBooksDuring],
  ])('%s ends it with its own sentence, to be checked again', async (_, close) => {
    const { account, upload, confirm, found, wrong, bills } = await office()
    const { import_id } = await upload(header, line(1, 30, -20), line(2, 29, -20))
    expect((await confirm(import_id)).status).toBe(202)
    await close(test.services, account, day(30), () => runJobs(test.services))
    await runJobs(test.services)
    expect(await bills()).toEqual([])
    expect(await found(import_id)).toMatchObject({
      state: 'to_check',
      counts: { errors: 1, new_bills: 1 },
      notes: [expect.stringContaining(closed)],
    })
    expect(await wrong(import_id)).toMatchObject([{ row: 2, issues: [{ code: 'period_closed' }] }])
    expect(await newsOf(test.services, account.customer_id)).toMatchObject([
      { title: 'Importazione da ricontrollare', body: expect.stringContaining(closed) },
    ])
  })
})

describe('opening balances', () => {
  const file = [
    'Condominio;Scala;Interno;Nominativo;Ruolo;Saldo precedente, negativo se deve',
    'Aurora;A;1;Rossi Lucia;Pr;-30,00',
    'Aurora;A;2;Verdi Ugo;Pr;15,00',
  ]

  it('dated after the closed period are registered', async () => {
    const { account, upload, confirm, found, bills } = await office('accounts')
    await closeBooksTo(test.services, account, day(1))
    const { import_id, counts } = await upload(...file)
    expect(counts).toMatchObject({ errors: 0, opening_debts: 1, opening_credits: 1 })
    expect((await confirm(import_id, { opening_date: day(0) })).status).toBe(202)
    await runJobs(test.services)
    expect((await found(import_id)).state).toBe('done')
    expect(await bills()).toHaveLength(1)
  })

  it('are cancelled today if their import is undone after their day was closed', async () => {
    const { account, upload, confirm, send, found, bills } = await office('accounts')
    const { import_id } = await upload(...file)
    await confirm(import_id, { opening_date: day(1) })
    await runJobs(test.services)
    await closeBooksTo(test.services, account, day(1))
    expect((await send('POST', `/${import_id}/undo`)).status).toBe(202)
    await runJobs(test.services)
    expect(await found(import_id)).toMatchObject({ state: 'undone', refusal: null })
    expect(await bills()).toHaveLength(1)
  })
})
