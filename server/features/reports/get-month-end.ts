import * as contract from '@saldo/contract/reports/printed'
import { addDays, formatDate, today } from '@saldo/domain/dates'
import { formatEuro } from '@saldo/domain/money'
import { xlsxStream } from '../../exports/write-xlsx.ts'
import { actorMay } from '../../http/actor.ts'
import { badInput } from '../../http/errors.ts'
import { asFile, serveAcross } from '../../http/serve.ts'
import { visibleAccount } from '../accounts/visible-account.ts'
import { letterheadOf, withImages } from './letterhead.ts'
import { monthEndOf } from './month-end-figures.ts'
import { type MonthEndPart, monthEndParts } from './month-end-parts.ts'
import { daysOf, yearBefore } from './period.ts'
import { openPaper } from './table-pdf.ts'

const xlsx = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

/** Without the permission to read payments, it says that their parts are left out. */
export const getMonthEnd = serveAcross(
  contract.monthEnd,
  async ({ as, services, actor, params: { id }, query }) => {
    const month = query.month ?? yearBefore(today()).to
    const { first, after } = daysOf({ from: month, to: month })
    if (first > today()) throw badInput({ month: 'Questo mese non è ancora cominciato.' })
    const { account, words, figures } = await as(async (tx) => {
      const account = await visibleAccount(tx, id)
      const words = await letterheadOf(tx, account.customer_id)
      return { account, words, figures: await monthEndOf(tx, { ...account, first, after }) }
    })
    const parts = monthEndParts(figures, actorMay(actor, 'payments:read'))
    const name = `Chiusura ${month} ${account.name}`
    if (query.format === 'xlsx') return asFile(xlsxStream(columns, sheetRows(parts)), `${name}.xlsx`, xlsx)
    const office = await withImages(services, account.customer_id, words)
    const last = addDays(after, -1)
    const day = last < today() ? last : today()
    const paper = openPaper({
      title: 'Chiusura del mese',
      subtitle: [
        [account.name, account.fiscal_code && `codice fiscale ${account.fiscal_code}`]
          .filter(Boolean)
          .join(', '),
        `Dal ${formatDate(first)} al ${formatDate(last)}${last > today() ? ', mese ancora in corso' : ''}`,
      ],
      ...{ day, office, foot: `${office.business_name}, con Saldo · ${account.name}` },
    })
    for (const part of parts) drawPart(paper, part)
    paper.signature()
    return asFile(await paper.finish(), `${name}.pdf`, 'application/pdf')
  },
)

function drawPart(paper: ReturnType<typeof openPaper>, part: MonthEndPart): void {
  paper.heading(part.title)
  if (part.lines.length === 0) {
    paper.paragraph(part.none, { dim: true })
    return
  }
  const amountWidth = part.amounts.length > 3 ? 74 : 92
  paper.table(
    [
      { header: '', width: 504 - amountWidth * part.amounts.length, text: ({ text }) => text },
      ...part.amounts.map((header, at) => ({
        ...{ header, width: amountWidth, align: 'right' as const },
        text: ({ amounts }: MonthEndPart['lines'][number]) => formatEuro(amounts[at] ?? 0),
      })),
    ],
    part.lines,
    part.totals ? [part.totals.text, ...part.totals.amounts.map((cents) => formatEuro(cents))] : undefined,
  )
}

const columns = [
  { header: 'Parte', kind: 'text' as const, width: 30 },
  { header: 'Voce', kind: 'text' as const, width: 40 },
  { header: 'Colonna', kind: 'text' as const, width: 16 },
  { header: 'Importo', kind: 'amount' as const },
]
/** One row for each amount, so that the sheet can be filtered and summed by part and column. */
const sheetRows = (parts: readonly MonthEndPart[]) =>
  parts.flatMap(({ title, amounts: headers, lines, none }): (readonly unknown[])[] => {
    if (lines.length === 0) return [[title, none, '', null]]
    return lines.flatMap(({ text, amounts }) =>
      headers.map((header, at) => [title, text, header, amounts[at] ?? 0]),
    )
  })
