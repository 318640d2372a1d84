import { readFileSync } from 'node:fs'
import { Readable } from 'node:stream'
import { describe, expect, it } from 'vitest'
import { parseBills } from '../bills/parse-bills.ts'
import { recogniseWorkbook } from '../bills/recognise-bills.ts'
import { amendRows } from '../read/amend-rows.ts'
import { sheetsToRead } from '../read/sheet-reading.ts'
import { cellText, type Row } from './cells.ts'
import { readWorkbook } from './read-workbook.ts'

const fixture = (name: string) => readFileSync(new URL(`../fixtures/${name}`, import.meta.url))

async function rowsOf(rows: AsyncIterable<Row>): Promise<Row[]> {
  const all: Row[] = []
  for await (const row of rows) all.push(row)
  return all
}

describe('readWorkbook', () => {
  it('reads a stream, again from the beginning, and two sheets in parallel', async () => {
    await using workbook = await readWorkbook(Readable.from([fixture('02-rate-2026.xlsx')]), 'rate.xlsx')
    expect(workbook).toMatchObject({ kind: 'xlsx', epoch: 1900 })
    const [first, second] = workbook.sheets
    if (!first || !second) throw new Error('two sheets expected')
    const [once, other, again] = await Promise.all([
      rowsOf(first.rows()),
      rowsOf(second.rows()),
      rowsOf(first.rows()),
    ])
    expect(once).toHaveLength(28)
    expect(other).toHaveLength(20)
    expect(again).toEqual(once)
    expect(once.at(-1)?.row).toBe(29)
  })

  it('can be stopped in the middle of a sheet', async () => {
    await using workbook = await readWorkbook(fixture('03-bollette.csv'), 'C:/bollette.csv')
    const [sheet] = workbook.sheets
    for await (const row of sheet?.rows() ?? []) {
      expect(cellText(row.cells[0])).toBe('Condominio')
      break
    }
    expect(await rowsOf(sheet?.rows() ?? Readable.from([]))).toHaveLength(301)
    expect(sheet?.name).toBe('bollette')
  })

  it('refuses readers after it was closed', async () => {
    const workbook = await readWorkbook(fixture('03-bollette.csv'), 'a.csv')
    await workbook.close()
    await expect(workbook.sheets[0]?.rows().next()).rejects.toThrow('closed')
  })
})

describe('amendRows', () => {
  it('leaves no errors when ten wrong rows are corrected or left out', async () => {
    await using workbook = await readWorkbook(fixture('03b-bollette-con-errori.csv'), 'a.csv')
    const [sheet] = sheetsToRead(workbook, await recogniseWorkbook(workbook))
    if (!sheet) throw new Error('one sheet expected')
    const corrections = new Map([
      ['F26', '30/06/2026'],
      ['M49', '187,45'],
      ['M78', '1.234,50'],
      ['J103', ''],
      ['D201', '2026/000200'],
    ])
    const rows = amendRows(sheet.rows as AsyncIterable<Row>, {
      left_out: new Set([141, 176, 223, 261, 282]),
      corrections,
    })
    const read = await parseBills([{ ...sheet, rows }])
    expect(read).toMatchObject({ count: 295, issue_count: 0, credits: { count: 0, sum: 0 } })
    expect(read.bills.find(({ row }) => row === 78)?.amount).toBe(123_450)
    expect(read.bills.find(({ row }) => row === 103)?.fiscal_code).toBeUndefined()
  })

  it('refuses an invalid reference', async () => {
    const rows = amendRows((async function* () {})(), {
      left_out: new Set(),
      corrections: new Map([['12', 'x']]),
    })
    await expect(rows.next()).rejects.toThrow(RangeError)
  })
})
