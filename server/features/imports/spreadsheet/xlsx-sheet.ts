import { type Cell, dateOfSerial, type Epoch, isBlank, type Row } from './cells.ts'
import { limits } from './import-refused.ts'
import { MOST_COMMENTS, rowCounter } from './opened-file.ts'
import { monthOf, shownOtherwise } from './shown-number.ts'
import type { CellFormat } from './xlsx-formats.ts'
import { type MergedCells, spansAlong } from './xlsx-sheet-end.ts'
import { type SharedStrings, unescaped } from './xlsx-strings.ts'
import { isTrue, readXml } from './xml.ts'

type Lookups = {
  strings: SharedStrings
  formats: readonly CellFormat[]
  epoch: Epoch
  merged: MergedCells
}

/**
 * The non-empty rows of a sheet, in batches, one per piece of XML. Cells and rows without a reference follow the one
 * before.
 */
export async function* readSheetRows(pieces: AsyncIterable<Buffer>, lookups: Lookups): AsyncGenerator<Row[]> {
  const count = rowCounter()
  const spansAt = spansAlong(lookups.merged)
  let batch: Row[] = []
  let row: Row = { row: 0, hidden: false, cells: [] }
  let cell = noCell
  let column = -1
  let collects: 'value' | 'inline' | null = null

  const reading = readXml(pieces, {
    open(name, attributes) {
      switch (name) {
        case 'row':
          row = { row: Number(attributes.r) || row.row + 1, hidden: isTrue(attributes.hidden), cells: [] }
          column = -1
          break
        case 'c':
          column = columnOf(attributes.r) ?? column + 1
          cell = { type: attributes.t, style: Number(attributes.s) || 0, text: null, formula: false }
          break
        case 'f':
          cell.formula = true
          break
        case 'v':
          cell.text = ''
          collects = 'value'
          break
        case 'is':
          cell.text = ''
          break
        case 't':
          collects = 'inline'
          break
        case 'rPh':
          collects = null
          cell.guide = true
      }
    },
    text(text) {
      if (collects !== null && !cell.guide) cell.text += text
    },
    close(name) {
      switch (name) {
        case 'v':
        case 't':
          collects = null
          break
        case 'rPh':
          cell.guide = false
          break
        case 'c': {
          const read = readCell(cell, column, lookups)
          if (!read || isBlank(read)) break
          const spans = spansAt(row.row, column)
          if (spans) read.spans = spans
          row.cells.push(read)
          break
        }
        case 'row':
          if (row.cells.length === 0) break
          count(row)
          batch.push(row)
      }
    },
  })

  for await (const _ of reading) {
    if (batch.length === 0) continue
    yield batch
    batch = []
  }
}

/** Column definitions come before the rows, so only the beginning of the sheet is read. */
export async function readHiddenColumns(pieces: AsyncIterable<Buffer>): Promise<number[]> {
  const hidden: number[] = []
  let done = false
  const reading = readXml(pieces, {
    open(name, attributes) {
      if (name === 'sheetData') done = true
      if (done || name !== 'col' || !isTrue(attributes.hidden)) return
      const last = Math.min(Number(attributes.max) || 0, limits.columns)
      for (let column = Number(attributes.min) || 1; column <= last; column++) hidden.push(column - 1)
    },
  })
  for await (const _ of reading) if (done) break
  return hidden
}

/** The first comments on the cells of a sheet, from the part that holds them. */
export async function readComments(pieces: AsyncIterable<Buffer>): Promise<{ ref: string; text: string }[]> {
  const comments: { ref: string; text: string }[] = []
  let inText = false
  const reading = readXml(pieces, {
    open(name, attributes) {
      if (name === 'comment') comments.push({ ref: attributes.ref ?? '', text: '' })
      else if (name === 't') inText = true
    },
    text(text) {
      const comment = comments.at(-1)
      if (inText && comment && comment.text.length < 200) comment.text += text
    },
    close(name) {
      if (name === 't') inText = false
    },
  })
  for await (const _ of reading) if (comments.length > MOST_COMMENTS) break
  return comments.slice(0, MOST_COMMENTS)
}

type RawCell = {
  type: string | undefined
  style: number
  text: string | null
  formula: boolean
  guide?: boolean
}

const noCell: RawCell = { type: undefined, style: 0, text: null, formula: false }

function readCell(raw: RawCell, column: number, lookups: Lookups): Cell | null {
  const value = typedValue(raw, lookups)
  if (!value) return null
  const marks = {
    ...(raw.formula ? { formula: true as const } : {}),
    ...(lookups.formats[raw.style]?.struck ? { struck: true as const } : {}),
  }
  return { column, ...marks, ...value }
}

type Value = Cell extends infer C ? (C extends Cell ? Pick<C, 'kind' | 'value' | 'shown'> : never) : never

function typedValue(raw: RawCell, { strings, formats, epoch }: Lookups): Value | null {
  const { type, text } = raw
  if (text === null) return raw.formula ? { kind: 'error', value: 'no_value' } : null
  if (type === 's') {
    const shared = strings.at(Number(text))
    return shared === undefined ? { kind: 'error', value: '#RIF!' } : { kind: 'text', value: shared }
  }
  if (type === 'str' || type === 'inlineStr') return { kind: 'text', value: unescaped(text) }
  if (type === 'b') return { kind: 'boolean', value: isTrue(text.trim()) }
  if (type === 'e') return { kind: 'error', value: text }
  if (type === 'd') return { kind: 'date', value: text.slice(0, 10) }
  if (text.trim() === '') return raw.formula ? { kind: 'error', value: 'no_value' } : null
  const number = Number(text)
  if (!Number.isFinite(number)) return { kind: 'error', value: text.slice(0, 60) }
  const format = formats[raw.style]
  const date = format?.date ? dateOfSerial(number, epoch) : null
  if (date) return { kind: 'date', value: date, ...(format?.month_only ? { shown: monthOf(date) } : {}) }
  const shown = format?.shows === undefined ? null : shownOtherwise(format.shows, number)
  return { kind: 'number', value: number, ...(shown === null ? {} : { shown }) }
}

/** `AB12` → 27; null without letters. */
function columnOf(reference: string | undefined): number | null {
  if (!reference) return null
  let column = 0
  for (let i = 0; i < reference.length && i < 4; i++) {
    const letter = reference.charCodeAt(i) & 0xdf
    if (letter < 65 || letter > 90) break
    column = column * 26 + letter - 64
  }
  return column === 0 ? null : column - 1
}
