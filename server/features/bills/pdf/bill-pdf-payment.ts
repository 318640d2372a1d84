import { groupIban } from '@saldo/domain/iban'
import { formatEuro } from '@saldo/domain/money'
import { formatRf } from '@saldo/domain/sepa/creditor-reference'
import { qrBars } from '../../../pdf/qr-bars.ts'
import { page, type Sheet } from '../../../pdf/sheet.ts'
import { type BillFacts, transferOf } from '../bill-facts.ts'

/** A QR code needs a quiet zone of four modules: the margins and the gaps beside it provide it. */
const qrSide = 96
const onlineAt = page.right - qrSide - 26

/** In points, with the rule above and the page's foot below. */
export const paymentHeight = 190
const top = page.bottom - paymentHeight + 28

/** Whether the bill says how to pay: by transfer, or at its page, `link`. */
export const canBePaid = (bill: BillFacts, link: string | null): boolean =>
  transferOf(bill) !== null || onlineLink(bill, link) !== null

/** Draws the end of the first page: the data and the EPC QR code of a transfer, and the QR code of the bill's page. */
export function drawPayment(sheet: Sheet, bill: BillFacts, link: string | null): void {
  if (!canBePaid(bill, link)) return
  sheet.rule(top - 18, { thick: 1 })
  const hasTransfer = drawTransfer(sheet, bill)
  const online = onlineLink(bill, link)
  if (online) drawOnline(sheet, bill, online, hasTransfer ? onlineAt : page.left)
}

/** Only what still asks for money is paid online. */
const onlineLink = (bill: BillFacts, link: string | null): string | null => (bill.payable > 0 ? link : null)

function drawTransfer(sheet: Sheet, bill: BillFacts): boolean {
  const transfer = transferOf(bill)
  if (!transfer) return false
  const x = page.left + qrSide + 20
  const width = onlineAt - 24 - x
  drawHead(sheet, 'Con un bonifico', 'Se la tua banca legge il QR, si compila da solo.', page.left)
  const { size, bars } = qrBars(transfer.epc)
  sheet.figure(
    bars,
    { x: page.left, y: top + 28, unit: qrSide / size },
    `Codice QR per il bonifico: ${transfer.holder}, ${groupIban(transfer.iban)}, ${formatEuro(transfer.amount)}, ${transfer.reference}`,
  )
  const facts: [string, string][] = [
    ['Intestatario', transfer.holder],
    ['IBAN', groupIban(transfer.iban)],
    ['Importo', formatEuro(transfer.amount)],
    ['Causale', formatRf(transfer.reference)],
  ]
  let y = top + 38
  for (const [label, text] of facts) {
    const lines = sheet.wrap(text, width - 60, 6, { weight: 600 })
    sheet.say('P', [
      { text: label, x, y, width: 58, dim: true },
      ...lines.map((line, index) => ({
        ...{ text: line, x: x + 60, y: y + index * 12, width: width - 60, weight: 600 as const },
      })),
    ])
    y += 16 + (lines.length - 1) * 12
  }
  return true
}

function drawOnline(sheet: Sheet, bill: BillFacts, link: string, x: number): void {
  drawHead(sheet, 'Online', 'Inquadra con la fotocamera.', x)
  const { size, bars } = qrBars(link)
  sheet.figure(
    bars,
    { x, y: top + 28, unit: qrSide / size },
    `Codice QR per vedere e pagare online la bolletta ${bill.number}`,
  )
}

function drawHead(sheet: Sheet, title: string, text: string, x: number): void {
  const width = (x < onlineAt ? onlineAt - 20 : page.right) - x
  sheet.say('H2', [{ text: title, x, y: top, width, size: 11, weight: 600 }])
  sheet.say('P', [{ text, x, y: top + 15, width, size: 9, dim: true }])
}
