import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Flow } from '@saldo/contract/payments/flows'
import type { MonthsReport } from '@saldo/contract/reports/reports'
import { givenLayouts, type ReceiptLayout, receiptColumnNames } from '@saldo/domain/accounting/receipt-layout'
import { addMonths, formatDate, today } from '@saldo/domain/dates'
import { Ajv } from 'ajv'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { runJobs } from '../../jobs/worker.ts'
import { startApp, type TestApp } from '../../testing/app.ts'
import { receiptsFile } from '../../testing/features/receipts-fixtures.ts'
import {
  makeAccount,
  makeBill,
  makeCustomer,
  makeSubject,
  signIn,
  signInSubUser,
} from '../../testing/people.ts'

let test: TestApp
let office: Awaited<ReturnType<typeof setUp>>
beforeAll(async () => {
  test = await startApp()
  office = await setUp()
})
afterAll(() => test.close())

const thisMonth = `${today().slice(0, 7)}-01`
const lastMonth = addMonths(thisMonth, -1)
const from = lastMonth
const to = today()

/**
 * Last month 120,00 in cash for a bill of 150,00 in three lines, reversed this month and registered for 100,00 instead;
 * this month 90,00 by transfer for a bill of 80,00 in the other condominium, so that 10,00 stay as credit.
 */
async function setUp() {
  const { services } = test
  const customer_id = await makeCustomer(services)
  const { headers } = await signIn(services, 'customer', customer_id)
  const aurora = await makeAccount(services, customer_id, { name: 'Aurora' })
  const borea = await makeAccount(services, customer_id, { name: 'Borea; "nord"' })
  const rossi = await makeSubject(services, customer_id, { nominative: '=Rossi Łukasz' })
  const verdi = await makeSubject(services, customer_id, { nominative: 'Verdi Anna' })
  const bill = { due_dates: [lastMonth] }
  const one = await makeBill(services, customer_id, {
    ...bill,
    ...{ account_id: aurora, subject_id: rossi, amounts: [15_000], number: '12' },
  })
  const two = await makeBill(services, customer_id, {
    ...bill,
    ...{ account_id: borea, subject_id: verdi, amounts: [8_000], number: '13' },
  })
  await services.asSystem(async (tx) => {
    await tx`delete from bill_lines where bill_id = ${one.bill_id}`
    for (const [at, [description, amount]] of [
      ['Acqua', 10_001],
      ['Sconto', -1_000],
      ['Scale', 5_999],
    ].entries())
      await tx`
        insert into bill_lines (customer_id, bill_id, position, description, amount)
        values (${customer_id}, ${one.bill_id}, ${at + 1}, ${description as string}, ${amount as number})`
  })
  const call = async (url: string, payload: object) => {
    const { status, body } = await test.call({ method: 'POST', url, headers, payload })
    expect(status, JSON.stringify(body)).toBe(201)
    return body as { payment_id: number }
  }
  const { payment_id } = await call('/v1/payments', {
    ...{ account_id: aurora, subject_id: rossi, amount: 12_000, received_on: lastMonth, method: 'CASH' },
    confirm_day: true,
  })
  await call(`/v1/payments/${payment_id}/reversal`, { reason: 'other_amount', amount: 10_000 })
  await call('/v1/payments', {
    ...{ account_id: borea, subject_id: verdi, amount: 9_000, received_on: today(), method: 'BANK_TRANSFER' },
    ...{ reference: 'TRN 7', credit_surplus: true },
  })
  return { customer_id, headers, aurora, borea, verdi, two }
}

const lines = (raw: Buffer) =>
  raw
    .toString()
    .replace(/^\uFEFF/, '')
    .trimEnd()
    .split('\r\n')
const report = async (query: string, headers = office.headers) => {
  const { body } = await test.call({ url: `/v1/reports/months?${query}`, headers })
  const { months } = body as MonthsReport
  const sum = (of: 'collected' | 'corrected') => months.reduce((all, month) => all + month[of], 0)
  return { collected: sum('collected'), corrected: sum('corrected') }
}
const months = `from=${lastMonth.slice(0, 7)}&to=${thisMonth.slice(0, 7)}`
const columns = (...names: (typeof receiptColumnNames)[number][]) =>
  names.map((column) => ({ column, header: column }))
const layout = (of: Partial<ReceiptLayout>): ReceiptLayout => ({ ...givenLayouts.full.layout, ...of })
const preview = (payload: object, headers = office.headers) =>
  test.call({ method: 'POST', url: '/v1/receipts-exports/preview', headers, payload })

describe('POST /v1/receipts-exports', () => {
  it('202: lists the file at once, then writes one row for each movement, reversals negative', async () => {
    const { flow, raw, started } = await receiptsFile(test, office.headers, {
      ...{ from, to },
      layout: layout({
        rows: 'movement',
        columns: columns('day', 'kind', 'person_name', 'gross', 'correction'),
      }),
    })
    expect(started).toMatchObject({ kind: 'receipts_export', direction: 'out', state: 'writing', amount: 0 })
    const [first, now] = [formatDate(lastMonth), formatDate(today())]
    expect(lines(raw)).toEqual([
      'day;kind;person_name;gross;correction',
      `${first};Incasso;"'=Rossi Łukasz";120,00;`.replaceAll('"', ''),
      `${now};Storno;'=Rossi Łukasz;-120,00;sì`,
      `${now};Incasso;'=Rossi Łukasz;100,00;sì`,
      `${now};Incasso;Verdi Anna;90,00;`,
    ])
    expect(flow).toMatchObject({ state: 'done', count: 4, amount: 19_000, file_bytes: raw.length })
    expect(flow.note).toContain('Incassi netti 210,00\u00a0€, rettifiche −20,00\u00a0€')
  })

  it('202: says all columns of the full layout, by bill, with the credit as a row of its own', async () => {
    const { raw } = await receiptsFile(test, office.headers, {
      from: thisMonth,
      to,
      account_id: office.borea,
    })
    const [header = '', ...rows] = lines(raw)
    expect(header.split(';')).toHaveLength(receiptColumnNames.length)
    const day = formatDate(today())
    expect(rows.map((row) => row.replace(/^\d+|PG-\d+|[A-Z]{6}\d\d[A-Z]\d\d[A-Z]\d{3}[A-Z]/g, '#'))).toEqual([
      `#;${day};${day};;Incasso;"Borea; ""nord""";;Verdi Anna;#;;Int. 7, scala A;13;1;Rata 3 di 4;Bonifico;80,00;0,00;80,00;;#;TRN 7`,
      `#;${day};${day};;Incasso;"Borea; ""nord""";;Verdi Anna;#;;;;;Credito del condòmino;Bonifico;10,00;0,00;10,00;;#;TRN 7`,
    ])
  })

  it('202: divides what is paid among the lines of the bill, to the cent', async () => {
    const { raw } = await receiptsFile(test, office.headers, {
      ...{ from: lastMonth, to: lastMonth, account_id: office.aurora },
      layout: layout({ rows: 'line', columns: columns('head', 'gross') }),
    })
    expect(lines(raw)).toEqual(['head;gross', 'Acqua;80,01', 'Sconto;-8,00', 'Scale;47,99'])
  })

  it('202: adds up to the report of the same months, of one condominium and of all', async () => {
    for (const [account, query] of [
      [{}, months],
      [{ account_id: office.aurora }, `${months}&account_ids=${office.aurora}`],
      [{ account_id: office.borea }, `${months}&account_ids=${office.borea}`],
    ] as const) {
      const { collected, corrected } = await report(query)
      const { body } = await preview({ from, to, ...account, layout: layout({}) })
      expect(body).toMatchObject({ totals: { collected, corrected, gross: collected + corrected } })
      for (const rows of ['movement', 'bill', 'line'] as const) {
        const { flow, raw } = await receiptsFile(test, office.headers, {
          ...{ from, to, ...account },
          layout: layout({ rows, decimal: 'point', columns: columns('gross') }),
        })
        const cents = lines(raw)
          .slice(1)
          .reduce((all, amount) => all + Math.round(Number(amount) * 100), 0)
        expect([flow.amount, cents]).toEqual([collected + corrected, collected + corrected])
      }
    }
  })

  it('202: writes the signs, the dates and the charset of the layout, and counts what the charset lacks', async () => {
    const { flow, raw } = await receiptsFile(test, office.headers, {
      ...{ from: lastMonth, to: lastMonth },
      layout: layout({
        ...{ separator: 'comma', date_format: 'yyyymmdd', charset: 'windows-1252', rows: 'movement' },
        columns: [
          { column: 'day', header: 'Quand’è' },
          { column: 'gross', header: 'Importo €' },
          { column: 'person_name', header: 'Chi' },
        ],
      }),
    })
    expect(new TextDecoder('windows-1252').decode(raw)).toBe(
      `Quand’è,Importo €,Chi\r\n${lastMonth.replaceAll('-', '')},"120,00",'=Rossi ?ukasz\r\n`,
    )
    expect(flow.note).toContain('Windows-1252 non ha 1 carattere')
  })

  it('202: writes an XLSX whose sums and days LibreOffice reads as numbers and dates', async () => {
    const { raw } = await receiptsFile(test, office.headers, {
      ...{ from, to, format: 'xlsx' },
      layout: layout({ rows: 'movement', columns: columns('day', 'gross', 'person_name') }),
    })
    const folder = await mkdtemp(join(tmpdir(), 'receipts-'))
    try {
      await writeFile(join(folder, 'a.xlsx'), raw)
      const profile = `-env:UserInstallation=file://${folder}/profile`
      // 59: semicolon; the last token but one keeps the cells' values instead of what they show.
      const filter = 'csv:Text - txt - csv (StarCalc):59,34,76,1,,0,false,false'
      const given = [
        profile,
        '--headless',
        '--convert-to',
        filter,
        '--outdir',
        folder,
        join(folder, 'a.xlsx'),
      ]
      await promisify(execFile)('soffice', given)
      const rows = (await readFile(join(folder, 'a.csv'), 'utf8')).trimEnd().split('\n').slice(1)
      expect(rows.map((row) => Number(row.split(';')[1]))).toEqual([120, -120, 100, 90])
      for (const row of rows) expect(row).toMatch(/^\d\d\/\d\d\/\d{4};|^\d{4}-\d\d-\d\d;/)
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
  })

  it('202: writes the JSON that its schema and its page describe', async () => {
    const { raw, flow } = await receiptsFile(test, office.headers, {
      ...{ from, to, format: 'json', account_id: office.aurora },
    })
    const docs = join(import.meta.dirname, '../../../docs')
    const schema = JSON.parse(await readFile(join(docs, 'receipts-format.schema.json'), 'utf8'))
    const ajv = new Ajv({ allErrors: true, strict: true, allowUnionTypes: true })
    const check = ajv.compile(schema)
    const file = JSON.parse(raw.toString())
    expect(check(file), JSON.stringify(check.errors)).toBe(true)
    expect(check({ ...file, receipts: [{ ...file.receipts[0], gross: 1.5 }] })).toBe(false)
    expect(file.receipts.map(({ gross }: { gross: number }) => gross)).toEqual([12_000, -12_000, 10_000])
    expect(file.totals).toMatchObject({
      receipts: 3,
      ...(await report(`${months}&account_ids=${office.aurora}`)),
    })
    expect(file.receipts[0].allocations[0].heads).toEqual([
      { head: 'Acqua', amount: 8_001 },
      { head: 'Sconto', amount: -800 },
      { head: 'Scale', amount: 4_799 },
    ])
    expect(flow.count).toBe(3)
    const page = await readFile(join(docs, 'receipts-format.md'), 'utf8')
    const { receipt, allocation } = schema.definitions
    for (const { properties } of [schema, receipt, allocation])
      for (const name of Object.keys(properties)) expect(page).toMatch(new RegExp(`^\\| .*\`${name}\``, 'm'))
    for (const value of [...receipt.properties.kind.enum, ...receipt.properties.method.enum])
      expect(page).toContain(`\`${value}\``)
  })

  it('202: a sub-user gets the condominiums that they see, and nobody gets another office’s', async () => {
    const sub = await signInSubUser(test.services, office.customer_id, {
      ...{ permissions: ['payments:write'], accounts: [office.borea] },
    })
    const { flow } = await receiptsFile(test, sub.headers, { from, to })
    expect(flow.amount).toBe(9_000)
    const other = await signIn(test.services, 'customer')
    const theirs = await receiptsFile(test, other.headers, { from, to })
    expect(theirs.flow).toMatchObject({ count: 0, amount: 0 })
    expect(lines(theirs.raw)).toHaveLength(1)
  })

  it('400: a period that is reversed or too long, and a layout without columns, each at its field', async () => {
    const post = async (payload: object) => {
      const { status, body } = await test.call({
        ...{ method: 'POST', url: '/v1/receipts-exports', headers: office.headers, payload },
      })
      return [status, Object.keys((body as { fields: object }).fields)]
    }
    const good = { from, to, format: 'csv', layout: layout({}) }
    expect(await post({ ...good, from: '2026-02-01', to: '2026-01-31' })).toEqual([400, ['to']])
    expect(await post({ ...good, from: '2020-01-01', to: '2023-01-01' })).toEqual([400, ['to']])
    expect(await post({ ...good, layout: layout({ columns: [] }) })).toEqual([400, ['layout.columns']])
  })

  it('403: a sub-user who may only read', async () => {
    const { headers } = await signInSubUser(test.services, office.customer_id, {
      permissions: ['payments:read'],
    })
    const payload = { from, to, format: 'json' }
    const { status } = await test.call({ method: 'POST', url: '/v1/receipts-exports', headers, payload })
    expect(status).toBe(403)
    expect((await preview({ from, to, layout: layout({}) }, headers)).status).toBe(200)
  })

  it('409 at its download until it is written, and for good when it could not be', async () => {
    const { headers } = await signIn(test.services, 'customer')
    const payload = { from, to, format: 'json' }
    const { body } = await test.call({ method: 'POST', url: '/v1/receipts-exports', headers, payload })
    const { flow_id } = body as Flow
    const download = () => test.call({ url: `/v1/flows/${flow_id}/file`, headers })
    expect((await download()).status).toBe(409)
    const put = test.services.files.putStream
    test.services.files.putStream = () => Promise.reject(new Error('disk full'))
    try {
      for (let run = 0; run < 4; run++) await runJobs(test.services).catch(() => {})
    } finally {
      test.services.files.putStream = put
    }
    await test.services.jobs['give-up-receipts'].run(test.services, {
      ...{ flow_id, user_id: null, asked: { from, to, format: 'json', layout: layout({}) } },
    })
    expect((await test.call({ url: `/v1/flows/${flow_id}`, headers })).body).toMatchObject({
      state: 'failed',
    })
    expect((await download()).status).toBe(409)
  })
})

describe('POST /v1/receipts-exports/preview', () => {
  it('200: the first rows as the CSV has them, and the totals of all', async () => {
    const { status, body } = await preview({
      ...{
        from,
        to,
        layout: layout({ rows: 'movement', charset: 'windows-1252', columns: columns('gross') }),
      },
    })
    expect([status, body]).toEqual([
      200,
      {
        rows: [['120,00'], ['-120,00'], ['100,00'], ['90,00']],
        unwritable: 0,
        totals: { count: 4, gross: 19_000, fee: 0, net: 19_000, collected: 21_000, corrected: -2_000 },
      },
    ])
  })

  it('404: another customer’s condominium', async () => {
    const { headers } = await signIn(test.services, 'customer')
    const asked = { from, to, account_id: office.aurora, layout: layout({}) }
    expect((await preview(asked, headers)).status).toBe(404)
  })
})
