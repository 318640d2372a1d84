/** How a payer may be asked to pay. */
export const payerMethods = ['BANK_TRANSFER', 'SEPA_DEBIT', 'CARD', 'KLARNA'] as const
export type PayerMethod = (typeof payerMethods)[number]
/** How money came in that the office registers by hand. */
export const handMethods = ['CASH', 'CHEQUE', 'POSTAL_SLIP', 'BANK_TRANSFER', 'OTHER'] as const
export type HandMethod = (typeof handMethods)[number]
/** How a payment was made: by the payer, registered by the office, or with the payer's credit. */
export const paymentMethods = [
  ...payerMethods,
  'CASH',
  'CHEQUE',
  'POSTAL_SLIP',
  'OTHER',
  'CREDIT',
] as const satisfies readonly (PayerMethod | HandMethod | 'CREDIT')[]
export type PaymentMethod = (typeof paymentMethods)[number]

/** Whether the office registered the money: no provider knows the payment. */
export const isRegisteredByHand = (method: PaymentMethod): method is HandMethod =>
  (handMethods as readonly string[]).includes(method)

/** Whether the office itself gives the money back: it registered it, or its bank collected it by a file. */
export const isOutsideProvider = (payment: {
  method: PaymentMethod
  provider_account: string | null
}): boolean => payment.method !== 'CREDIT' && payment.provider_account === null

export const paymentMethodLabels: Record<PaymentMethod, string> = {
  BANK_TRANSFER: 'Bonifico',
  SEPA_DEBIT: 'Addebito SEPA',
  CARD: 'Carta',
  KLARNA: 'Klarna',
  CASH: 'Contanti',
  CHEQUE: 'Assegno',
  POSTAL_SLIP: 'Bollettino postale',
  OTHER: 'Altro',
  CREDIT: 'Credito',
}

/** The method inside a sentence, names and abbreviations as they are written: `addebito SEPA`, `Klarna`. */
export function methodInSentence(method: PaymentMethod): string {
  const label = paymentMethodLabels[method]
  return method === 'KLARNA' ? label : label.charAt(0).toLowerCase() + label.slice(1)
}

/** How money came, inside a sentence: `120,00 € in contanti`. */
export const handMethodPhrases: Record<HandMethod | 'CREDIT', string> = {
  CASH: 'in contanti',
  CHEQUE: 'con assegno',
  POSTAL_SLIP: 'con bollettino postale',
  BANK_TRANSFER: 'con bonifico',
  OTHER: 'in altro modo',
  CREDIT: 'con credito',
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
