/** The states of a payout from the provider to a bank account. */
export const payoutStates = ['pending', 'in_transit', 'paid', 'failed', 'canceled'] as const
export type PayoutState = (typeof payoutStates)[number]

export const payoutStateLabels: Record<PayoutState, string> = {
  pending: 'Disposto',
  in_transit: 'In transito',
  paid: 'Arrivato',
  failed: 'Non riuscito',
  canceled: 'Annullato',
}

/** The kind of a payout line. `order`: a payout that Saldo ordered; `own`: the platform's own; `unknown`: belongs to no payment of ours. */
export const payoutLineClasses = [
  'charge',
  'refund',
  'dispute',
  'transfer',
  'application_fee',
  'payout_failure',
  'order',
  'own',
  'unknown',
] as const
export type PayoutLineClass = (typeof payoutLineClasses)[number]

export const payoutLineLabels: Record<PayoutLineClass, string> = {
  charge: 'Incasso',
  refund: 'Rimborso',
  dispute: 'Contestazione o insoluto',
  transfer: 'Giro su account incassi',
  application_fee: 'Commissione di Saldo',
  payout_failure: 'Accredito precedente non riuscito',
  order: 'Spostamento di denaro',
  own: 'Movimento della piattaforma',
  unknown: 'Movimento da riconoscere',
}
