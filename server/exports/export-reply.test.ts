import { once } from 'node:events'
import { get as request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseEuro } from '@saldo/domain/money'
import { strFromU8, unzipSync } from 'fflate'
import Papa from 'papaparse'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { startApp, type TestApp } from '../testing/app.ts'
import { makeAccount, makeBill, makeCustomer, makeSubject, signIn } from '../testing/people.ts'
import { requestText, sendRaw } from '../testing/raw-requests.ts'

const many = 20_000
let test: TestApp
let headers: { authorization: string }
let few: { headers: { authorization: string }; customer_id: number }

beforeAll(async () => {
  test = await startApp()
  const { services } = test
  const customer_id = await makeCustomer(services)
  headers = (await signIn(services, 'customer', customer_id)).headers
  const account_id = await makeAccount(services, customer_id)
  const subject_id = await makeSubject(services, customer_id)
  await services.asSystem(async (tx) => {
    // Incompressible text, more than the socket buffers hold.
    const noise = tx`(select string_agg(md5(concat(n, ' ', m)), '') from generate_series(1, 40) m)`
    await tx`
      insert into bills (customer_id, account_id, subject_id, number, description, issue_date, amount)
      select ${customer_id}, ${account_id}, ${subject_id}, to_char(n, 'FM00000'), ${noise}, '2026-01-01', n
      from generate_series(1, ${many}) n`
    await tx`
      insert into bill_instalments (customer_id, bill_id, position, due_date, amount)
      select customer_id, bill_id, 1, '2026-12-15', amount from bills`
    await tx`
      insert into bill_lines (customer_id, bill_id, position, description, amount)
      select customer_id, bill_id, 1, 'Spese', amount from bills`
  })
  const other = await makeCustomer(services)
  few = { customer_id: other, headers: (await signIn(services, 'customer', other)).headers }
  const nasty = ['=cmd|calc!A1', '+39 055', '@sum(1)', 'Anna; "la Rossa"\nBis']
  for (const nominative of nasty)
    await makeBill(services, other, {
      subject_id: await makeSubject(services, other, { nominative }),
      amounts: [123_456],
    })
})
afterAll(() => test.close())

async function csv(query: string, as = headers) {
  const { status, raw, headers: sent } = await test.call({ url: `/v1/bills/export?${query}`, headers: as })
  const [header = [], ...rows] = Papa.parse<string[]>(raw.toString().replace(/^\uFEFF/, ''), {
    skipEmptyLines: true,
  }).data
  return { status, header, rows, sent }
}

describe('200', () => {
  it('writes every row of a long list once, in order', async () => {
    const { status, header, rows, sent } = await csv('sort=-number&columns=amount,number,state')
    expect(status).toBe(200)
    expect(sent['content-type']).toBe('text/csv; charset=utf-8')
    expect(sent['content-disposition']).toMatch(/^attachment; filename="bollette-\d{4}-\d\d-\d\d\.csv"/)
    expect(header).toEqual(['Importo', 'Numero', 'Stato'])
    expect(rows.map(([, number]) => number)).toEqual(
      Array.from({ length: many }, (_, n) => String(many - n).padStart(5, '0')),
    )
    const cents = rows.map(([amount = '']) => parseEuro(amount))
    expect(cents.every((read, n) => read.ok && read.cents === many - n)).toBe(true)
  })

  it('writes the same rows as the pages, under the same filters', async () => {
    const query = 'amount_min=700&amount_max=1900&sort=amount'
    const numbers: string[] = []
    for (let cursor = ''; ; ) {
      const page = await test.call({ url: `/v1/bills?${query}&limit=200&cursor=${cursor}`, headers })
      const body = page.body as { items: { number: string }[]; next_cursor: string | null }
      numbers.push(...body.items.map(({ number }) => number))
      if (body.next_cursor === null) break
      cursor = body.next_cursor
    }
    const { rows } = await csv(query)
    expect(rows.map(([number]) => number)).toEqual(numbers)
    expect(numbers).toHaveLength(1_201)
  })

  it('writes every column in Italian if none is named, and nothing that a spreadsheet would execute', async () => {
    const { header, rows } = await csv('sort=number', few.headers)
    expect(header.join()).toBe(
      'Numero,Intestatario,Condominio,Unità,Descrizione,Emessa il,Scadenza,Importo,Incassato,Residuo,Scaduto,Da pagare ora,In corso,Stato',
    )
    expect(rows.map((row) => row[1])).toEqual([
      "'=cmd|calc!A1",
      "'+39 055",
      "'@sum(1)",
      'Anna; "la Rossa"\nBis',
    ])
    expect(rows[0]?.slice(5)).toEqual([
      '01/09/2026',
      '15/12/2026',
      '1234,56',
      '0,00',
      '1234,56',
      '0,00',
      '1234,56',
      '0,00',
      'Da pagare',
    ])
  })

  it('writes only the header if nothing is found', async () => {
    const { status, header, rows } = await csv('q=nobody')
    expect([status, header.length, rows.length]).toEqual([200, 14, 0])
  })

  it('writes a workbook, also an empty one', async () => {
    for (const [query, found] of [
      ['sort=number', 4],
      ['q=nobody', 0],
    ] as const) {
      const {
        status,
        raw,
        headers: sent,
      } = await test.call({
        url: `/v1/bills/export?format=xlsx&${query}`,
        headers: few.headers,
      })
      expect(status).toBe(200)
      expect(sent['content-type']).toContain('spreadsheetml')
      expect(raw.subarray(0, 2).toString()).toBe('PK')
      expect(sheetOf(raw).match(/<row /g)).toHaveLength(found + 1)
    }
  })

  it('sends no rows of another customer', async () => {
    const ids = await test.services.asSystem(
      (tx) => tx`select bill_id from bills where customer_id = ${few.customer_id}`,
    )
    expect((await csv(`ids=${ids.map(({ bill_id }) => bill_id).join()}`)).rows).toEqual([])
  })
})

describe('400, 401', () => {
  it('refuses before it sends the first byte', async () => {
    expect((await csv('columns=password')).status).toBe(400)
    expect((await csv('format=pdf')).status).toBe(400)
    expect((await csv('sort=password')).status).toBe(400)
    expect((await csv('', {} as never)).status).toBe(401)
  })
})

describe('the transaction', () => {
  it.each(['csv', 'xlsx'])(
    'waits for a slow reader of %s, and ends when the reader leaves',
    async (format) => {
      await test.app.listen({ port: 0, host: '127.0.0.1' }).catch(() => {})
      const { port } = test.app.server.address() as AddressInfo
      const client = request(`http://127.0.0.1:${port}/v1/bills/export?format=${format}`, { headers })
      const [reply] = await once(client, 'response')
      await once(reply, 'readable')
      reply.read(100)
      await sleep(1_000)
      expect(await readers()).toBeGreaterThan(0)
      client.on('error', () => {})
      client.destroy()
      await vi.waitFor(async () => expect(await readers()).toBe(0), { timeout: 10_000 })
    },
  )

  it('ends when the client leaves whose reply waits behind another on its connection', async () => {
    await test.app.listen({ port: 0, host: '127.0.0.1' }).catch(() => {})
    const { port } = test.app.server.address() as AddressInfo
    const asked = requestText('GET /v1/bills/export?format=csv', headers).repeat(2)
    const client = await sendRaw(`http://127.0.0.1:${port}`, asked)
    client.pause()
    await sleep(1_000)
    expect(await readers()).toBe(2)
    client.resetAndDestroy()
    await vi.waitFor(async () => expect(await readers()).toBe(0), { timeout: 10_000 })
  })

  /** Counts the transactions that read bills; this query itself reads none. */
  async function readers() {
    const [row] = await test.services.sql`
      select count(distinct pid) as readers from pg_locks where relation = 'bills'::regclass and database = (
        select oid from pg_database where datname = current_database())`
    return Number(row?.readers)
  }
})

const sheetOf = (zip: Buffer): string => strFromU8(unzipSync(zip)['xl/worksheets/sheet1.xml'] as Uint8Array)
