import { openSheet, page, type Sheet } from '../../pdf/sheet.ts'
import { drawSignature, signatureHeight } from '../../pdf/signature.ts'
import { drawLetterhead, type Letterhead } from './letterhead.ts'

/** A column of a printed table; `width` in points. Text is cut with an ellipsis where it does not fit. */
export type PdfColumn<Row> = {
  header: string
  width: number
  align?: 'right'
  text: (row: Row) => string
}

const { left, right } = page
const width = right - left
const line = 15
const bottom = page.bottom - 30

/** A document on the office's letterhead: paragraphs and tables, with the page's number at the foot of each page. */
export type Paper = {
  sheet: Sheet
  heading: (text: string) => void
  paragraph: (text: string, style?: { dim?: boolean; weight?: 400 | 600; size?: number }) => void
  /** A label and what belongs to it, on one line. */
  fact: (label: string, text: string, style?: { strong?: boolean; amount?: boolean }) => void
  /** `totals`: a last line with these texts under the columns of the same place. */
  table: <Row>(columns: readonly PdfColumn<Row>[], rows: readonly Row[], totals?: readonly string[]) => void
  space: (points: number) => void
  /** The place for the administrator's signature; the picture of it, if the office has one. */
  signature: () => void
  /** Starts a page of its own, and returns its number. */
  nextPage: () => number
  /** Where the document is, for an index. */
  pageNumber: () => number
  finish: () => Promise<Buffer>
}

/** Opens a document on the office's letterhead. The same content of the same day gives the same bytes. */
export function openPaper(of: {
  title: string
  subtitle: readonly string[]
  day: string
  office: Letterhead
  /** What the foot of each page says. */
  foot: string
}): Paper {
  const sheet = openSheet({ title: of.title, author: of.office.business_name, day: of.day })
  let number = 1
  let y = drawLetterhead(sheet, of.office) + 26
  drawFoot(sheet, of.foot, number)
  sheet.say('H1', [{ text: of.title, x: left, y, width, size: 15, weight: 600 }])
  for (const text of of.subtitle) {
    y += 15
    sheet.say('P', [{ text, x: left, y, width }])
  }
  y += 8

  const nextPage = () => {
    sheet.nextPage()
    number += 1
    drawFoot(sheet, of.foot, number)
    y = page.top
    return number
  }
  /** True if a new page was begun because so many points were not left. */
  const room = (points: number): boolean => {
    if (y + points <= bottom) return false
    nextPage()
    return true
  }
  return {
    sheet,
    heading: (text) => {
      room(60)
      y += 28
      sheet.say('H2', [{ text, x: left, y, width, size: 12, weight: 600 }])
      y += 4
    },
    paragraph: (text, { size = 9.5, ...style } = {}) => {
      y += 6
      for (const part of sheet.wrap(text, width, 200, { size, weight: style.weight ?? 400 })) {
        room(line)
        y += size + 4
        sheet.say('P', [{ text: part, x: left, y, width, size, ...style }])
      }
    },
    fact: (label, text, { strong = false, amount = false } = {}) => {
      room(line)
      y += line
      const weight = strong ? 600 : 400
      const at = amount
        ? { x: right - 120, width: 120, align: 'right' as const }
        : { x: left + 134, width: width - 134 }
      sheet.say('P', [
        { text: label, x: left, y, width: amount ? width - 130 : 130, dim: !strong, weight },
        { text, y, weight, ...at },
      ])
      if (amount) sheet.rule(y + 4, { thick: 0.35, grey: true })
    },
    table: (columns, rows, totals) => {
      room(4 * line)
      y = drawColumns(sheet, columns, y + 18)
      for (const row of rows) {
        if (room(line)) y = drawColumns(sheet, columns, y + 12)
        y = drawCells(
          sheet,
          columns,
          columns.map(({ text }) => text(row)),
          y,
          400,
        )
        sheet.rule(y + 4, { thick: 0.35, grey: true })
      }
      if (!totals) return
      if (room(line + 8)) y = drawColumns(sheet, columns, y + 12)
      sheet.rule(y + 4, { thick: 1 })
      y = drawCells(sheet, columns, totals, y, 600)
      sheet.rule(y + 5, { thick: 1 })
    },
    space: (points) => {
      y += points
    },
    signature: () => {
      room(signatureHeight + 30)
      y += 30
      drawSignature(sheet, of.office.images.signature, of.office.business_name, y)
      y += signatureHeight
    },
    nextPage,
    pageNumber: () => number,
    finish: () => sheet.finish(),
  }
}

function drawColumns<Row>(sheet: Sheet, columns: readonly PdfColumn<Row>[], y: number): number {
  let x = left
  sheet.say(
    'P',
    columns.map(({ header, width, align }) => {
      const piece = { text: header, x, y, width: width - 6, size: 8, dim: true, ...(align ? { align } : {}) }
      x += width
      return piece
    }),
  )
  sheet.rule(y + 5, { thick: 1 })
  return y + 4
}

function drawCells<Row>(
  sheet: Sheet,
  columns: readonly PdfColumn<Row>[],
  texts: readonly string[],
  top: number,
  weight: 400 | 600,
): number {
  const y = top + line
  let x = left
  const pieces = columns.map(({ width, align }, place) => {
    const piece = { text: texts[place] ?? '', x, y, width: width - 6, weight, ...(align ? { align } : {}) }
    x += width
    return piece
  })
  sheet.say(
    'P',
    pieces.filter(({ text }) => text !== ''),
  )
  return y
}

function drawFoot(sheet: Sheet, text: string, number: number): void {
  const y = page.bottom
  sheet.rule(y - 14, { thick: 0.5, grey: true })
  sheet.say('P', [
    { text, x: left, y, width: 420, size: 8, dim: true },
    { text: `Pagina ${number}`, x: right - 80, y, width: 80, align: 'right', size: 8, dim: true },
  ])
}
