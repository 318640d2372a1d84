import type { FilePreview } from '@saldo/contract/backoffice/files'
import { type Cell, cellText } from '../../imports/spreadsheet/cells.ts'
import { ImportRefused, type RefusalCode } from '../../imports/spreadsheet/import-refused.ts'
import { readWorkbook } from '../../imports/spreadsheet/read-workbook.ts'
import { sniffContent, textOf } from './sniff-content.ts'

/** A file beyond this many bytes has no preview. */
export const mostBytes = 50 * 1024 * 1024
/** A picture of more pixels would take more than 200 MB in the browser. */
const mostPixels = 50_000_000
const mostRows = 200
const mostColumns = 50
/** Of one cell, in characters. */
const mostOfCell = 500
const mostText = 100_000

/**
 * What can be shown of a whole file. Nothing in it is run or computed: formulas show their stored results, web pages and XML
 * are text. A file that would take too much memory is refused with a sentence; no bytes make it throw.
 */
export async function previewOf(bytes: Buffer, sheet = 0): Promise<FilePreview> {
  const content = sniffContent(bytes)
  if (content.is === 'pdf') return { shows: 'pages', mime: 'application/pdf', notes: notesOfPdf(bytes) }
  if (content.is === 'picture') {
    if (content.pixels === null || content.pixels === 0)
      return nothing('L’immagine è danneggiata o incompleta.')
    return content.pixels > mostPixels
      ? nothing('L’immagine è troppo grande per l’anteprima.')
      : { shows: 'picture', mime: content.mime }
  }
  if (content.is === 'other') return nothing(content.why)
  if (content.is === 'zip') return table(bytes, 'foglio.xlsx', sheet)
  const read = content.separated ? await table(bytes, 'foglio.csv', sheet) : null
  return read?.shows === 'table' ? read : plainText(bytes)
}

const nothing = (why: string): FilePreview => ({ shows: 'nothing', why })

function plainText(bytes: Buffer): FilePreview {
  const text = textOf(bytes.subarray(0, mostText))
  return text === null
    ? nothing('Di questo formato non c’è l’anteprima.')
    : {
        shows: 'text',
        // Half a character where it was cut.
        text: bytes.length > mostText ? text.replace(/\ufffd+$/, '') : text,
        more: bytes.length > mostText,
      }
}

async function table(bytes: Buffer, name: string, asked: number): Promise<FilePreview> {
  try {
    await using workbook = await readWorkbook(bytes, name)
    const at = Math.min(asked, workbook.sheets.length - 1)
    const sheet = workbook.sheets[at]
    if (!sheet) return nothing('Il foglio è vuoto.')
    const rows: string[][] = []
    let more = false
    for await (const { cells } of sheet.rows()) {
      more ||= rows.length === mostRows
      if (rows.length === mostRows) break
      const shown = cells.filter(({ column }) => column < mostColumns)
      more ||= shown.length < cells.length
      const row: string[] = []
      for (const cell of shown) row[cell.column] = textOfCell(cell)
      rows.push(Array.from(row, (text) => text ?? ''))
    }
    return { shows: 'table', sheets: workbook.sheets.map((each) => each.name), sheet: at, rows, more }
  } catch (error) {
    if (!(error instanceof ImportRefused)) throw error
    return nothing(sentences[error.code] ?? 'Questo foglio supera i limiti dell’anteprima.')
  }
}

/** As text, whatever it begins with: a formula is never one again. */
function textOfCell(cell: Cell): string {
  if (cell.kind === 'error') return cell.value === 'no_value' ? '' : cell.value
  const text = cell.shown ?? (cell.kind === 'text' ? cell.value : cellText(cell))
  return text.length > mostOfCell ? `${text.slice(0, mostOfCell)}…` : text
}

const sentences: Partial<Record<RefusalCode, string>> = {
  empty: 'Il file è vuoto.',
  no_rows: 'Il foglio è vuoto.',
  wrong_type: 'È un archivio o un documento di testo, non un foglio: non ha anteprima.',
  binary_excel: 'I fogli nel formato .xlsb non hanno anteprima.',
  password: 'Il file è protetto da password.',
  broken: 'Il file è danneggiato o incompleto.',
  bomb: 'Il file, una volta aperto, occuperebbe molto più spazio di un foglio normale: non è stato letto.',
  external_entities:
    'Il file contiene riferimenti che un foglio non deve avere (DOCTYPE): non è stato letto.',
}

const pdfActions: [RegExp, string][] = [
  [/\/(?:JavaScript|JS)\b/, 'Contiene script'],
  [/\/Launch\b/, 'Cerca di avviare un programma'],
  [/\/(?:EmbeddedFile|RichMedia)s?\b/, 'Contiene altri file'],
  [/\/(?:SubmitForm|ImportData|URI)\b/, 'Rimanda ad altri indirizzi'],
]

/** Bytes at the beginning and at the end of a PDF that are looked at; the catalogue is usually at one of them. */
const lookedAt = 1024 * 1024

/** Actions that stand in the open in a PDF. There may be more in it, or in compressed parts; none of them is run. */
function notesOfPdf(bytes: Buffer): string[] {
  // A name may be written in hexadecimal: /J#61vaScript.
  const seen =
    bytes.length <= 2 * lookedAt
      ? bytes
      : Buffer.concat([bytes.subarray(0, lookedAt), bytes.subarray(-lookedAt)])
  const text = seen
    .toString('latin1')
    .replace(/#([0-9a-f]{2})/gi, (_all, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
  return pdfActions.filter(([pattern]) => pattern.test(text)).map(([, note]) => note)
}
