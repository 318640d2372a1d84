/** The provider's states. An inquiry (`warning_…`) has not taken money yet. */
export const disputeStates = [
  'warning_needs_response',
  'warning_under_review',
  'warning_closed',
  'needs_response',
  'under_review',
  'won',
  'lost',
] as const
export type DisputeState = (typeof disputeStates)[number]

export const disputeStateLabels: Record<DisputeState, string> = {
  warning_needs_response: 'Richiesta di informazioni',
  warning_under_review: 'Informazioni inviate',
  warning_closed: 'Chiusa senza contestazione',
  needs_response: 'Da rispondere',
  under_review: 'In esame',
  won: 'Vinta',
  lost: 'Persa',
}

/** The order of the states: an event of an earlier state is stale and changes nothing. */
const steps: Record<DisputeState, number> = {
  warning_needs_response: 0,
  warning_under_review: 1,
  warning_closed: 2,
  needs_response: 3,
  under_review: 4,
  won: 5,
  lost: 5,
}
/** Evidence saved as a draft keeps the state; a decision is final. */
export const mayMoveDispute = (from: DisputeState, to: DisputeState): boolean => steps[to] > steps[from]

/** Maps the provider's status to ours: an appeal is under review, a prevented dispute is won. */
export function disputeState(status: string): DisputeState {
  if ((disputeStates as readonly string[]).includes(status)) return status as DisputeState
  return status === 'prevented' ? 'won' : 'under_review'
}

/** Whether the bank has not decided yet. */
export const isOpenDispute = (state: DisputeState): boolean =>
  !['warning_closed', 'won', 'lost'].includes(state)
/** Whether evidence can still be submitted. */
export const awaitsAnswer = (state: DisputeState): boolean =>
  state === 'needs_response' || state === 'warning_needs_response'

/** Why the payer contests, by the provider's reason, and what convinces a bank. */
export const disputeReasons: Readonly<Record<string, { says: string; answer: string }>> = {
  fraudulent: {
    says: 'Chi ha la carta dice di non aver fatto il pagamento.',
    answer:
      'Mostra che è stato lui: la bolletta a suo nome, i messaggi scambiati, i pagamenti fatti prima con la stessa carta.',
  },
  unrecognized: {
    says: 'Chi ha pagato non riconosce il pagamento sull’estratto conto.',
    answer: 'Spiega di quale bolletta si tratta e con quale nome il condominio compare sull’estratto conto.',
  },
  duplicate: {
    says: 'Chi ha pagato dice di aver pagato due volte.',
    answer: 'Mostra le due bollette, o la ricevuta del rimborso se una era davvero doppia.',
  },
  credit_not_processed: {
    says: 'Chi ha pagato aspetta un rimborso che non è arrivato.',
    answer: 'Mostra quando è stato fatto il rimborso, o perché non è dovuto.',
  },
  product_not_received: {
    says: 'Chi ha pagato dice di non aver avuto ciò che ha pagato.',
    answer:
      'Le quote condominiali sono dovute per legge: allega il riparto e la delibera che l’ha approvato.',
  },
  product_unacceptable: {
    says: 'Chi ha pagato contesta la qualità di ciò che ha pagato.',
    answer:
      'Le quote condominiali sono dovute per legge: allega il riparto e la delibera che l’ha approvato.',
  },
  subscription_canceled: {
    says: 'Chi ha pagato dice di aver disdetto.',
    answer: 'Spiega che le quote non dipendono da un abbonamento: chi è proprietario le deve.',
  },
  general: {
    says: 'La banca non ha detto il motivo.',
    answer: 'Chiama chi ha pagato: spesso basta che ritiri la contestazione presso la sua banca.',
  },
  customer_initiated: {
    says: 'Chi ha pagato ha chiesto il rimborso dell’addebito alla sua banca.',
    answer: 'Un insoluto non si può contestare: accordati con chi deve pagare.',
  },
  debit_not_authorized: {
    says: 'La banca dice che l’addebito non era autorizzato.',
    answer: 'Un insoluto non si può contestare: serve un mandato nuovo.',
  },
  insufficient_funds: {
    says: 'Sul conto non c’era abbastanza denaro.',
    answer: 'Un insoluto non si può contestare: si può riprovare più avanti.',
  },
  incorrect_account_details: {
    says: 'I dati del conto sono sbagliati.',
    answer: 'Un insoluto non si può contestare: chiedi l’IBAN giusto.',
  },
  bank_cannot_process: {
    says: 'La banca di chi paga non ha potuto eseguire l’addebito.',
    answer: 'Un insoluto non si può contestare: si può riprovare più avanti.',
  },
}
const unsaid = {
  says: 'La banca non ha detto il motivo.',
  answer: 'Chiama chi ha pagato: spesso basta che ritiri la contestazione presso la sua banca.',
}
export const disputeReason = (reason: string): { says: string; answer: string } =>
  (Object.hasOwn(disputeReasons, reason) && disputeReasons[reason]) || unsaid

/**
 * The codes of a returned SEPA debit: our failure code, which decides whether it is tried again and whether its mandate
 * stays valid (debit.ts), and the banks' own code (EPC reason codes of returns and refunds).
 */
export const debitReturns: Readonly<Record<string, { failure_code: string; bank_code: string }>> = {
  debit_not_authorized: { failure_code: 'debit_not_authorized', bank_code: 'MD01' },
  customer_initiated: { failure_code: 'debit_disputed', bank_code: 'MD06' },
  insufficient_funds: { failure_code: 'insufficient_funds', bank_code: 'AM04' },
  incorrect_account_details: { failure_code: 'invalid_account_number', bank_code: 'AC01' },
  bank_cannot_process: { failure_code: 'could_not_process', bank_code: 'MS03' },
  duplicate: { failure_code: 'debit_disputed', bank_code: 'AM05' },
}
export const debitReturn = (reason: string): { failure_code: string; bank_code: string } =>
  (Object.hasOwn(debitReturns, reason) && debitReturns[reason]) || {
    failure_code: 'debit_disputed',
    bank_code: 'MS02',
  }

/** Our failure code for a payment that a lost dispute took back; `declineSentence` has its sentence. */
export const lostBy = (reason: string): string => `dispute_${reason}`
