import { formatDate, today } from '@saldo/domain/dates'
import { formatEuro } from '@saldo/domain/money'
import { formatRf, rfOfInstalment } from '@saldo/domain/sepa/creditor-reference'
import { qrBars } from '../../../pdf/qr-bars.ts'
import { page, type Sheet } from '../../../pdf/sheet.ts'
import { type BillFacts, transferOf } from '../bill-facts.ts'
import type { Place } from './bill-pdf-tables.ts'

const qrSide = 84
const cellHeight = 108
const columns = 2
const gap = 22
const cellWidth = (page.right - page.left - gap) / columns
const headHeight = 44

/**
 * Draws a transfer of each instalment that is still to be paid, with its own reference and QR code, when there are several:
 * instead of the first page's transfer, which pays what is due now;
 * each page repeats the head. Nothing for bills that take no transfer.
 */
export function drawInstalments(sheet: Sheet, bill: BillFacts, from: Place, nextPage: () => Place): void {
  const open = openInstalments(bill)
  if (open.length < 2 || !transferOf(bill)) return
  let { y, bottom } = from
  const head = (title: string) => {
    drawHead(sheet, title, y)
    y += headHeight
  }
  const height = headHeight + Math.ceil(open.length / columns) * cellHeight
  const fitsOnOnePage = height < page.bottom - page.top - 100
  if (y + (fitsOnOnePage ? height : headHeight + cellHeight) > bottom) ({ y, bottom } = nextPage())
  head('In alternativa al bonifico della prima pagina, rata per rata')
  for (let at = 0; at < open.length; at += columns) {
    if (y + cellHeight > bottom) {
      ;({ y, bottom } = nextPage())
      head('In alternativa al bonifico della prima pagina, rata per rata, segue')
    }
    open.slice(at, at + columns).forEach((instalment, column) => {
      drawCell(sheet, bill, instalment, { x: page.left + column * (cellWidth + gap), y })
    })
    y += cellHeight
  }
}

type Instalment = BillFacts['instalments'][number]

/** Those that a transfer may pay: not settled, and not held by a payment under way. */
const openInstalments = ({ instalments }: BillFacts): Instalment[] =>
  instalments.filter(({ amount, settled, pending }) => settled + pending < amount)

function drawHead(sheet: Sheet, title: string, y: number): void {
  const width = page.right - page.left
  sheet.say('H2', [{ text: title, x: page.left, y, width, size: 11, weight: 600 }])
  sheet.rule(y + 6, { thick: 1 })
  sheet.say('P', [
    {
      text: 'Ogni rata ha la sua causale: il bonifico paga prima quella. IBAN e intestatario sono quelli della prima pagina.',
      ...{ x: page.left, y: y + 21, width, size: 9, dim: true },
    },
  ])
}

function drawCell(
  sheet: Sheet,
  bill: BillFacts,
  { position, due_date, amount, settled }: Instalment,
  at: { x: number; y: number },
): void {
  const transfer = transferOf(bill, amount - settled, rfOfInstalment(bill.number, position))
  if (!transfer) return
  const { size, bars } = qrBars(transfer.epc)
  sheet.figure(
    bars,
    { x: at.x, y: at.y, unit: qrSide / size },
    `Codice QR per il bonifico della rata ${position}: ${formatEuro(transfer.amount)}, ${transfer.reference}`,
  )
  const x = at.x + qrSide + 14
  const width = at.x + cellWidth - x
  const late = due_date < today()
  sheet.say('P', [
    { text: `Rata ${position} di ${bill.instalments.length}`, x, y: at.y + 10, width, dim: true },
    { text: formatEuro(transfer.amount), x, y: at.y + 28, width, size: 13, weight: 600 },
    { text: `${late ? 'scaduta il' : 'entro il'} ${formatDate(due_date)}`, x, y: at.y + 44, width },
    { text: 'Causale', x, y: at.y + 64, width, size: 8, dim: true },
    { text: formatRf(transfer.reference), x, y: at.y + 76, width, size: 9, weight: 600 },
  ])
}
