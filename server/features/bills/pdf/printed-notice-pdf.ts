import { byWhen, inAll, owedOf } from '@saldo/domain/bills/owed'
import { today } from '@saldo/domain/dates'
import { groupIban } from '@saldo/domain/iban'
import { formatEuro } from '@saldo/domain/money'
import { formatRf } from '@saldo/domain/sepa/creditor-reference'
import { drawLogo } from '../../../pdf/logo.ts'
import { qrBars } from '../../../pdf/qr-bars.ts'
import { openSheet, page, type Sheet } from '../../../pdf/sheet.ts'
import { type BillFacts, transferOf } from '../bill-facts.ts'
import { drawSlip } from './bill-pdf-slip.ts'
import { noticeOf, type PaperFacts, slipOf } from './paper-facts.ts'

export type PrintedNotice = { bill: BillFacts; paper: PaperFacts; logo: Buffer | null; link: string }

const left = page.left
const width = page.right - left
/** Right of the middle: the window of an envelope. */
const addressLeft = left + 270
const qrSide = 118
const textLeft = left + qrSide + 24

/**
 * Draws one notice of payment a page, for whoever pays on paper: large type, how much, by when, how, and whom to call. Where
 * the condominium prints postal slips, the slip follows on a page of its own. The same bills give the same bytes.
 */
export async function printedNoticesPdf(notices: readonly PrintedNotice[]): Promise<Buffer> {
  const [first] = notices
  const sheet = openSheet({
    title: notices.length === 1 ? `Avviso di pagamento ${first?.bill.number}` : `${notices.length} avvisi`,
    author: first?.bill.business_name ?? 'Saldo',
    day: first?.bill.issue_date ?? '2020-01-01',
  })
  notices.forEach((notice, place) => {
    if (place > 0) sheet.nextPage()
    drawPage(sheet, notice)
    drawSlip(sheet, notice.bill, notice.paper)
  })
  return sheet.finish()
}

function drawPage(sheet: Sheet, notice: PrintedNotice): void {
  const { bill, paper, logo } = notice
  drawLogo(sheet, logo, bill.business_name)
  let y = drawAddress(sheet, bill, paper)
  y = drawAsk(sheet, bill, y + 34)
  y = drawTransfer(sheet, bill, y + 30)
  y = drawOnline(sheet, notice, y)
  y = drawOtherWays(sheet, notice, y)
  drawHelp(sheet, bill, y)
}

type Style = { size: number; weight?: 400 | 600; dim?: boolean }

/** Writes a text of as many lines as it needs; returns the last baseline. */
function write(
  sheet: Sheet,
  text: string,
  at: { x: number; y: number; width: number },
  style: Style,
  shape: 'H1' | 'H2' | 'P' = 'P',
): number {
  const lines = sheet.wrap(text, at.width, 12, style)
  const leading = style.size * 1.3
  sheet.say(
    shape,
    lines.map((line, index) => ({ ...at, ...style, text: line, y: at.y + index * leading })),
  )
  return at.y + (lines.length - 1) * leading
}

function drawAddress(sheet: Sheet, bill: BillFacts, { subject_address }: PaperFacts): number {
  const sender = { x: left, width: addressLeft - left - 20 }
  let own = write(sheet, bill.account_name, { ...sender, y: page.top + 8 }, { size: 13, weight: 600 })
  own = write(sheet, `Amministra ${bill.business_name}`, { ...sender, y: own + 17 }, { size: 11 })
  const reader = { x: addressLeft, width: page.right - addressLeft }
  let theirs = write(
    sheet,
    bill.subject_nominative,
    { ...reader, y: page.top + 92 },
    { size: 13, weight: 600 },
  )
  if (subject_address) theirs = write(sheet, subject_address, { ...reader, y: theirs + 18 }, { size: 13 })
  return Math.max(own, theirs)
}

function drawAsk(sheet: Sheet, bill: BillFacts, top: number): number {
  const owed = owedOf(bill, today())
  const place = { x: left, width }
  let y = write(sheet, 'Avviso di pagamento', { ...place, y: top }, { size: 22, weight: 600 }, 'H1')
  const what = [`Bolletta ${bill.number}`, bill.description, bill.unit].filter(Boolean).join(' · ')
  y = write(sheet, what, { ...place, y: y + 22 }, { size: 13 })
  y = write(sheet, formatEuro(owed.due_now), { ...place, y: y + 52 }, { size: 44, weight: 600 })
  sheet.rule(y + 12, { thick: 3 })
  const when = bill.due_date ? byWhen(owed, bill.due_date) : ''
  const due = [when, inAll(owed)].filter(Boolean).join(' · ')
  return due ? write(sheet, due, { ...place, y: y + 38 }, { size: 17, weight: 600 }) : y + 12
}

function drawTransfer(sheet: Sheet, bill: BillFacts, top: number): number {
  const transfer = transferOf(bill)
  if (!transfer) return top
  const text = { x: textLeft, width: page.right - textLeft }
  sheet.rule(top, { thick: 1 })
  drawCode(sheet, transfer.epc, top + 14, `Codice QR per il bonifico della bolletta ${bill.number}`)
  let y = write(
    sheet,
    'In banca o alla posta, con un bonifico',
    { ...text, y: top + 26 },
    { size: 15, weight: 600 },
    'H2',
  )
  y = write(sheet, 'IBAN', { ...text, y: y + 18 }, { size: 10, dim: true })
  y = write(sheet, groupIban(transfer.iban), { ...text, y: y + 16 }, { size: 15, weight: 600 })
  y = write(sheet, 'Intestatario', { ...text, y: y + 16 }, { size: 10, dim: true })
  y = write(sheet, transfer.holder, { ...text, y: y + 15 }, { size: 13, weight: 600 })
  y = write(sheet, 'Causale, da copiare così', { ...text, y: y + 16 }, { size: 10, dim: true })
  y = write(sheet, formatRf(transfer.reference), { ...text, y: y + 16 }, { size: 15, weight: 600 })
  return Math.max(y, top + 14 + qrSide) + 20
}

function drawOnline(sheet: Sheet, { bill, link }: PrintedNotice, top: number): number {
  const text = { x: textLeft, width: page.right - textLeft }
  sheet.rule(top, { thick: 1 })
  drawCode(sheet, link, top + 14, `Codice QR per vedere e pagare online la bolletta ${bill.number}`)
  let y = write(
    sheet,
    'Online, anche con l’aiuto di qualcuno',
    { ...text, y: top + 26 },
    { size: 15, weight: 600 },
    'H2',
  )
  const how =
    'Si inquadra questo codice con la fotocamera di un telefono. Non hai un telefono? Dai l’avviso a una persona di fiducia: chi inquadra il codice vede la bolletta e può pagarla.'
  y = write(sheet, how, { ...text, y: y + 21 }, { size: 13 })
  return Math.max(y, top + 14 + qrSide) + 20
}

function drawOtherWays(sheet: Sheet, { bill, paper }: PrintedNotice, top: number): number {
  const other = slipOf(bill, paper)
    ? 'In posta si paga anche con il bollettino del foglio che segue.'
    : noticeOf(bill, paper)
      ? 'Hai anche un avviso MAV della banca per la stessa somma: paga in un modo solo.'
      : null
  if (!other) return top
  sheet.rule(top, { thick: 1 })
  return write(sheet, other, { x: left, y: top + 22, width }, { size: 13 }) + 16
}

function drawHelp(sheet: Sheet, { business_name, phone, email, number }: BillFacts, top: number): void {
  sheet.rule(top, { thick: 1 })
  const place = { x: left, width }
  let y = top + 24
  const call = phone ? `Per qualsiasi dubbio: ${phone}` : `Per qualsiasi dubbio: ${business_name}`
  y = write(sheet, call, { ...place, y }, { size: 17, weight: 600 }, 'H2')
  if (phone)
    y = write(
      sheet,
      [business_name, email].filter(Boolean).join(' · '),
      { ...place, y: y + 18 },
      { size: 12 },
    )
  else if (email) y = write(sheet, email, { ...place, y: y + 18 }, { size: 12 })
  write(
    sheet,
    `Hai già pagato? Non tenere conto di questo avviso. La bolletta ${number} non è tua? Non pagare e avvisa lo studio.`,
    { ...place, y: y + 20 },
    { size: 11 },
  )
}

function drawCode(sheet: Sheet, content: string, y: number, alt: string): void {
  const { size, bars } = qrBars(content)
  sheet.figure(bars, { x: left, y, unit: qrSide / size }, alt)
}
