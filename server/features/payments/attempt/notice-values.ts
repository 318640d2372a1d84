import { type Day, formatLongDate } from '@saldo/domain/dates'
import { formatEuro } from '@saldo/domain/money'

/** Amount, day and mandate, as the SEPA rulebook requires. */
export function noticeValues(of: {
  amount: number
  collect_on: Day
  source_type: 'card' | 'sepa_debit'
  last4: string | null
  umr: string | null
  /** The page of the autopay that planned the debit; left out: a person planned it, or made it now. */
  autopay_url?: string
}) {
  const from = of.source_type === 'card' ? 'sulla carta' : 'sul conto'
  return {
    amount: formatEuro(of.amount),
    collect_on: formatLongDate(of.collect_on),
    from: `${from} che finisce con ${of.last4 ?? '…'}`,
    mandate: of.umr
      ? `Riferimento del mandato: ${of.umr}.`
      : 'Secondo il consenso che hai dato salvando il metodo.',
    autopay: of.autopay_url ? [{ autopay_url: of.autopay_url }] : [],
  }
}
