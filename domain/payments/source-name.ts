import { type CardBrand, cardBrandLabels } from './payment-method.ts'

/** A saved card or account in short: `Visa •••• 4242`, `Conto bancario •••• 0001`. */
export const sourceName = ({
  brand,
  last4,
  type,
}: {
  brand: CardBrand | null
  last4: string | null
  type: 'card' | 'sepa_debit'
}): string =>
  [cardBrandLabels[brand ?? (type === 'card' ? 'credit-card' : 'bank')], last4 && `•••• ${last4}`]
    .filter(Boolean)
    .join(' ')
