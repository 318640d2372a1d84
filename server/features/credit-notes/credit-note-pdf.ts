import type { CreditNote } from '@saldo/contract/bills/bills'
import { formatDate } from '@saldo/domain/dates'
import { formatEuro } from '@saldo/domain/money'
import { drawLogoAbove } from '../../pdf/logo.ts'
import { openSheet, page } from '../../pdf/sheet.ts'
import { drawSignature } from '../../pdf/signature.ts'
import type { BillFacts } from '../bills/bill-facts.ts'
import type { LetterheadImages } from '../documents/letterhead-images.ts'

/** Draws a credit note on one A4 page; the same note gives the same bytes. */
export async function creditNotePdf(
  bill: BillFacts,
  note: CreditNote,
  { logo, signature }: LetterheadImages,
): Promise<Buffer> {
  const { left, right, bottom } = page
  const sheet = openSheet({
    title: `Nota di credito ${note.number}, ${bill.account_name}`,
    author: bill.business_name,
    day: note.issue_date,
  })
  const top = drawLogoAbove(sheet, logo, bill.business_name)
  const name = { size: 15, weight: 600 } as const
  sheet.say('P', [{ text: 'Nota di credito', x: left, y: top + 12, width: 280, size: 11, weight: 600 }])
  const lines = sheet.wrap(bill.account_name, 280, 2, name)
  sheet.say(
    'H1',
    lines.map((text, index) => ({ text, x: left, y: top + 38 + index * 18, width: 280, ...name })),
  )
  const fiscal_code = bill.account_fiscal_code && `Codice fiscale ${bill.account_fiscal_code}`
  const under = [bill.account_address, fiscal_code].filter((text) => text !== null)
  for (const [index, text] of under.entries())
    sheet.say('P', [{ text, x: left, y: top + 36 + lines.length * 18 + index * 13, width: 280 }])
  const amount = { text: formatEuro(-note.amount), size: 24, weight: 600, align: 'right' } as const
  sheet.say('P', [{ ...amount, x: right - 220, y: top + 38, width: 220 }])
  sheet.rule(top + 112, { thick: 2 })
  let y = top + 136
  for (const [label, text] of factsOf(bill, note)) {
    const wide = right - left - 134
    // A reason may take more than one line.
    const wrapped = sheet.wrap(text, wide, 6, { weight: 600 })
    sheet.say('P', [
      { text: label, x: left, y, width: 130, dim: true },
      ...wrapped.map((line, at) => ({
        text: line,
        x: left + 134,
        y: y + at * 13,
        width: wide,
        weight: 600 as const,
      })),
    ])
    y += (wrapped.length - 1) * 13
    sheet.rule(y + 8, { thick: 0.35, grey: true })
    y += 22
  }
  if (signature) drawSignature(sheet, signature, bill.business_name, y + 30)
  const foot = `Nota di credito ${note.number}, emessa da ${bill.business_name} per ${bill.account_name} con Saldo.`
  sheet.say('P', [{ text: foot, x: left, y: bottom, width: right - left, size: 8, dim: true }])
  return sheet.finish()
}

function factsOf(bill: BillFacts, note: CreditNote): [string, string][] {
  const facts: [string, string][] = [
    ['Numero', `${note.number} del ${formatDate(note.issue_date)}`],
    ['A', bill.subject_nominative],
    ['Per la bolletta', `${bill.number} del ${formatDate(bill.issue_date)}`],
    ['Che era per', [bill.description, bill.unit].filter(Boolean).join(' · ')],
    ['Motivo', note.reason],
    ['Importo', note.whole ? `${formatEuro(note.amount)}, tutta la bolletta` : formatEuro(note.amount)],
  ]
  if (note.freed > 0)
    facts.push([
      'Già pagato',
      `${formatEuro(note.freed)}: ${note.surplus === 'refund' ? 'si rimborsano' : 'restano a credito'}`,
    ])
  return facts
}
