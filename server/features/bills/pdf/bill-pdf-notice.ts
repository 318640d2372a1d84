import { formatDate } from '@saldo/domain/dates'
import { formatEuro } from '@saldo/domain/money'
import { page, type Sheet } from '../../../pdf/sheet.ts'
import type { PaperFacts } from './paper-facts.ts'

/** In points, with the gap above. */
export const noticeHeight = 88

/** Draws what the payer needs to know of the MAV, above what stands at `bottom`. */
export function drawNotice(sheet: Sheet, notice: NonNullable<PaperFacts['notice']>, bottom: number): void {
  const { left: x, right } = page
  const width = right - x
  const top = bottom - noticeHeight + 22
  sheet.rule(top - 12, { thick: 1 })
  sheet.say('H2', [{ text: 'Con il MAV', x, y: top + 4, width, size: 11, weight: 600 }])
  sheet.say('P', [
    {
      text: 'L’avviso ti arriva dalla banca. Si paga in qualsiasi banca, anche online, con il codice di 17 cifre scritto sull’avviso.',
      ...{ x, y: top + 20, width, dim: true },
    },
  ])
  const facts: [string, string, number][] = [
    ['Importo', formatEuro(notice.amount), 150],
    ['Entro il', formatDate(notice.due_on), 150],
    ['Numero dell’avviso', notice.creditor_number, width - 300],
  ]
  let at = x
  for (const [label, text, wide] of facts) {
    const labelWidth = sheet.measure(label) + 6
    sheet.say('P', [
      { text: label, x: at, y: top + 37, width: labelWidth, dim: true },
      { text, x: at + labelWidth, y: top + 37, width: wide - labelWidth, weight: 600 },
    ])
    at += wide
  }
  sheet.say('P', [
    {
      text: 'Paga in un modo solo: se paghi in un altro modo, non pagare anche il MAV.',
      ...{ x, y: top + 53, width },
    },
  ])
}
