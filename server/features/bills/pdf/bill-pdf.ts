import { askLabel, byWhen, inAll, owedOf } from '@saldo/domain/bills/owed'
import { formatDate, today } from '@saldo/domain/dates'
import { formatEuro, splitEuro } from '@saldo/domain/money'
import { drawLogoAbove } from '../../../pdf/logo.ts'
import { openSheet, page, type Sheet } from '../../../pdf/sheet.ts'
import { type BillFacts, transferOf } from '../bill-facts.ts'
import { drawNotice, noticeHeight } from './bill-pdf-notice.ts'
import { drawSlip } from './bill-pdf-slip.ts'
import { drawTable } from './bill-pdf-tables.ts'
import { drawTransfer } from './bill-pdf-transfer.ts'
import { noticeOf, type PaperFacts } from './paper-facts.ts'

/**
 * Draws the bill on one A4 page, with the data for a bank transfer and those of a MAV, and its postal slip on a second one;
 * `logo`: the office's, if it has one. The same bill gives the same bytes.
 */
export async function billPdf(
  bill: BillFacts,
  paper: PaperFacts,
  logo: Buffer | null = null,
): Promise<Buffer> {
  const notice = noticeOf(bill, paper)
  const sheet = openSheet({
    title: `Bolletta ${bill.number}, ${bill.account_name}`,
    author: bill.business_name,
    day: bill.issue_date,
  })
  const top = drawLogoAbove(sheet, logo, bill.business_name)
  const afterHead = Math.max(drawAsker(sheet, bill, top), drawAmount(sheet, bill))
  sheet.rule(afterHead, { thick: 2 })
  const afterFacts = drawFacts(sheet, bill, afterHead + 20)
  drawTables(sheet, bill, afterFacts + 22, bottomOf(bill) - (notice ? noticeHeight : 0))
  if (notice) drawNotice(sheet, notice, bottomOf(bill))
  drawTransfer(sheet, bill)
  drawFoot(sheet, bill)
  drawSlip(sheet, bill, paper)
  return sheet.finish()
}

const left = page.left
const half = 290

function drawAsker(sheet: Sheet, bill: BillFacts, top: number): number {
  let y = top + 12
  sheet.say('P', [{ text: 'Il condominio chiede il pagamento', x: left, y, width: half, dim: true }])
  y += 20
  const name = { size: 15, weight: 600 } as const
  const lines = sheet.wrap(bill.account_name, half, 2, name)
  sheet.say(
    'H1',
    lines.map((text, index) => ({ text, x: left, y: y + index * 18, width: half, ...name })),
  )
  y += (lines.length - 1) * 18 + 16
  const fiscal_code = bill.account_fiscal_code && `Codice fiscale ${bill.account_fiscal_code}`
  const contacts = [bill.phone, bill.email].filter(Boolean).join(' · ')
  for (const text of [bill.account_address, fiscal_code, `Amministra ${bill.business_name}`, contacts]) {
    if (!text) continue
    sheet.say('P', [{ text, x: left, y, width: half }])
    y += 13
  }
  return y + 3
}

/** First what is due now, then in all. Two lines under the amount; the second is dashed until the bill is paid. */
function drawAmount(sheet: Sheet, bill: BillFacts): number {
  const owed = owedOf(bill, today())
  const { whole, cents } = splitEuro(owed.due_now || bill.amount)
  const small = `,${cents}\u00a0€`
  const [from, to] = [page.right - 215, page.right]
  const smallWidth = sheet.measure(small, { size: 17, weight: 600 })
  const y = page.top + 34
  const line = { x: from - 40, width: to - from + 40, align: 'right', size: 10.5 } as const
  if (inAll(owed) && bill.payable > 0)
    sheet.say('P', [{ ...line, text: askLabel(owed), y: page.top + 2, dim: true }])
  sheet.say('P', [
    {
      text: whole,
      x: from - 40,
      y,
      width: to - from + 40 - smallWidth,
      align: 'right',
      size: 32,
      weight: 600,
    },
    { text: small, x: to - smallWidth, y, width: smallWidth + 1, size: 17, weight: 600 },
  ])
  const paid = bill.settled >= bill.amount
  sheet.rule(y + 13, { from, to, thick: 3, grey: !paid })
  sheet.rule(y + 19, { from, to, thick: paid ? 3 : 0.75, dashed: !paid })
  const state = [stateSentences[bill.state], owed.pending > 0 && `in corso ${formatEuro(owed.pending)}`]
  const lines = [
    owed.residue > 0 && bill.due_date && byWhen(owed, bill.due_date),
    inAll(owed),
    state.filter(Boolean).join(', '),
  ].filter(Boolean)
  lines.forEach((text, index) => {
    sheet.say('P', [
      { ...line, text: text as string, y: y + 38 + index * 15, weight: index === 0 ? 600 : 400 },
    ])
  })
  return y + 34 + lines.length * 15
}

const stateSentences: Record<BillFacts['state'], string> = {
  draft: 'Bozza, non ancora da pagare',
  to_pay: 'Da pagare',
  due_soon: 'Da pagare, in scadenza',
  overdue: 'Scaduta',
  pending: 'Pagamento in corso',
  partly_paid: 'Pagata in parte',
  paid: 'Pagata. Non devi altro.',
  returned: 'Insoluta: di nuovo da pagare',
  cancelled: 'Annullata',
  refunded: 'Rimborsata',
  disputed: 'Contestata',
}

function drawFacts(sheet: Sheet, bill: BillFacts, top: number): number {
  const facts: [string, string][] = [
    ['A', bill.subject_nominative],
    ['Per', [bill.description, bill.unit].filter(Boolean).join(' · ')],
    ['Bolletta', `${bill.number}, emessa il ${formatDate(bill.issue_date)}`],
  ]
  facts.forEach(([label, text], index) => {
    const y = top + index * 15
    sheet.say('P', [
      { text: label, x: left, y, width: 60, dim: true },
      { text, x: left + 64, y, width: page.right - left - 64, weight: index === 0 ? 600 : 400 },
    ])
  })
  return top + facts.length * 15
}

/** The height of the page's end: the transfer data, if any, and the foot. */
const bottomOf = (bill: BillFacts): number => page.bottom - (transferOf(bill) ? 176 : 24)

function drawTables(sheet: Sheet, bill: BillFacts, top: number, bottom: number): void {
  const settledPart = bill.settled > 0 && bill.settled < bill.amount
  const sums: [string, number][] = settledPart
    ? [
        ['Totale', bill.amount],
        ['Già ricevuti', -bill.settled],
        ['Restano', owedOf(bill, today()).residue],
      ]
    : [['Totale', bill.amount]]
  const lines = bill.lines.map(({ description, amount }) => ({ text: description, note: '', amount }))
  const instalments = bill.instalments.map(({ position, due_date, amount, settled, pending }) => ({
    text: `Rata ${position} di ${bill.instalments.length}, entro il ${formatDate(due_date)}`,
    note:
      settled >= amount
        ? 'pagata'
        : pending > 0
          ? 'in corso'
          : settled > 0
            ? `pagati ${formatEuro(settled)}`
            : '',
    amount,
  }))
  const several = instalments.length > 1
  const forLines = several
    ? Math.max((bottom - top) / 2, bottom - top - 46 - instalments.length * 15)
    : bottom - top
  const after = drawTable(sheet, {
    title: 'Che cosa paghi',
    rows: lines,
    rest: (count) => `e altre ${count} voci`,
    sums,
    closed: bill.settled >= bill.amount,
    top,
    bottom: top + forLines,
  })
  if (!several) return
  const rest = (count: number) => `e altre ${count} rate`
  drawTable(sheet, {
    title: 'Quando',
    rows: instalments,
    rest,
    sums: [],
    closed: false,
    top: after + 24,
    bottom,
  })
}

function drawFoot(sheet: Sheet, bill: BillFacts): void {
  const y = page.bottom
  sheet.rule(y - 14, { thick: 0.5, grey: true })
  sheet.say('P', [
    { text: 'Pagamento gestito con Saldo', x: left, y, width: 250, size: 8, dim: true },
    {
      text: `Bolletta ${bill.number}`,
      x: left + 250,
      y,
      width: page.right - left - 250,
      align: 'right',
      size: 8,
      dim: true,
    },
  ])
}
