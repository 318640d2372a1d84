/** Bands of days from the due date to the payment, both ends included; negative days: paid before. */
export const paymentDelays = [
  { id: 'early', from: null, to: -1, label: 'prima della scadenza' },
  { id: 'on_time', from: 0, to: 0, label: 'il giorno stesso' },
  { id: 'week', from: 1, to: 7, label: 'entro 7 giorni' },
  { id: 'month', from: 8, to: 30, label: 'da 8 a 30 giorni' },
  { id: 'quarter', from: 31, to: 90, label: 'da 31 a 90 giorni' },
  { id: 'later', from: 91, to: null, label: 'oltre 90 giorni' },
] as const
export type PaymentDelay = (typeof paymentDelays)[number]['id']
