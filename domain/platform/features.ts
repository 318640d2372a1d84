import { type PaymentMethod, paymentMethodLabels } from '../payments/payment-method.ts'

/** The functions that the back office can turn off, for everybody or for some offices. */
export const features = [
  'registrations',
  'resident_registrations',
  'pay_card',
  'pay_debit',
  'pay_klarna',
] as const
export type Feature = (typeof features)[number]

export const featureStates = ['on', 'off', 'off_for_some'] as const
export type FeatureState = (typeof featureStates)[number]

export const featureStateWords: Record<FeatureState, string> = {
  on: 'attivo',
  off: 'spento',
  off_for_some: 'spento per alcuni studi',
}

/** What a function is called, what happens while it is off, and whether it can be off for some offices only. */
export const featureMeanings: Record<Feature, { name: string; when_off: string; by_office: boolean }> = {
  registrations: {
    name: 'Nuovi studi',
    when_off: 'Non si aggiungono nuovi clienti. Quelli che ci sono continuano come prima.',
    by_office: false,
  },
  resident_registrations: {
    name: 'Registrazione dei condòmini',
    when_off:
      'I condòmini non possono chiedere l’accesso da soli. Gli studi possono ancora invitarli, e chi ha già l’accesso entra.',
    by_office: false,
  },
  pay_card: {
    name: 'Pagamenti con carta',
    when_off: 'Non partono pagamenti con carta. Quelli già partiti arrivano in fondo.',
    by_office: true,
  },
  pay_debit: {
    name: 'Pagamenti con addebito SEPA',
    when_off:
      'Chi paga non può scegliere l’addebito. I pagamenti già partiti e gli addebiti programmati continuano.',
    by_office: true,
  },
  pay_klarna: {
    name: 'Pagamenti con Klarna',
    when_off: 'Non partono pagamenti con Klarna. Quelli già partiti arrivano in fondo.',
    by_office: true,
  },
}

/** What a payer reads about a way to pay that is turned off. */
export const suspendedSentence = (method: keyof typeof featureOfMethod): string =>
  `${paymentMethodLabels[method]}: per ora non si può usare, per un problema tecnico. Scegli un altro modo o riprova più tardi.`

/** The function by which a way to pay can be turned off. */
export const featureOfMethod = {
  CARD: 'pay_card',
  SEPA_DEBIT: 'pay_debit',
  KLARNA: 'pay_klarna',
} as const satisfies Partial<Record<PaymentMethod, Feature>>
