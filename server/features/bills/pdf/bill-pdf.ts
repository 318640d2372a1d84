import { askLabel, byWhen, inAll, owedOf } from '@saldo/domain/bills/owed'
import { formatDate, today } from '@saldo/domain/dates'
import { formatEuro, splitEuro } from '@saldo/domain/money'
import { drawLogoAbove } from '../../../pdf/logo.ts'
import { openSheet, page, type Sheet } from '../../../pdf/sheet.ts'
import type { BillFacts } from '../bill-facts.ts'
import { drawInstalments } from './bill-pdf-instalments.ts'
import { drawNotice, noticeHeight } from './bill-pdf-notice.ts'
import { canBePaid, drawPayment, paymentHeight } from './bill-pdf-payment.ts'
import { drawSlip } from './bill-pdf-slip.ts'
import { drawTable, type Place } from './bill-pdf-tables.ts'
import { noticeOf, type PaperFacts } from './paper-facts.ts'

/**
 * Draws the bill on A4 pages: who asks whom for what, how to pay it on the first one, all its lines and instalments on as many
 * as they need, and its postal slip on the last one. `logo`: the office's, if it has one; `link`: the address of the bill's
 * page, for whom it may be printed. The same bill gives the same bytes.
 */
export async function billPdf(
  bill: BillFacts,
  paper: PaperFacts,
  { logo, link }: { logo: Buffer | null; link: string | null },
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
  const bottom = page.bottom - (canBePaid(bill, link) ? paymentHeight : footHeight)
  drawPayment(sheet, bill, link)
  if (notice) drawNotice(sheet, notice, bottom)
  const nextPage = () => startPage(sheet, bill)
  const afterTables = drawTables(
    sheet,
    bill,
    { y: afterFacts + 22, bottom: bottom - (notice ? noticeHeight : 0) },
    nextPage,
  )
  drawInstalments(sheet, bill, { ...afterTables, y: afterTables.y + 24 }, nextPage)
  drawSlip(sheet, bill, paper)
  sheet.onEachPage((at) => drawFoot(sheet, bill, at))
  return sheet.finish()
}

const footHeight = 24

/** A further page says whose bill it is of: paper is separated. */
function startPage(sheet: Sheet, bill: BillFacts): Place {
  sheet.nextPage()
  const y = page.top + 10
  const whose = sheet.wrap(
    `Bolletta ${bill.number} · ${bill.account_name} · ${bill.subject_nominative}`,
    page.right - left,
    6,
    { size: 9 },
  )
  sheet.say(
    'P',
    whose.map((text, index) => ({
      ...{ text, x: left, y: y + index * 12, width: page.right - left, size: 9, dim: true },
    })),
  )
  const after = y + (whose.length - 1) * 12
  sheet.rule(after + 8, { thick: 2 })
  return { y: after + 34, bottom: page.bottom - footHeight }
}

const left = page.left
const half = 290

function drawAsker(sheet: Sheet, bill: BillFacts, top: number): number {
  let y = top + 12
  sheet.say('P', [{ text: 'Il condominio chiede il pagamento', x: left, y, width: half, dim: true }])
  y += 20
  const name = { size: 15, weight: 600 } as const
  const lines = sheet.wrap(bill.account_name, half, 12, name)
  sheet.say(
    'H1',
    lines.map((text, index) => ({ text, x: left, y: y + index * 18, width: half, ...name })),
  )
  y += (lines.length - 1) * 18 + 16
  const fiscal_code = bill.account_fiscal_code && `Codice fiscale ${bill.account_fiscal_code}`
  const contacts = [bill.phone, bill.email].filter(Boolean).join(' · ')
  for (const text of [bill.account_address, fiscal_code, `Amministra ${bill.business_name}`, contacts]) {
    if (!text) continue
    for (const line of sheet.wrap(text, half, 12)) {
      sheet.say('P', [{ text: line, x: left, y, width: half }])
      y += 13
    }
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
  let y = top
  facts.forEach(([label, text], index) => {
    const weight = index === 0 ? 600 : 400
    const width = page.right - left - 64
    const lines = sheet.wrap(text, width, 20, { weight })
    sheet.say('P', [
      { text: label, x: left, y, width: 60, dim: true },
      ...lines.map((line, place) => ({
        ...{ text: line, x: left + 64, y: y + place * 13, width, weight: weight as 400 | 600 },
      })),
    ])
    y += 15 + (lines.length - 1) * 13
  })
  return y
}

function drawTables(sheet: Sheet, bill: BillFacts, from: Place, nextPage: () => Place): Place {
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
  const closed = bill.settled >= bill.amount
  const after = drawTable(sheet, { title: 'Che cosa paghi', rows: lines, sums, closed }, from, nextPage)
  if (instalments.length < 2) return after
  const when = { title: 'Quando', rows: instalments, sums: [], closed: false }
  return drawTable(sheet, when, { ...after, y: after.y + 24 }, nextPage)
}

/** The slip's page is cut: there only the upper part says which page it is. */
function drawFoot(
  sheet: Sheet,
  bill: BillFacts,
  { number, of, landscape }: { number: number; of: number; landscape: boolean },
): void {
  const text = [`Bolletta ${bill.number}`, of > 1 && `pagina ${number} di ${of}`].filter(Boolean).join(', ')
  const small = { size: 8, dim: true, align: 'right' } as const
  if (landscape) {
    sheet.say('P', [{ ...small, text, x: 530, y: 40, width: 220 }])
    return
  }
  const y = page.bottom
  sheet.rule(y - 14, { thick: 0.5, grey: true })
  sheet.say('P', [
    { text: 'Pagamento gestito con Saldo', x: left, y, width: 200, size: 8, dim: true },
    { ...small, text, x: left + 210, y, width: page.right - left - 210 },
  ])
}
