import fc from 'fast-check'
import { unzipSync } from 'fflate'
import { SaxesParser } from 'saxes'
import { describe, expect, it, vi } from 'vitest'
import { billsTemplate } from '../features/imports/bills/bills-template.ts'
import { parseBills } from '../features/imports/bills/parse-bills.ts'
import { recogniseSheet } from '../features/imports/bills/recognise-bills.ts'
import { cellAmount, cellDate, cellText, type Row } from '../features/imports/spreadsheet/cells.ts'
import { openFile } from '../features/imports/spreadsheet/open-file.ts'
import type { ExportColumn } from './columns.ts'
import { neutraliseFormula } from './neutralise.ts'
import { csvStream } from './write-csv.ts'
import { xlsxStream } from './write-xlsx.ts'

const columns: ExportColumn[] = [
  { header: 'Intestatario', kind: 'text' },
  { header: 'Importo', kind: 'amount' },
  { header: 'Scadenza', kind: 'date' },
  { header: 'Note', kind: 'text' },
]

async function rowsIn(stream: AsyncIterable<Buffer>): Promise<Row[]> {
  const opened = await openFile(Buffer.concat(await pieces(stream)), 'a')
  const rows: Row[] = []
  for await (const batch of opened.rows(0)) rows.push(...batch)
  return rows
}

async function pieces(stream: AsyncIterable<Buffer>): Promise<Buffer[]> {
  const all: Buffer[] = []
  for await (const piece of stream) all.push(Buffer.from(piece))
  return all
}

const text = fc.oneof(
  fc.string({ maxLength: 40 }),
  fc.string({ unit: 'binary', maxLength: 20 }),
  fc.constantFrom('=1+1', '+39 02', '-', '@x', '\t=1', 'a;b', '"x"', 'r1\r\nr2', '_x000D_', '<&>'),
)
const day = fc
  .integer({ min: 0, max: 36_000 })
  .map((days) => new Date(Date.UTC(2000, 0, 1 + days)).toISOString().slice(0, 10))
const rows = fc.array(fc.tuple(text, fc.integer({ min: -99_999_999_999, max: 99_999_999_999 }), day, text), {
  maxLength: 30,
})

/** The value as `cellText` reads it: on one line, without the apostrophe that marks text. */
const shown = (value: string) => cellText({ column: 0, kind: 'text', value })

describe.each([
  ['xlsx', xlsxStream],
  ['csv', csvStream],
] as const)('%s written here and read by the importer', (_, write) => {
  it('returns every text, cent and day unchanged', async () => {
    await fc.assert(
      fc.asyncProperty(rows, async (written) => {
        const read = await rowsIn(write(columns, written))
        const byRow = new Map(
          read.map((row) => [row.row, new Map(row.cells.map((cell) => [cell.column, cell]))]),
        )
        expect(byRow.get(1)?.size).toBe(4)
        written.forEach(([holder, amount, due, notes], index) => {
          const cells = byRow.get(index + 2)
          expect(cellAmount(cells?.get(1))).toEqual({ ok: true, value: amount })
          expect(cellDate(cells?.get(2), 1900)).toEqual({ ok: true, value: due })
          expect(cellText(cells?.get(0))).toBe(shown(holder))
          expect(cellText(cells?.get(3))).toBe(shown(notes))
        })
      }),
      { numRuns: 60 },
    )
  })

  it('never lets a text begin like a formula', async () => {
    await fc.assert(
      fc.asyncProperty(rows, async (written) => {
        for (const row of await rowsIn(write(columns, written))) {
          for (const cell of row.cells) {
            expect(cell.formula).toBeUndefined()
            if (cell.kind === 'text' && (cell.column === 0 || cell.column === 3)) {
              expect(cell.value).not.toMatch(/^\s*[=+\-@]|^[\t\r\n]/)
            }
          }
        }
      }),
      { numRuns: 40 },
    )
  })
})

describe('xlsx', () => {
  it('is a zip of well-formed parts for other readers', async () => {
    const file = unzipSync(
      Buffer.concat(
        await pieces(
          xlsxStream(columns, [['Rossi & <Figli>', 1, '2026-05-31', '\u0001']], 'Bollette / "2026"'),
        ),
      ),
    )
    for (const part of Object.values(file)) {
      const parser = new SaxesParser({ xmlns: true })
      parser.on('error', (error) => {
        throw error
      })
      parser.write(new TextDecoder('utf-8', { fatal: true }).decode(part)).close()
    }
    const sheet = new TextDecoder().decode(file['xl/worksheets/sheet1.xml'])
    expect(sheet).toContain('<c r="B2" s="2"><v>0.01</v></c><c r="C2" s="3"><v>46173</v></c>')
    expect(sheet).toContain('state="frozen"')
  })

  it('has the same bytes for the same rows', async () => {
    const once = await pieces(xlsxStream(columns, [['a', 1, '2026-05-31', '']]))
    const again = await pieces(xlsxStream(columns, [['a', 1, '2026-05-31', '']]))
    expect(Buffer.concat(once)).toEqual(Buffer.concat(again))
  })

  it('reads rows only as they are needed, and stops when the reader goes away', async () => {
    let asked = 0
    let closed = false
    const endless = (async function* () {
      try {
        for (;;) yield [`riga ${++asked}`, asked, '2026-05-31', Math.sin(asked).toString(36).repeat(20)]
      } finally {
        closed = true
      }
    })()
    let bytes = 0
    for await (const piece of xlsxStream(columns, endless)) {
      bytes += piece.length
      if (bytes > 300_000) break
    }
    expect(asked).toBeLessThan(200_000)
    await vi.waitFor(() => expect(closed).toBe(true))
  })

  it('fails if reading the rows fails', async () => {
    const failing = (async function* () {
      yield ['a', 1, '2026-05-31', '']
      throw new Error('the query failed')
    })()
    await expect(pieces(xlsxStream(columns, failing))).rejects.toThrow('the query failed')
  })
})

describe('csv', () => {
  it('opens in an Italian Excel: byte order mark, semicolons, decimal comma, CRLF', async () => {
    const stream = csvStream(columns, [['Rossi; "Gino"', -123_450, '2026-05-31', null]])
    expect(Buffer.concat(await pieces(stream)).toString()).toBe(
      '\uFEFFIntestatario;Importo;Scadenza;Note\r\n"Rossi; ""Gino""";-1234,50;31/05/2026;\r\n',
    )
  })
})

describe('neutraliseFormula', () => {
  it.each(['=1', '+1', '-1', '@a', '\t=1', '\r', '  =1', '＝1'])('marks %j as text', (value) => {
    expect(neutraliseFormula(value)).toBe(`'${value}`)
  })

  it('leaves other texts unchanged', () => {
    for (const value of ['', 'Rossi', 'a=b', '1-2', "'=1"]) expect(neutraliseFormula(value)).toBe(value)
  })
})

describe('the template', () => {
  it('is recognised completely, and its examples are not read as bills', async () => {
    const read = await rowsIn(billsTemplate())
    const recognised = recogniseSheet(read, { sheet_name: 'Bollette' })
    if (!recognised) throw new Error('not recognised')
    expect(recognised.columns.map(({ confidence }) => confidence)).toEqual(Array(15).fill(1))
    const table = { sheet: 'Bollette', epoch: 1900 as const, hidden_columns: [], recognised }
    expect(await parseBills([{ rows: read, tables: [table] }])).toMatchObject({ count: 0, issue_count: 0 })

    const filled = read.map((row) => ({
      ...row,
      cells: row.cells.map((cell) =>
        cell.column === 8 && row.row > 1
          ? { column: 8, kind: 'text' as const, value: 'Gentile Lucia' }
          : cell,
      ),
    }))
    expect(await parseBills([{ rows: filled, tables: [table] }])).toMatchObject({
      count: 2,
      sum: 131_450,
      issue_count: 0,
      warning_count: 0,
    })
  })
})
