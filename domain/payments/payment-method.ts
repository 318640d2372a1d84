/** How a payer may be asked to pay. */
export const payerMethods = ['BANK_TRANSFER', 'SEPA_DEBIT', 'CARD', 'KLARNA'] as const
export type PayerMethod = (typeof payerMethods)[number]
/** How a payment was made: one of those methods, or with the payer's credit. */
export const paymentMethods = [...payerMethods, 'CREDIT'] as const
export type PaymentMethod = (typeof paymentMethods)[number]

export const paymentMethodLabels: Record<PaymentMethod, string> = {
  BANK_TRANSFER: 'Bonifico',
  SEPA_DEBIT: 'Addebito SEPA',
  CARD: 'Carta',
  KLARNA: 'Klarna',
  CREDIT: 'Credito',
}

export const cardBrandLabels = {
  mastercard: 'Mastercard',
  maestro: 'Maestro',
  visa: 'Visa',
  'visa-electron': 'Visa Electron',
  'v-pay': 'V Pay',
  jcb: 'JCB',
  cirrus: 'Cirrus',
  diners: 'Diners Club',
  discover: 'Discover',
  'american-express': 'American Express',
  bank: 'Conto bancario',
  'credit-card': 'Carta',
} as const
export type CardBrand = keyof typeof cardBrandLabels
export const cardBrands = Object.keys(cardBrandLabels) as CardBrand[]

/**
 * The brand under which a provider's payment method is shown: Stripe's card brand (`amex`), its own type for
 * bank accounts (`sepa_debit`), and a plain card for the brands that have no picture here.
 */
export function cardBrandOf(provider_brand: string | null | undefined): CardBrand {
  const brand = (provider_brand ?? '').toLowerCase().replace(/[ _]/g, '-')
  const known = cardBrands.find((each) => each === brand)
  return known ?? stripeBrands.get(brand) ?? 'credit-card'
}

const stripeBrands = new Map<string, CardBrand>([
  ['amex', 'american-express'],
  ['diners-club', 'diners'],
  ['sepa-debit', 'bank'],
])
