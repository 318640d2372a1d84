import { readFileSync } from 'node:fs'
import { Readable } from 'node:stream'
import { describe, expect, it } from 'vitest'
import type { CandidateBill } from '../bills/candidate-bill.ts'
import { amendRows } from '../read/amend-rows.ts'
import { readFile } from '../testing/read-file.ts'
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
  it('leaves no errors when ten wrong rows are corrected', async () => {
    const corrections = {
      F26: '30/06/2026',
      M49: '187,45',
      M78: '1.234,50',
      J103: '',
      C141: '',
      M176: '10',
      D201: '2026/000200',
      M223: '45,00',
      I261: 'Pagano Rosa',
      M282: '0,01',
    }
    const read = await readFile<CandidateBill>('bills', fixture('03b-bollette-con-errori.csv'), 'a.csv', {
      corrections,
    })
    expect(read).toMatchObject({ count: 300, issue_count: 0, credits: { count: 0, sum: 0 } })
    expect(read.candidates.find(({ row }) => row === 78)?.amount).toBe(123_450)
    expect(read.candidates.find(({ row }) => row === 103)?.fiscal_code).toBeUndefined()
  })

  it('refuses an invalid reference', async () => {
    const rows = amendRows([], new Map([['12', 'x']]))
    await expect(rows.next()).rejects.toThrow(RangeError)
  })
})
