import { groupIban } from '@saldo/domain/iban'
import { formatEuro } from '@saldo/domain/money'
import { formatRf } from '@saldo/domain/sepa/creditor-reference'
import { qrBars } from '../../../pdf/qr-bars.ts'
import { page, type Sheet } from '../../../pdf/sheet.ts'
import { type BillFacts, transferOf } from '../bill-facts.ts'

const qrSide = 112
/** The QR code needs a quiet zone of four modules: the page's margin and the gap before the text provide it. */
const top = page.bottom - 148

/** Draws the foot of the page: the EPC QR code and the same data in words, for a bank transfer. */
export function drawTransfer(sheet: Sheet, bill: BillFacts): void {
  const transfer = transferOf(bill)
  if (!transfer) return
  const { size, bars } = qrBars(transfer.epc)
  sheet.rule(top - 18, { thick: 1 })
  sheet.figure(
    bars,
    { x: page.left, y: top, unit: qrSide / size },
    `Codice QR per il bonifico: ${transfer.holder}, ${groupIban(transfer.iban)}, ${formatEuro(transfer.amount)}, ${transfer.reference}`,
  )
  const x = page.left + qrSide + 28
  const width = page.right - x
  sheet.say('H2', [{ text: 'Con un bonifico', x, y: top + 10, width, size: 11, weight: 600 }])
  sheet.say('P', [
    {
      text: 'Se la tua banca legge il QR, si compila da solo. Oppure copia questi dati.',
      x,
      y: top + 26,
      width,
      dim: true,
    },
  ])
  const facts: [string, string][] = [
    ['Intestatario', transfer.holder],
    ['IBAN', groupIban(transfer.iban)],
    ['Importo', formatEuro(transfer.amount)],
    ['Causale', formatRf(transfer.reference)],
  ]
  facts.forEach(([label, text], index) => {
    const y = top + 48 + index * 16
    sheet.say('P', [
      { text: label, x, y, width: 70, dim: true },
      { text, x: x + 74, y, width: width - 74, weight: 600 },
    ])
  })
}
