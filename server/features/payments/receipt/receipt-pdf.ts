import { formatDate, today } from '@saldo/domain/dates'
import { formatEuro, splitEuro } from '@saldo/domain/money'
import { cardBrandLabels, cardBrandOf, paymentMethodLabels } from '@saldo/domain/payments/payment-method'
import { paymentTime } from '@saldo/domain/payments/payment-time'
import { drawLogoAbove } from '../../../pdf/logo.ts'
import { openSheet, page, type Sheet } from '../../../pdf/sheet.ts'
import { drawSignature, signatureHeight } from '../../../pdf/signature.ts'
import type { LetterheadImages } from '../../documents/letterhead-images.ts'
import type { ReceiptFacts } from './receipt-facts.ts'
import type { ReceiptParts } from './receipt-parts.ts'

export type SettledReceipt = ReceiptFacts &
  ReceiptParts & {
    settled_at: string
    receipt_number: string
  }

/** Draws the receipt of a settled payment on one A4 page; the same payment gives the same bytes. */
export async function receiptPdf(
  receipt: SettledReceipt,
  { logo, signature }: LetterheadImages,
): Promise<Buffer> {
  const { bill, receipt_number, settled_at } = receipt
  const sheet = openSheet({
    title: `Ricevuta ${receipt_number}, ${bill.account_name}`,
    author: bill.business_name,
    day: settled_at,
  })
  const top = drawLogoAbove(sheet, logo, bill.business_name)
  drawHead(sheet, receipt, top)
  sheet.rule(top + 112, { thick: 2 })
  const signed = page.bottom - 24 - (signature ? signatureHeight + 24 : 0)
  drawFacts(sheet, factsOf(receipt), top + 136, signed)
  if (signature) drawSignature(sheet, signature, bill.business_name, signed + 24)
  const foot = `Ricevuta ${receipt_number}, emessa da ${bill.business_name} per ${bill.account_name} con Saldo.`
  const place = { x: page.left, width: page.right - page.left, size: 8, dim: true }
  sheet.say('P', [{ ...place, text: foot, y: page.bottom }])
  return sheet.finish()
}

function drawHead(sheet: Sheet, { bill, amount, void_since }: SettledReceipt, top: number): void {
  const wide = 280
  const { left, right } = page
  const name = { size: 15, weight: 600 } as const
  const [from, to] = [right - 200, right]
  sheet.say('P', [
    {
      text: void_since ? 'Ricevuta annullata' : 'Ricevuta di pagamento',
      x: left,
      y: top + 12,
      width: wide,
      size: 11,
      weight: 600,
    },
  ])
  const lines = sheet.wrap(bill.account_name, wide, 2, name)
  sheet.say(
    'H1',
    lines.map((text, index) => ({ text, x: left, y: top + 38 + index * 18, width: wide, ...name })),
  )
  const y = top + 36 + lines.length * 18
  const fiscal_code = bill.account_fiscal_code && `Codice fiscale ${bill.account_fiscal_code}`
  for (const [index, text] of [bill.account_address, fiscal_code].filter((each) => each !== null).entries())
    sheet.say('P', [{ text, x: left, y: y + index * 13, width: wide }])

  const { whole, cents } = splitEuro(amount)
  const small = `,${cents}\u00a0€`
  const smallWidth = sheet.measure(small, { size: 17, weight: 600 })
  sheet.say('P', [
    {
      text: whole,
      x: from - 40,
      y: top + 34,
      width: to - from + 40 - smallWidth,
      align: 'right',
      size: 32,
      weight: 600,
    },
    { text: small, x: to - smallWidth, y: top + 34, width: smallWidth + 1, size: 17, weight: 600 },
  ])
  sheet.rule(top + 47, { from, to, thick: 3 })
  sheet.rule(top + 53, { from, to, thick: 3 })
}

function drawFacts(sheet: Sheet, facts: [string, string][], top: number, bottom: number): void {
  // Twenty-four bills fit on the page.
  const step = Math.min(22, (bottom - top) / facts.length)
  facts.forEach(([label, text], index) => {
    const y = top + index * step
    sheet.say('P', [
      { text: label, x: page.left, y, width: 130, dim: true },
      {
        text,
        x: page.left + 134,
        y,
        width: page.right - page.left - 134,
        weight: 600,
      },
    ])
    sheet.rule(y + 8, { thick: 0.35, grey: true })
  })
}

function factsOf({ bill, residue, credit, moved_on, ...payment }: SettledReceipt): [string, string][] {
  const payer = payment.payer_name ?? bill.subject_nominative
  const several = billsOf(payment)
  // It is listed under a bill that it did not settle.
  const settledNothing = credit > 0 && payment.parts.length === 0
  const facts: [string, string][] = [
    ['Ricevuta', payment.receipt_number],
    ...voidFacts(payment),
    ['Pagato il', paymentTime(payment.method, payment.settled_at).replace(' ', ' alle ')],
    ['Con', methodOf(payment)],
    ['Da', payer],
    ...(payer === bill.subject_nominative
      ? []
      : [['Per conto di', bill.subject_nominative] as [string, string]]),
    ...(settledNothing ? [] : several.length > 1 ? several : [billOf(bill), purposeOf(bill)]),
    ...(credit > 0 ? [['A credito', formatEuro(credit)] as [string, string]] : []),
    ['Pagamento', `PG-${payment.payment_id}`],
  ]
  if (!settledNothing) facts.push(['Restano da pagare', leftOf(residue, payment.settled_at)])
  if (moved_on) facts.push(['Imputazione', `cambiata il ${formatDate(moved_on)}`])
  if (payment.refunded > 0) facts.push(['Rimborsato', formatEuro(payment.refunded)])
  if (payment.state === 'disputed') facts.push(['Stato', 'Contestato presso la banca'])
  return facts
}

const billOf = (bill: ReceiptFacts['bill']): [string, string] => [
  'Bolletta',
  `${bill.number} del ${formatDate(bill.issue_date)}`,
]
const purposeOf = (bill: ReceiptFacts['bill']): [string, string] => [
  'Per',
  [bill.description, bill.unit].filter(Boolean).join(' · '),
]

/** As it was on the receipt's day: what happened since is another paper's. */
const leftOf = (residue: number, settled_at: string): string =>
  residue > 0 ? `${formatEuro(residue)} al ${formatDate(today(new Date(settled_at)))}` : 'niente'

/** What a reader must know first: the registration was reversed, so the paper proves nothing. */
function voidFacts({
  void_since,
  replaced_by,
}: Pick<ReceiptFacts, 'void_since' | 'replaced_by'>): [string, string][] {
  if (!void_since) return []
  const facts: [string, string][] = [
    ['Non vale più', `annullata il ${formatDate(void_since)}: l’incasso è stato stornato`],
  ]
  return replaced_by ? [...facts, ['Al suo posto', `ricevuta ${replaced_by}`]] : facts
}

/** One line per bill: its description, and how much of the payment it got. */
function billsOf({ parts }: Pick<SettledReceipt, 'parts'>): [string, string][] {
  return [...Map.groupBy(parts, ({ bill_number }) => bill_number)].map(([number, of]) => {
    const { description, unit } = of[0] as (typeof of)[number]
    const paid = of.reduce((sum, { amount }) => sum + amount, 0)
    return [`Bolletta ${number}`, [formatEuro(paid), description, unit].filter(Boolean).join(' · ')]
  })
}

function methodOf({ method, brand, last4 }: Pick<ReceiptFacts, 'method' | 'brand' | 'last4'>): string {
  const name = method === 'CARD' ? cardBrandLabels[cardBrandOf(brand)] : paymentMethodLabels[method]
  return last4 ? `${name} •••• ${last4}` : name
}
