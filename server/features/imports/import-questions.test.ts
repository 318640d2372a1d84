import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { runJobs } from '../../jobs/worker.ts'
import { startApp, type TestApp } from '../../testing/app.ts'
import { billImports } from '../../testing/features/bill-imports.ts'
import { makeAccount, signIn } from '../../testing/people.ts'

let test: TestApp
beforeAll(async () => {
  test = await startApp()
})
afterAll(() => test.close())

const sheet = (...lines: string[]) => Buffer.from(lines.join('\n'))
const twoAmounts = sheet(
  'Condominio;Intestatario;Interno;Scadenza;Importo;Residuo',
  'Le Rose;Rossi Lucia;1;31/12/2027;100,00;40,00',
  'Le Rose;Verdi Ugo;2;31/12/2027;90,00;90,00',
  'TOTALE;;;;190,00;130,00',
)

describe('a sheet with two columns that may be the amount', () => {
  it('cannot be confirmed until somebody chose one, by the sums of each; then it is not asked again', async () => {
    const { upload, amend, send, confirm, written } = await billImports(test)
    const read = await upload(twoAmounts, 'a.csv')
    expect(read.questions).toMatchObject([
      {
        question: 'amount',
        proposal: '4',
        answer: null,
        options: [
          { value: '4', detail: 'in tutto 190,00\u00a0€, come il totale scritto nel foglio' },
          { value: '5', detail: 'in tutto 130,00\u00a0€, come il totale scritto nel foglio' },
        ],
      },
    ])
    const refused = await send('POST', `/v1/bills/import/${read.import_id}/confirm`)
    expect([refused.status, refused.body.error]).toEqual([409, 'questions_open'])
    expect(await written()).toMatchObject({ bills: 0 })

    const answer = { question: 'amount', sheet: 'a', table: 1, value: '5' }
    const chosen = await amend(read.import_id, { answers: [answer] })
    expect(chosen).toMatchObject({ counts: { new_amount: 13_000 }, questions: [{ answer: '5' }] })
    expect((await confirm(read.import_id)).body.state).toBe('done')
    const next = await upload(twoAmounts, 'b.csv')
    expect(next).toMatchObject({ counts: { same_bills: 2 }, questions: [{ answer: '5', remembered: true }] })
    const again = await amend(next.import_id, { answers: [{ ...answer, sheet: 'b' }] })
    expect(again.questions).toMatchObject([{ answer: '5', remembered: false }])
  })

  it('400: an answer that is none of the options', async () => {
    const { upload, send } = await billImports(test)
    const read = await upload(twoAmounts, 'a.csv')
    const answers = [{ question: 'amount', sheet: 'a', table: 1, value: 'banana' }]
    const refused = await send('POST', `/v1/bills/import/${read.import_id}`, { answers })
    expect([refused.status, refused.body]).toMatchObject([
      400,
      { fields: { answers: 'Scegli una delle risposte possibili.' } },
    ])
  })

  it('is read again before it is written if an earlier version of Saldo read it', async () => {
    const { upload, amend, send, confirm, written } = await billImports(test)
    const { import_id } = await upload(twoAmounts, 'a.csv')
    await amend(import_id, { answers: [{ question: 'amount', sheet: 'a', table: 1, value: '5' }] })
    await test.services.asSystem(
      (tx) => tx`
        update imports
        set tables = jsonb_set(tables #- '{0,reading}' #- '{0,recognised,columns,5,tied}', '{0,recognised,row_doubts}', '{"odd": []}')
        where import_id = ${import_id}`,
    )
    const early = await send('POST', `/v1/bills/import/${import_id}/confirm`)
    expect([early.status, early.body.error]).toEqual([409, 'read_again'])
    await runJobs(test.services)
    const again = await send('GET', `/v1/bills/import/${import_id}`)
    expect(again.body).toMatchObject({ state: 'to_check', questions: [{ question: 'amount', answer: '5' }] })
    expect((await confirm(import_id)).body.state).toBe('done')
    expect(await written()).toMatchObject({ amount: 13_000 })
  })

  it('is answered by setting the column by hand', async () => {
    const { upload, amend } = await billImports(test)
    const read = await upload(twoAmounts, 'a.csv')
    const [table] = read.tables
    const columns = table?.columns.map((column) => ({
      ...column,
      field: column.index === 5 ? 'amount' : column.index === 4 ? null : column.field,
    }))
    const set = await amend(read.import_id, { tables: [{ ...table, columns }] })
    expect(set.counts.new_amount).toBe(13_000)
    expect(set.questions.filter(({ answer }) => answer === null)).toEqual([])
  })
})

describe('a sheet without a column of due dates', () => {
  const lines = ['Condominio;Intestatario;Interno;Importo', 'Le Rose;Rossi Lucia;1;100,00']

  it('is imported with the day that the person writes, which is asked anew for the next file', async () => {
    const { upload, amend, confirm, send } = await billImports(test)
    const read = await upload(sheet(...lines), 'a.csv')
    expect(read).toMatchObject({
      tables: [{ missing: [] }],
      questions: [{ question: 'due_day', answer: null }],
    })
    const say = (value: string) =>
      amend(read.import_id, { answers: [{ question: 'due_day', sheet: 'a', table: 1, value }] })
    expect(await say('domani')).toMatchObject({
      error: 'invalid_request',
      error_description: expect.stringContaining('Quando scadono queste rate?'),
      fields: { answers: 'Scrivi una data.' },
    })
    expect((await say('2027-12-31')).counts).toMatchObject({ errors: 0, new_amount: 10_000 })
    const rows = await send('GET', `/v1/bills/import/${read.import_id}/rows`)
    expect(rows.body.items).toMatchObject([{ due_date: '2027-12-31', amount: 10_000 }])
    expect((await confirm(read.import_id)).body.state).toBe('done')
    const next = await upload(sheet(...lines), 'b.csv')
    expect(next.questions).toMatchObject([{ question: 'due_day', answer: null, remembered: false }])
  })
})

describe('a table that is not read', () => {
  it('says why, and can be included by its header row', async () => {
    const { upload, amend } = await billImports(test)
    const read = await upload(sheet('Chi;Nominativo', 'a;Rossi Lucia'), 'a.csv')
    const [table] = read.tables
    expect(table).toMatchObject({ skipped: true, why_skipped: 'no_header', layout: null })
    const set = await amend(read.import_id, { tables: [{ ...table, skipped: false, header_row: 1 }] })
    expect(set.tables).toMatchObject([
      {
        skipped: false,
        why_skipped: null,
        layout: 'list',
        missing: ['Indica la colonna con l’importo.', expect.any(String)],
      },
    ])
    const left = await amend(read.import_id, { tables: [{ ...set.tables[0], skipped: true }] })
    expect(left.tables).toMatchObject([{ skipped: true, why_skipped: 'by_hand' }])
  })

  it('is said to be a registry when it is one', async () => {
    const { upload } = await billImports(test)
    const registry = await upload(sheet('Int.;Nominativo;Saldo al 31/12/2025', '1;Rossi Lucia;-20'), 'a.csv')
    expect(registry.tables).toMatchObject([{ better_as: 'registry' }])
    const bills = await upload(twoAmounts, 'b.csv')
    expect(bills.tables).toMatchObject([{ better_as: null }])
  })
})

describe('the building of a table', () => {
  const lines = ['Intestatario;Interno;Scadenza;Importo', 'Rossi Lucia;1;31/12/2027;100,00']

  it('is one of the office, or a new one; 404: one of another office', async () => {
    const { upload, amend, customer_id, confirm } = await billImports(test)
    const { customer_id: other } = await signIn(test.services, 'customer')
    const own = await makeAccount(test.services, customer_id, { name: 'Condominio Le Rose' })
    const foreign = await makeAccount(test.services, other, { name: 'Condominio Altrui' })
    const { import_id, questions } = await upload(sheet(...lines), 'dati.csv')
    expect(questions).toMatchObject([{ question: 'condominium', free: 'condominium', answer: null }])
    const say = (value: string) =>
      amend(import_id, { answers: [{ question: 'condominium', sheet: 'dati', table: 1, value }] })
    expect(await say(`account:${foreign}`)).toMatchObject({ error: 'not_found' })
    expect(await say('name:Condominio Nuovo')).toMatchObject({ counts: { new_accounts: 1, errors: 0 } })
    expect(await say(`account:${own}`)).toMatchObject({ counts: { new_accounts: 0, errors: 0 } })
    expect((await confirm(import_id)).body.state).toBe('done')
  })

  it('is asked about when a new name is almost that of an existing one', async () => {
    const { upload, amend, customer_id } = await billImports(test)
    const account = await makeAccount(test.services, customer_id, { name: 'Residenza Le Rose' })
    await makeAccount(test.services, customer_id, { name: 'Condominio Via Roma 12' })
    const { import_id, questions } = await upload(
      sheet(`Condominio;${lines[0]}`, `Le Rose;${lines[1]}`, 'Via Roma 10;Verdi Ugo;2;31/12/2027;80'),
      'a.csv',
    )
    expect(questions).toMatchObject([
      { question: 'same:Le Rose', sheet: null, options: [{ value: `account:${account}` }, { value: 'new' }] },
    ])
    const said = await amend(import_id, {
      answers: [{ question: 'same:Le Rose', sheet: null, table: null, value: `account:${account}` }],
    })
    expect(said).toMatchObject({ counts: { new_accounts: 1 }, questions: [{ answer: `account:${account}` }] })
  })

  it('is asked about when the file has another address than the office’s condominium of that name', async () => {
    const { upload, confirm } = await billImports(test)
    const titled = (title: string, number: string) =>
      sheet(title, 'Numero;Intestatario;Interno;Scadenza;Importo', `${number};Rossi Lucia;1;31/12/2027;10,00`)
    const first = await upload(titled('Condominio Aurora – Via Po 3', 'A1'), 'a.csv')
    expect(first.questions).toEqual([])
    expect((await confirm(first.import_id)).body.state).toBe('done')
    expect((await upload(titled('Condominio Aurora – Via Po 3', 'A2'), 'b.csv')).questions).toEqual([])
    const other = await upload(titled('Condominio Aurora – Via Dora 8', 'A3'), 'c.csv')
    expect(other.questions).toMatchObject([
      {
        question: 'condominium',
        answer: null,
        options: [{ label: 'Condominio Aurora, Via Dora 8' }, { label: 'Condominio Aurora' }],
      },
    ])
  })

  it('is asked about when two new names of the file are almost the same', async () => {
    const { upload, amend } = await billImports(test)
    const read = await upload(
      sheet(
        'Condominio;Intestatario;Interno;Scadenza;Importo',
        'Condominio Le Rose;Rossi Lucia;1;31/12/2027;10,00',
        'Cond. Le Rose;Verdi Ugo;2;31/12/2027;20,00',
      ),
      'a.csv',
    )
    const [same] = read.questions
    expect(read.counts.new_accounts).toBe(2)
    const value = same?.options[0]?.value as string
    expect(value).toMatch(/^name:/)
    const answers = [{ question: same?.question, sheet: null, table: null, value }]
    expect(await amend(read.import_id, { answers })).toMatchObject({
      counts: { new_accounts: 1, bills: 2 },
      questions: [{ answer: value }],
    })
  })
})

describe('rows in the preview', () => {
  it('are corrected in place', async () => {
    const { upload, amend, confirm } = await billImports(test)
    const { import_id, counts } = await upload(
      sheet('Condominio;Intestatario;Interno;Scadenza;Importo', 'Le Rose;Rossi Lucia;1;31/06/2027;1,234.50'),
      'a.csv',
    )
    expect(counts.errors).toBe(1)
    const corrections = [
      { sheet: 'a', ref: 'D2', value: '30/06/2027' },
      { sheet: 'a', ref: 'E2', value: '1.234,50' },
    ]
    expect(await amend(import_id, { corrections })).toMatchObject({
      counts: { errors: 0, new_amount: 123_450 },
    })
    expect((await confirm(import_id)).body.state).toBe('done')
  })

  it('that are not imported are listed with their place and reason', async () => {
    const { upload, send } = await billImports(test)
    const { import_id, counts, notes } = await upload(
      sheet(
        'Condominio;Intestatario;Interno;Scadenza;Importo;Cauzione',
        'Le Rose;Rossi Lucia;1;31/12/2027;100;55,50',
        'TOTALE;;;;100;',
        'N.B. pagare entro la scadenza;;;;;',
      ),
      'a.csv',
    )
    expect(counts).toMatchObject({ skipped_totals: 1, skipped_notes: 1 })
    const { body } = await send('GET', `/v1/bills/import/${import_id}/rows?status=unread`)
    expect(body.items).toMatchObject([
      { row: 3, issues: [{ code: 'total', value: 'TOTALE · 100' }] },
      { row: 4, issues: [{ code: 'note' }] },
    ])
    expect(notes).toContain('Colonne non importate: F «Cauzione» (1 numero, in tutto 55,50\u00a0€).')
  })

  it('whose number another bill has take a new one if the person says so, and are known again', async () => {
    const { upload, amend, confirm, written } = await billImports(test)
    const header = 'Condominio;Intestatario;Interno;N. bolletta;Scadenza;Importo'
    const first = await upload(sheet(header, 'Le Rose;Rossi Lucia;1;2027/7;31/12/2027;100'), 'a.csv')
    await confirm(first.import_id)
    const taken = sheet(header, 'Le Rose;Verdi Ugo;2;2027/7;31/12/2027;80')
    const second = await upload(taken, 'b.csv')
    expect(second.counts).toMatchObject({ errors: 1, taken_numbers: 1, renumbered: 0 })
    const renumbered = await amend(second.import_id, { renumber: true })
    expect(renumbered.counts).toMatchObject({ errors: 0, renumbered: 1, new_bills: 1 })
    expect((await confirm(second.import_id)).body.state).toBe('done')
    expect(await written()).toMatchObject({ bills: 2, amount: 18_000 })
    expect((await upload(taken, 'c.csv')).counts).toMatchObject({ errors: 0, same_bills: 1 })
  })
})

it.each([
  ['nothing at all', ''],
  ['only a header', 'Condominio;Intestatario;Interno;Scadenza;Importo\n'],
])('a file with %s is refused', async (_, text) => {
  const { upload } = await billImports(test)
  expect((await upload(Buffer.from(text), 'a.csv')).state).toBe('refused')
})
