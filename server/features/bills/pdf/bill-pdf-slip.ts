import { byWhen, owedOf } from '@saldo/domain/bills/owed'
import { today } from '@saldo/domain/dates'
import { formatEuro } from '@saldo/domain/money'
import { barCodeOf, type Slip, writeCodeLine } from '@saldo/domain/postal/code-line'
import { euroInWords } from '@saldo/domain/postal/euro-in-words'
import { code128Bars } from '../../../pdf/code128-bars.ts'
import type { Sheet } from '../../../pdf/sheet.ts'
import type { BillFacts } from '../bill-facts.ts'
import { type PaperFacts, slipOf } from './paper-facts.ts'

/* The slip of two parts at its true size, 235 × 102 mm, at the foot of an A4 page across: the payer's receipt, and the part that
   the post keeps, whose code line stands 8.5 mm above the edge in a white zone of 19 mm. */
const mm = 72 / 25.4
const left = 31 * mm
const middle = left + 85 * mm
const right = left + 235 * mm
const bottom = 198 * mm
const top = bottom - 102 * mm
const codeZone = bottom - 19 * mm
const barUnit = 0.9

/** Draws the bill's postal slip on a page of its own, if it has one. */
export function drawSlip(sheet: Sheet, bill: BillFacts, paper: PaperFacts): void {
  const slip = slipOf(bill, paper)
  if (!slip || !paper.postal) return
  sheet.nextPage({ landscape: true })
  drawAdvice(sheet, bill, slip)
  const said = {
    holder: paper.postal.holder,
    authorisation: paper.postal.authorisation,
    cause: `Bolletta ${bill.number} · ${bill.description}`,
    payer: bill.subject_nominative,
    address: paper.subject_address,
  }
  sheet.rule(top, { from: left, to: right, thick: 0.5, dashed: true })
  sheet.rule(bottom, { from: left, to: right, thick: 0.5, dashed: true })
  sheet.stroke(left, top, bottom, { thick: 0.5, dashed: true })
  sheet.stroke(middle, top, bottom, { thick: 0.5, dashed: true })
  sheet.stroke(right, top, bottom, { thick: 0.5, dashed: true })
  drawPart(sheet, slip, said, { title: 'Ricevuta di Versamento', x: left + 10, width: middle - left - 20 })
  drawPart(sheet, slip, said, { title: 'Ricevuta di Accredito', x: middle + 10, width: right - middle - 20 })
  sheet.say('P', [
    { text: 'BOLLO DELL’UFFICIO POSTALE', x: left + 10, y: codeZone - 4, width: 200, size: 6.5, dim: true },
  ])
  drawCodes(sheet, slip, said.authorisation)
}

function drawAdvice(sheet: Sheet, bill: BillFacts, { amount }: Slip): void {
  const owed = owedOf(bill, today())
  const width = right - left
  const when = bill.due_date ? ` ${byWhen(owed, bill.due_date)}` : ''
  sheet.say('H2', [
    {
      text: `Bollettino postale della bolletta ${bill.number}`,
      ...{ x: left, y: 24 * mm, width, size: 15, weight: 600 },
    },
  ])
  const lines = [
    `${formatEuro(owed.due_now)}${when}.`,
    amount === null
      ? 'Scrivi l’importo in cifre e in lettere, poi paga in un ufficio postale o dove accettano i bollettini.'
      : 'Si paga negli uffici postali, dove accettano i bollettini e con le app che leggono il codice a barre.',
    'Stampa questa pagina a grandezza naturale (100 %) e taglia lungo le linee tratteggiate.',
    'Paga in un modo solo: se hai già pagato in un altro modo, non usare il bollettino.',
  ]
  sheet.say(
    'P',
    lines.map((text, index) => ({
      ...{ text, x: left, y: 33 * mm + index * 15, width, size: 10.5 },
      weight: index === 0 ? (600 as const) : (400 as const),
    })),
  )
}

type Piece = Parameters<Sheet['say']>[1][number]
type Said = {
  holder: string
  authorisation: string | null
  cause: string
  payer: string
  address: string | null
}

function drawPart(
  sheet: Sheet,
  { kind, account, amount }: Slip,
  { holder, cause, payer, address }: Said,
  { title, x, width }: { title: string; x: number; width: number },
): void {
  sheet.say('H2', [
    { text: 'CONTI CORRENTI POSTALI', x, y: top + 16, width: width * 0.6, size: 7.5, weight: 600 },
    {
      text: title,
      x: x + width * 0.5,
      y: top + 16,
      width: width * 0.5,
      align: 'right',
      size: 7.5,
      weight: 600,
    },
  ])
  sheet.rule(top + 22, { from: x, to: x + width, thick: 0.75 })
  const half = width * 0.5
  // One paragraph: the tags of many would weigh more than the text.
  const pieces: Piece[] = [
    { text: '€  sul C/C n.', x, y: top + 38, width: 60, size: 8, dim: true },
    { text: account.replace(/^0+/, ''), x: x + 56, y: top + 38, width: half - 40, size: 11, weight: 600 },
    { text: 'di Euro', x: x + half + 16, y: top + 38, width: 36, size: 8, dim: true },
    {
      text: amount === null ? '' : euroOf(amount),
      ...{ x: x + half + 44, y: top + 38, width: width - half - 44, align: 'right', size: 11, weight: 600 },
    },
    { text: `TD ${kind}`, x: x + width - 30, y: top + 54, width: 30, align: 'right', size: 8 },
  ]
  if (amount === null) sheet.rule(top + 41, { from: x + half + 48, to: x + width, thick: 0.5 })
  const rows: [string, string[]][] = [
    ['Importo in lettere', [amount === null ? '' : euroInWords(amount)]],
    ['Intestato a', [holder]],
    ['Causale', sheet.wrap(cause, width, 2, { size: 9 })],
    ['Eseguito da', [payer, address ?? '']],
  ]
  let y = top + 54
  for (const [label, lines] of rows) {
    pieces.push({ text: label, x, y, width, size: 6.5, dim: true })
    pieces.push(...lines.map((text, index) => ({ text, x, y: y + 11 + index * 11, width, size: 9 })))
    if (lines.join('') === '') sheet.rule(y + 14, { from: x, to: x + width, thick: 0.5 })
    y += 15 + lines.length * 11
  }
  sheet.say(
    'P',
    pieces.filter(({ text }) => text !== ''),
  )
}

/** The bar code of an 896 and, in the white zone, the code line: it ends where the slip ends. */
function drawCodes(sheet: Sheet, slip: Slip, authorisation: string | null): void {
  const x = middle + 10
  if (slip.amount !== null) {
    const { width, bars } = code128Bars(barCodeOf({ ...slip, amount: slip.amount }))
    sheet.figure(
      bars,
      { x: right - 10 - 10 * barUnit - width * barUnit, y: codeZone - 50, unit: barUnit, height: 36 },
      `Codice a barre del bollettino ${slip.code}`,
    )
  }
  sheet.say('P', [
    { text: 'Codice cliente', x, y: codeZone - 40, width: 120, size: 6.5, dim: true },
    { text: slip.code, x, y: codeZone - 28, width: 124, size: 9, weight: 600 },
    ...(authorisation ? [{ text: authorisation, x, y: codeZone - 16, width: 124, size: 6.5 }] : []),
    {
      text: 'IMPORTANTE: NON SCRIVERE NELLA ZONA SOTTOSTANTE',
      ...{ x, y: codeZone - 4, width: 300, size: 6 },
    },
  ])
  sheet.rule(codeZone, { from: middle, to: right, thick: 0.5 })
  const labels: [string, number][] = [
    ['codice cliente', 0],
    ['importo in euro', 24],
    ['numero conto', 38],
    ['tipo documento', 50],
  ]
  const line = writeCodeLine(slip)
  const start = right - 2 * mm - line.length * 7.2
  sheet.say(
    'P',
    labels.map(([text, column]) => ({
      ...{ text, x: start + column * 7.2, y: codeZone + 9, width: 70, size: 6, dim: true },
    })),
  )
  sheet.codeLine(line, { x: start, y: bottom - 8.5 * mm })
}

/** `412,50`: the sign of the euro stands before the account. */
const euroOf = (cents: number): string => formatEuro(cents).replace(/[\s\u00a0]*€$/, '')
