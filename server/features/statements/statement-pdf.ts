import type { Statement } from '@saldo/contract/reports/statements'
import { formatDate } from '@saldo/domain/dates'
import { formatEuro } from '@saldo/domain/money'
import { drawLogo } from '../../pdf/logo.ts'
import { openSheet, page, type Sheet } from '../../pdf/sheet.ts'
import { drawSignature, signatureHeight } from '../../pdf/signature.ts'
import type { LetterheadImages } from '../documents/letterhead-images.ts'

export type StatementParties = {
  business_name: string
  phone: string | null
  email: string | null
  fiscal_code: string | null
  address: string | null
  /** Null: all condominiums. */
  account_name: string | null
  images: LetterheadImages
}

const left = page.left
const width = page.right - page.left
const row = 15
const bottom = page.bottom - 30
const at = { day: left, text: left + 66, amount: page.right - 176, balance: page.right - 84 }

/** Draws the statement on A4 pages; the same movements give the same bytes. */
export async function statementPdf(statement: Statement, parties: StatementParties): Promise<Buffer> {
  const { nominative, from, to } = statement
  const sheet = openSheet({
    title: `Estratto conto di ${nominative}, ${formatDate(from)}–${formatDate(to)}`,
    author: parties.business_name,
    day: to,
  })
  const several = namesIn(statement).length > 1
  const after = drawHead(sheet, statement, parties)
  let y = drawHeader(sheet, after + 28)
  y = drawRow(sheet, y, { day: from, text: 'Saldo all’inizio del periodo', balance: statement.opening }, true)
  let pages = 1
  for (const { day, text, account_name, amount, balance } of statement.lines) {
    if (y + row > bottom) {
      drawFoot(sheet, parties, pages)
      sheet.nextPage()
      pages += 1
      y = drawHeader(sheet, page.top + 12)
    }
    const where = several ? `${text} · ${account_name}` : text
    y = drawRow(sheet, y, { day, text: where, amount, balance })
  }
  const { signature } = parties.images
  if (y + 7 * row + (signature ? signatureHeight + 40 : 0) > bottom) {
    drawFoot(sheet, parties, pages)
    sheet.nextPage()
    pages += 1
    y = page.top
  }
  drawSums(sheet, statement, y + 10)
  if (signature) drawSignature(sheet, signature, parties.business_name, y + 7 * row + 30)
  drawFoot(sheet, parties, pages)
  return sheet.finish()
}

/** The condominiums with a movement in the period. */
const namesIn = ({ lines }: Statement) => [...new Set(lines.map(({ account_name }) => account_name))]

function drawHead(sheet: Sheet, statement: Statement, of: StatementParties): number {
  const { nominative, from, to } = statement
  const [only, ...others] = namesIn(statement)
  const where =
    only && others.length === 0 ? `tutti i condomìni, con movimenti in uno: ${only}` : 'tutti i condomìni'
  drawLogo(sheet, of.images.logo, of.business_name)
  let y = page.top + 14
  sheet.say('H1', [{ text: 'Estratto conto', x: left, y, width, size: 15, weight: 600 }])
  y += 18
  const period = `Dal ${formatDate(from)} al ${formatDate(to)}, ${of.account_name ?? where}`
  sheet.say('P', [{ text: period, x: left, y, width }])
  y += 14
  sheet.rule(y, { thick: 2 })
  const facts: [string, string | null][] = [
    ['Di', nominative],
    ['Codice fiscale', of.fiscal_code],
    ['Indirizzo', of.address],
    ['Amministra', [of.business_name, of.phone, of.email].filter(Boolean).join(' · ')],
  ]
  y += 6
  for (const [label, text] of facts) {
    if (!text) continue
    y += row
    sheet.say('P', [
      { text: label, x: left, y, width: 90, dim: true },
      { text, x: left + 94, y, width: width - 94, weight: label === 'Di' ? 600 : 400 },
    ])
  }
  return y
}

function drawHeader(sheet: Sheet, y: number): number {
  const small = { y, size: 8, dim: true } as const
  sheet.say('P', [
    { ...small, text: 'Data', x: at.day, width: 60 },
    { ...small, text: 'Movimento', x: at.text, width: 200 },
    { ...small, text: 'Dovuto o pagato', x: at.amount, width: 84, align: 'right' },
    { ...small, text: 'Da pagare', x: at.balance, width: 84, align: 'right' },
  ])
  sheet.rule(y + 5, { thick: 1 })
  return y + 4
}

function drawRow(
  sheet: Sheet,
  top: number,
  { day, text, amount, balance }: { day: string; text: string; amount?: number; balance: number },
  strong = false,
): number {
  const y = top + row
  const weight = strong ? 600 : 400
  sheet.say('P', [
    { text: formatDate(day), x: at.day, y, width: 62 },
    { text, x: at.text, y, width: at.amount - at.text - 8, weight },
    ...(amount === undefined
      ? []
      : [{ text: formatEuro(amount), x: at.amount, y, width: 84, align: 'right' as const }]),
    { text: formatEuro(balance), x: at.balance, y, width: 84, align: 'right' as const, weight },
  ])
  sheet.rule(y + 4, { thick: 0.35, grey: true })
  return y
}

/** One line while something is due, a double line when all is settled. */
function drawSums(
  sheet: Sheet,
  { opening, asked, paid, given_back, closing, credit }: Statement,
  top: number,
): void {
  const sums: [string, number][] = [
    ['All’inizio', opening],
    ['Bollette', asked],
    ['Pagamenti', -paid],
    ['Insoluti, rimborsi e contestazioni', given_back],
    [closing > 0 ? 'Da pagare alla fine' : closing < 0 ? 'A credito alla fine' : 'Saldo', closing],
  ]
  const x = page.right - 280
  sums.forEach(([label, cents], index) => {
    const last = index === sums.length - 1
    const y = top + (index + 1) * row
    if (last) sheet.rule(y - 10, { from: x, thick: 1 })
    const weight = last ? 600 : 400
    sheet.say('P', [
      { text: label, x, y, width: 190, weight },
      { text: formatEuro(cents), x: at.balance, y, width: 84, align: 'right', weight },
    ])
  })
  const y = top + sums.length * row
  sheet.rule(y + 5, { from: x, thick: 0.75 })
  if (closing === 0) sheet.rule(y + 7.2, { from: x, thick: 0.75 })
  if (credit > 0 && closing > -credit)
    sheet.say('P', [
      {
        text: `Nel conto ci sono ${formatEuro(credit)} di credito non ancora usati.`,
        x,
        y: y + 20,
        width: 280,
        size: 8,
        dim: true,
      },
    ])
}

function drawFoot(sheet: Sheet, { business_name }: StatementParties, number: number): void {
  const y = page.bottom
  sheet.rule(y - 14, { thick: 0.5, grey: true })
  sheet.say('P', [
    { text: `${business_name}, con Saldo`, x: left, y, width: 300, size: 8, dim: true },
    { text: `Pagina ${number}`, x: page.right - 100, y, width: 100, align: 'right', size: 8, dim: true },
  ])
}
