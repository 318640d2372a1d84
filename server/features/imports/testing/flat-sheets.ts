/**
 * A cell of a generated spreadsheet: text, number, a day, a percentage, a text that spans columns, is struck through or has
 * a comment, a number under a format that shows something else, or a day of which only the month is shown; merged cells, and
 * those that they cover in the rows below. Null: empty. `printed`: the text above each printed page.
 */
export type SheetCell =
  | string
  | number
  | null
  | { day: string }
  | { percent: number }
  | { text: string; columns: number }
  | { number: number; shown: 'in thousands' | 'with a minus' | 'in francs' | 'as paid' | 'in whole euros' }
  | { month_of: string }
  | { text: string; struck?: boolean; comment?: string }
  | { merged: SheetCell; columns: number; rows: number }
  | { covered: true }
export type FlatSheet = {
  name: string
  rows: SheetCell[][]
  hidden_columns?: number[]
  hidden_rows?: number[]
  printed?: string
}

/** A spreadsheet in LibreOffice's flat XML, which LibreOffice converts to what administrators send. */
export function flatSpreadsheet(sheets: readonly FlatSheet[]): string {
  return `<?xml version="1.0" encoding="UTF-8"?>
<office:document xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" xmlns:table="urn:oasis:names:tc:opendocument:xmlns:table:1.0" xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0" xmlns:style="urn:oasis:names:tc:opendocument:xmlns:style:1.0" xmlns:number="urn:oasis:names:tc:opendocument:xmlns:datastyle:1.0" office:version="1.3" office:mimetype="application/vnd.oasis.opendocument.spreadsheet">
<office:automatic-styles>
<number:date-style style:name="N1"><number:day number:style="long"/><number:text>/</number:text><number:month number:style="long"/><number:text>/</number:text><number:year number:style="long"/></number:date-style>
<number:percentage-style style:name="N2"><number:number number:decimal-places="2"/><number:text>%</number:text></number:percentage-style>
<number:number-style style:name="N3"><number:number number:decimal-places="1" number:min-decimal-places="1" number:min-integer-digits="1" number:display-factor="1000"/></number:number-style>
<number:number-style style:name="N4"><number:text>-</number:text><number:number number:decimal-places="2" number:min-decimal-places="2" number:min-integer-digits="1"/></number:number-style>
<number:number-style style:name="N5"><number:text>CHF </number:text><number:number number:decimal-places="2" number:min-decimal-places="2" number:min-integer-digits="1"/></number:number-style>
<number:number-style style:name="N6"><number:text>pagato</number:text></number:number-style>
<number:number-style style:name="N8"><number:number number:decimal-places="0" number:min-decimal-places="0" number:min-integer-digits="1"/></number:number-style>
<number:date-style style:name="N7"><number:month number:style="long" number:textual="true"/><number:text> </number:text><number:year number:style="long"/></number:date-style>
<style:style style:name="in thousands" style:family="table-cell" style:data-style-name="N3"/>
<style:style style:name="with a minus" style:family="table-cell" style:data-style-name="N4"/>
<style:style style:name="in francs" style:family="table-cell" style:data-style-name="N5"/>
<style:style style:name="as paid" style:family="table-cell" style:data-style-name="N6"/>
<style:style style:name="in whole euros" style:family="table-cell" style:data-style-name="N8"/>
<style:style style:name="month" style:family="table-cell" style:data-style-name="N7"/>
<style:style style:name="day" style:family="table-cell" style:data-style-name="N1"/>
<style:style style:name="struck" style:family="table-cell"><style:text-properties style:text-line-through-style="solid"/></style:style>
<style:style style:name="percent" style:family="table-cell" style:data-style-name="N2"/>
<style:page-layout style:name="page"><style:header-style/><style:footer-style/></style:page-layout>
${sheets.map((_, index) => `<style:style style:name="sheet${index}" style:family="table" style:master-page-name="page${index}"/>`).join('')}
</office:automatic-styles>
<office:master-styles>${sheets.map(pageXml).join('')}</office:master-styles>
<office:body><office:spreadsheet>${sheets.map(tableXml).join('')}</office:spreadsheet></office:body></office:document>`
}

const pageXml = ({ printed }: FlatSheet, index: number): string =>
  `<style:master-page style:name="page${index}" style:page-layout-name="page"><style:header${printed ? '' : ' style:display="false"'}><text:p>${escaped(printed ?? '')}</text:p></style:header><style:footer style:display="false"/></style:master-page>`

function tableXml({ name, rows, hidden_columns = [], hidden_rows = [] }: FlatSheet, sheet: number): string {
  const width = Math.max(1, ...rows.map((row) => row.length))
  const columns = Array.from({ length: width }, (_, index) =>
    hidden_columns.includes(index)
      ? '<table:table-column table:visibility="collapse"/>'
      : '<table:table-column/>',
  )
  return `<table:table table:name="${escaped(name)}" table:style-name="sheet${sheet}">${columns.join('')}${rows.map((row, index) => rowXml(row, hidden_rows.includes(index))).join('')}</table:table>`
}

const rowXml = (row: SheetCell[], hidden: boolean): string =>
  `<table:table-row${hidden ? ' table:visibility="filter"' : ''}>${row.length === 0 ? '<table:table-cell/>' : row.map(cellXml).join('')}</table:table-row>`

function cellXml(cell: SheetCell): string {
  if (cell === null) return '<table:table-cell/>'
  if (typeof cell === 'string') return textCell(cell, '')
  if (typeof cell === 'number') return `<table:table-cell office:value-type="float" office:value="${cell}"/>`
  if ('covered' in cell) return '<table:covered-table-cell/>'
  if ('merged' in cell) {
    const spans = ` table:number-columns-spanned="${cell.columns}" table:number-rows-spanned="${cell.rows}"`
    const covered = '<table:covered-table-cell/>'.repeat(cell.columns - 1)
    return cellXml(cell.merged).replace('<table:table-cell', `<table:table-cell${spans}`) + covered
  }
  if ('day' in cell)
    return `<table:table-cell table:style-name="day" office:value-type="date" office:date-value="${cell.day}"/>`
  if ('percent' in cell)
    return `<table:table-cell table:style-name="percent" office:value-type="percentage" office:value="${cell.percent / 100}"/>`
  if ('number' in cell)
    return `<table:table-cell table:style-name="${cell.shown}" office:value-type="float" office:value="${cell.number}"/>`
  if ('month_of' in cell)
    return `<table:table-cell table:style-name="month" office:value-type="date" office:date-value="${cell.month_of}"/>`
  if (!('columns' in cell))
    return textCell(
      cell.text,
      cell.struck ? ' table:style-name="struck"' : '',
      cell.comment ? `<office:annotation><text:p>${escaped(cell.comment)}</text:p></office:annotation>` : '',
    )
  const covered = '<table:covered-table-cell/>'.repeat(cell.columns - 1)
  return textCell(cell.text, ` table:number-columns-spanned="${cell.columns}"`) + covered
}

const textCell = (text: string, more: string, before = ''): string =>
  `<table:table-cell office:value-type="string"${more}>${before}${text
    .split('\n')
    .map((line) => `<text:p>${escaped(line)}</text:p>`)
    .join('')}</table:table-cell>`

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')
