import { Readable } from 'node:stream'
import { centsToDecimal } from '@saldo/domain/money'
import { dayIn, type ExportColumn, type ExportRows } from './columns.ts'
import { neutraliseFormula } from './neutralise.ts'
import { zipStream } from './write-zip.ts'

/**
 * Writes an XLSX workbook with one sheet while the rows arrive. Memory does not grow with them: texts are in their
 * cells instead of a shared table. Amounts and dates are real numbers and days with Italian formats; the header is bold
 * and stays in view; texts are neutralised against formulas. More than the 1,048,576 rows of a sheet fail the stream
 * with RangeError.
 */
export function xlsxStream(
  columns: readonly ExportColumn[],
  rows: ExportRows,
  sheetName = 'Elenco',
): Readable {
  const parts = [
    { name: '[Content_Types].xml', pieces: [CONTENT_TYPES] },
    { name: '_rels/.rels', pieces: [ROOT_RELATIONS] },
    { name: 'xl/workbook.xml', pieces: [workbook(sheetName)] },
    { name: 'xl/_rels/workbook.xml.rels', pieces: [WORKBOOK_RELATIONS] },
    { name: 'xl/styles.xml', pieces: [STYLES] },
    { name: 'xl/worksheets/sheet1.xml', pieces: sheet(columns, rows) },
  ]
  return Readable.from(zipStream(parts), { objectMode: false })
}

const MOST_ROWS = 1_048_576
const PIECE = 64 * 1024

async function* sheet(columns: readonly ExportColumn[], rows: ExportRows): AsyncGenerator<string> {
  const letters = columns.map((_, index) => letterOf(index))
  let number = 1
  let piece = sheetStart(columns) + headerRow(columns, letters)
  for await (const row of rows) {
    if (++number > MOST_ROWS) throw new RangeError('a sheet holds 1,048,576 rows')
    piece += `<row r="${number}">`
    for (let i = 0; i < columns.length; i++) piece += cell(columns[i]!.kind, row[i], `${letters[i]}${number}`)
    piece += '</row>'
    if (piece.length < PIECE) continue
    yield piece
    piece = ''
  }
  const corner = `${letters.at(-1) ?? 'A'}${number}`
  yield `${piece}</sheetData><autoFilter ref="A1:${corner}"/></worksheet>`
}

function sheetStart(columns: readonly ExportColumn[]): string {
  const widths = columns.map(
    (column, i) =>
      `<col min="${i + 1}" max="${i + 1}" width="${column.width ?? widthOf(column)}" customWidth="1"/>`,
  )
  return `${XML}<worksheet xmlns="${MAIN}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><cols>${widths.join('')}</cols><sheetData>`
}

function headerRow(columns: readonly ExportColumn[], letters: string[]): string {
  const cells = columns.map(({ header }, index) => textCell(header, `${letters[index]}1`, STYLE.header))
  return `<row r="1">${cells.join('')}</row>`
}

function cell(kind: ExportColumn['kind'], value: unknown, ref: string): string {
  if (value === null || value === undefined || value === '') return ''
  if (kind === 'amount')
    return `<c r="${ref}" s="${STYLE.amount}"><v>${centsToDecimal(Number(value))}</v></c>`
  if (kind === 'date') {
    const serial = serialOf(String(value))
    return serial === null
      ? textCell(String(value), ref, STYLE.text)
      : `<c r="${ref}" s="${STYLE.date}"><v>${serial}</v></c>`
  }
  if (kind === 'number' && Number.isFinite(Number(value))) return `<c r="${ref}"><v>${Number(value)}</v></c>`
  return textCell(String(value), ref, STYLE.text)
}

function textCell(text: string, ref: string, style: number): string {
  return `<c r="${ref}" s="${style}" t="inlineStr"><is><t xml:space="preserve">${escaped(neutraliseFormula(text))}</t></is></c>`
}

/** Days since 30 December 1899, as workbooks without the 1904 flag count them; valid from 1 March 1900. */
function serialOf(date: string): number | null {
  const day = dayIn(date)
  if (day === null) return null
  const days = (Date.parse(`${day}T00:00:00Z`) - Date.UTC(1899, 11, 30)) / 86_400_000
  return days >= 61 ? days : null
}

const MOST_CHARACTERS = 32_767
/** Whether a cell holds only the beginning of the text. */
export const isCutInCell = (text: string): boolean => neutraliseFormula(text).length > MOST_CHARACTERS

/** A cell holds `MOST_CHARACTERS`. Characters that XML cannot carry are written as Excel does, `_x0001_`. */
function escaped(text: string): string {
  return text
    .slice(0, MOST_CHARACTERS)
    .toWellFormed()
    .replace(/_(?=x[0-9A-Fa-f]{4}_)/g, '_x005F_')
    .replace(/[&<>]/g, (sign) => (sign === '&' ? '&amp;' : sign === '<' ? '&lt;' : '&gt;'))
    .replace(/[^\P{Cc}\t\n]|[\ufffe\uffff]/gu, codeOf)
}

function codeOf(sign: string): string {
  return `_x${sign.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`
}

function letterOf(index: number): string {
  const rest = Math.floor(index / 26)
  return (rest > 0 ? letterOf(rest - 1) : '') + String.fromCharCode(65 + (index % 26))
}

function widthOf({ kind, header }: ExportColumn): number {
  return Math.max(header.length + 3, kind === 'text' ? 22 : 13)
}

const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006'
const PART = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

const STYLE = { text: 0, header: 1, amount: 2, date: 3 }

const CONTENT_TYPES = `${XML}<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${PART}.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${PART}.worksheet+xml"/><Override PartName="/xl/styles.xml" ContentType="${PART}.styles+xml"/></Types>`

const ROOT_RELATIONS = `${XML}<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${OFFICE}/officeDocument" Target="xl/workbook.xml"/></Relationships>`

const WORKBOOK_RELATIONS = `${XML}<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${OFFICE}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="${OFFICE}/styles" Target="styles.xml"/></Relationships>`

function workbook(name: string): string {
  // Excel allows 31 characters in a sheet's name, and none of these.
  const safe = escaped(name.replace(/[[\]:*?/\\]/g, ' ').slice(0, 31)).replaceAll('"', '&quot;') || 'Elenco'
  return `${XML}<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets><sheet name="${safe}" sheetId="1" r:id="rId1"/></sheets></workbook>`
}

const STYLES = `${XML}<styleSheet xmlns="${MAIN}"><numFmts count="1"><numFmt numFmtId="164" formatCode="dd/mm/yyyy"/></numFmts><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="4"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/><xf numFmtId="0" fontId="1" fillId="0" borderId="0" xfId="0" applyFont="1"/><xf numFmtId="4" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/><xf numFmtId="164" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/></cellXfs><cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>`
