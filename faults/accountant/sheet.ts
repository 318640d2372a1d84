import { strFromU8, unzipSync } from 'fflate'

/** Rows of a file as texts, header first. */
export type Sheet = string[][]

/** Reads `;`-separated values with quotes, as Italian spreadsheets write them. */
export function readCsv(bytes: Buffer): Sheet {
  const text = bytes.toString('utf8').replace(/^\uFEFF/, '')
  const rows: Sheet = []
  let [row, cell, quoted]: [string[], string, boolean] = [[], '', false]
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at] as string
    if (quoted) {
      if (character !== '"') cell += character
      else if (text[at + 1] === '"') {
        cell += '"'
        at += 1
      } else quoted = false
    } else if (character === '"') quoted = true
    else if (character === ';') {
      row.push(cell)
      cell = ''
    } else if (character === '\n') {
      rows.push([...row, cell.replace(/\r$/, '')])
      row = []
      cell = ''
    } else cell += character
  }
  if (cell !== '' || row.length > 0) rows.push([...row, cell])
  return rows
}

/** Reads the first sheet of a workbook. Numbers stay as they are written. */
export function readXlsx(bytes: Buffer): Sheet {
  const files = unzipSync(bytes)
  const part = (name: string) => (files[name] ? strFromU8(files[name]) : '')
  const shared = [...part('xl/sharedStrings.xml').matchAll(/<si>(.*?)<\/si>/gs)].map(([, item]) =>
    textIn(item as string),
  )
  const name = Object.keys(files).find((each) => /^xl\/worksheets\/sheet1?\.xml$/.test(each)) ?? ''
  return [...part(name).matchAll(/<row\b[^>]*>(.*?)<\/row>/gs)].map(([, cells]) => {
    const row: string[] = []
    for (const [, attributes, inside = ''] of (cells as string).matchAll(
      /<c\b([^>]*?)(?:\/>|>(.*?)<\/c>)/gs,
    )) {
      const at = columnOf(/r="([A-Z]+)/.exec(attributes as string)?.[1] ?? '') ?? row.length
      const value = /<v>(.*?)<\/v>/s.exec(inside)?.[1]
      row[at] = /t="s"/.test(attributes as string)
        ? (shared[Number(value)] ?? '')
        : /t="inlineStr"/.test(attributes as string)
          ? textIn(inside)
          : (value ?? '')
    }
    return Array.from(row, (cell) => cell ?? '')
  })
}

const columnOf = (letters: string): number | null =>
  letters === '' ? null : [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1

const textIn = (xml: string): string =>
  [...xml.matchAll(/<t\b[^>]*>(.*?)<\/t>/gs)]
    .map(([, text]) => text)
    .join('')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&apos;', "'")
    .replaceAll('&amp;', '&')

/** `1.234,56`, `1234,56` or `1234.56` → 123456; null when it is no amount. */
export function centsIn(text: string | undefined): number | null {
  const clean = (text ?? '').replace(/[\s\u00A0€]/g, '')
  const italian = /^(-?)(\d{1,3}(?:\.\d{3})+|\d+)(?:,(\d{1,2}))?$/.exec(clean)
  const plain = /^(-?)(\d+)\.(\d+)$/.exec(clean)
  const found = plain ?? italian
  if (!found) return null
  const [, sign, whole = '', fraction = ''] = found
  const cents = Number(whole.replaceAll('.', '')) * 100 + Math.round(Number(`0.${fraction || '0'}`) * 100)
  return sign === '-' ? 0 - cents : cents
}

/** Sums a column by the values of another column. */
export function byName(sheet: Sheet, name: string, column: string): Map<string, number | null> {
  const [header = [], ...rows] = sheet
  const [at, of] = [header.indexOf(name), header.indexOf(column)]
  return new Map(rows.map((row) => [row[at] ?? '', centsIn(row[of])]))
}
