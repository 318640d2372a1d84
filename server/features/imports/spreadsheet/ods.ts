import { type Cell, columnLetter, isBlank, type Row, type Spans } from './cells.ts'
import { ImportRefused, limits } from './import-refused.ts'
import { readPrintedPages } from './ods-pages.ts'
import { MOST_COMMENTS, type OpenedFile, rowCounter, type SheetInfo } from './opened-file.ts'
import { textOtherwise } from './shown-number.ts'
import { attribute, readWholeXml, readXml } from './xml.ts'
import type { Zip } from './zip.ts'

/** Opens an OpenDocument spreadsheet. All its sheets are in one part, which is read again for each sheet. */
export async function openOds(zip: Zip): Promise<OpenedFile> {
  await refuseEncrypted(zip)
  const pages = zip.has('styles.xml') ? await readPrintedPages(zip.read('styles.xml')) : new Map()
  const { sheets, struck } = await sheetInfos(zip.read('content.xml'), pages)
  if (sheets.length === 0) throw new ImportRefused('wrong_type')
  if (sheets.length > limits.sheets) throw new ImportRefused('too_many_sheets')
  return {
    kind: 'ods',
    epoch: 1900,
    sheets,
    rows: (sheet) => readOdsRows(zip.read('content.xml'), sheet, struck),
  }
}

async function refuseEncrypted(zip: Zip): Promise<void> {
  if (!zip.has('META-INF/manifest.xml')) return
  await readWholeXml(zip.read('META-INF/manifest.xml'), {
    open(name) {
      if (name === 'encryption-data') throw new ImportRefused('password')
    },
  })
}

/** The sheets, and the names of the styles that strike a cell through. */
async function sheetInfos(
  pieces: AsyncIterable<Buffer>,
  pages: ReadonlyMap<string, string[]>,
): Promise<{ sheets: SheetInfo[]; struck: ReadonlySet<string> }> {
  const struck = new Set<string>()
  const place = { row: 0, column: 0 }
  let noted = 0
  let said = false
  const sheets: SheetInfo[] = []
  const hiddenStyles = new Set<string>()
  const pageOfStyle = new Map<string, string>()
  let style = ''
  let depth = 0
  let column = 0
  await readWholeXml(pieces, {
    open(name, attributes) {
      if (name === 'style') {
        style = attribute(attributes, 'name') ?? ''
        const page = attribute(attributes, 'master-page-name')
        if (page) pageOfStyle.set(style, page)
      } else if (name === 'table-properties' && attribute(attributes, 'display') === 'false')
        hiddenStyles.add(style)
      else if (name === 'table' && depth++ === 0) {
        const look = attribute(attributes, 'style-name') ?? ''
        const hidden = hiddenStyles.has(look)
        sheets.push({
          name: attribute(attributes, 'name') ?? `Foglio ${sheets.length + 1}`,
          hidden,
          hidden_columns: [],
          comments: [],
          printed: pages.get(pageOfStyle.get(look) ?? '') ?? [],
        })
        column = 0
        place.row = 0
      } else if (name === 'table-column' && depth === 1) {
        const end = column + repetitions(attributes, 'number-columns-repeated')
        for (; column < Math.min(end, limits.columns); column++) {
          if (isHidden(attributes)) sheets.at(-1)?.hidden_columns.push(column)
        }
        column = end
      } else if (
        name === 'text-properties' &&
        !/^(?:none)?$/.test(attribute(attributes, 'text-line-through-style') ?? '')
      )
        struck.add(style)
      else if (name === 'table-row') {
        place.row += repetitions(attributes, 'number-rows-repeated')
        place.column = 0
      } else if (name === 'table-cell' || name === 'covered-table-cell')
        place.column += repetitions(attributes, 'number-columns-repeated')
      else if (name === 'annotation' && depth === 1) {
        noted++
        const ref = `${columnLetter(place.column - 1)}${place.row}`
        const comments = sheets.at(-1)?.comments
        if (comments && comments.length < MOST_COMMENTS) comments.push({ ref, text: '' })
      } else if (name === 'p') said = noted > 0
    },
    text(text) {
      // A comment also has the day and the name of whoever wrote it, which are no paragraphs.
      const comment = said ? sheets.at(-1)?.comments.at(-1) : undefined
      if (comment && comment.text.length < 200) comment.text += text
    },
    close(name) {
      if (name === 'table') depth--
      if (name === 'annotation') noted--
      if (name === 'p') said = false
    },
  })
  return { sheets, struck }
}

async function* readOdsRows(
  pieces: AsyncIterable<Buffer>,
  wanted: number,
  struck: ReadonlySet<string>,
): AsyncGenerator<Row[]> {
  const count = rowCounter()
  let batch: Row[] = []
  let sheet = -1
  let depth = 0
  let number = 0
  let row = { times: 1, hidden: false, cells: [] as Cell[] }
  let column = 0
  let cell: RawCell | null = null
  let paragraphs = 0
  let aside = 0

  const reading = readXml(pieces, {
    open(name, attributes) {
      if (name === 'table' && depth++ === 0) {
        sheet++
        number = 0
      }
      if (sheet !== wanted || depth !== 1) return
      if (name === 'table-row') {
        row = {
          times: repetitions(attributes, 'number-rows-repeated'),
          hidden: isHidden(attributes),
          cells: [],
        }
        column = 0
      } else if (name === 'table-cell' || name === 'covered-table-cell') {
        cell = {
          attributes,
          times: repetitions(attributes, 'number-columns-repeated'),
          text: '',
          written: false,
        }
        paragraphs = 0
      } else if (!cell) {
        return
      } else if (name === 'annotation' || name === 'shape' || name === 'frame') {
        aside++
      } else if (aside > 0) {
        return
      } else if (name === 'p') {
        cell.written = true
        if (paragraphs++ > 0) cell.text += '\n'
      } else if (name === 's') {
        cell.text += ' '.repeat(Math.min(repetitions(attributes, 'c'), 100))
      } else if (name === 'tab' || name === 'line-break') {
        cell.text += name === 'tab' ? '\t' : '\n'
      }
    },
    text(text) {
      if (cell && aside === 0 && paragraphs > 0) cell.text += text
    },
    close(name) {
      if (name === 'table') depth--
      if (sheet !== wanted || depth !== 1) return
      if (name === 'annotation' || name === 'shape' || name === 'frame') {
        aside = Math.max(0, aside - 1)
      } else if ((name === 'table-cell' || name === 'covered-table-cell') && cell) {
        putCell(row.cells, cell, column, struck)
        column += cell.times
        cell = null
      } else if (name === 'table-row') {
        // Empty rows up to the end of the sheet are one element with a repeat count; full rows are limited by the
        // counter.
        for (let i = 1; i <= row.times && row.cells.length > 0; i++) {
          const physical = { row: number + i, hidden: row.hidden, cells: row.cells }
          count(physical)
          batch.push(physical)
        }
        number += row.times
      }
    },
  })

  for await (const _ of reading) {
    if (batch.length > 0) yield batch
    batch = []
    if (sheet > wanted) return
  }
}

/** `written`: whether the file says how the cell looks, which may be nothing at all. */
type RawCell = { attributes: Record<string, string>; times: number; text: string; written: boolean }

function putCell(cells: Cell[], raw: RawCell, column: number, struck: ReadonlySet<string>): void {
  const value = typedValue(raw)
  if (!value) return
  const marks = {
    ...(attribute(raw.attributes, 'formula') === undefined ? {} : { formula: true as const }),
    ...(struck.has(attribute(raw.attributes, 'style-name') ?? '') ? { struck: true as const } : {}),
  }
  if (isBlank({ column, ...value })) return
  if (column + raw.times > limits.columns) throw new ImportRefused('too_many_columns')
  const spans = spansOf(raw.attributes)
  for (let i = 0; i < raw.times; i++)
    cells.push({ column: column + i, ...marks, ...value, ...(spans ? { spans } : {}) })
}

function spansOf(attributes: Record<string, string>): Spans | null {
  const columns = repetitions(attributes, 'number-columns-spanned')
  const rows = repetitions(attributes, 'number-rows-spanned')
  return columns > 1 || rows > 1 ? { columns, rows } : null
}

type Value = Cell extends infer C ? (C extends Cell ? Pick<C, 'kind' | 'value' | 'shown'> : never) : never

/** Error values are in an extension namespace, and empty texts in the standard one: the extension is read first. */
function typedValue({ attributes, text, written }: RawCell): Value | null {
  const types = Object.keys(attributes).filter((key) => key.endsWith(':value-type'))
  if (types.some((key) => attributes[key] === 'error')) return { kind: 'error', value: text || '#ERR' }
  const type = types.length > 0 ? attributes[types[0]!] : undefined
  if (type === undefined)
    return attribute(attributes, 'formula') ? { kind: 'error', value: 'no_value' } : null
  if (type === 'boolean') return { kind: 'boolean', value: attribute(attributes, 'boolean-value') === 'true' }
  if (type === 'date') {
    const value = (attribute(attributes, 'date-value') ?? '').slice(0, 10)
    return { kind: 'date', value, ...(showsDay(text, value) ? {} : { shown: text.trim() }) }
  }
  if (type === 'float' || type === 'currency' || type === 'percentage') {
    const number = Number(attribute(attributes, 'value') ?? Number.NaN)
    if (!Number.isFinite(number)) return { kind: 'error', value: text || '#ERR' }
    const shown = written ? textOtherwise(text, number) : null
    return { kind: 'number', value: number, ...(shown === null ? {} : { shown }) }
  }
  return { kind: 'text', value: text || (attribute(attributes, 'string-value') ?? '') }
}

/** Whether the text of a day has its number; a text without any is not the day's. */
const showsDay = (text: string, day: string): boolean =>
  !/\d/.test(text) ||
  text.split(/\D+/).some((number) => number !== '' && Number(number) === Number(day.slice(8)))

function isHidden(attributes: Record<string, string>): boolean {
  const visibility = attribute(attributes, 'visibility')
  return visibility === 'collapse' || visibility === 'filter'
}

function repetitions(attributes: Record<string, string>, name: string): number {
  const times = Math.floor(Number(attribute(attributes, name) ?? 1))
  return times >= 1 ? Math.min(times, 2 ** 31) : 1
}
