import { allowedWhen } from '../allowed-when.ts'
import { returnReasons } from '../sepa/return-reasons.ts'
import { disputeReason } from './dispute.ts'

/** What a payment shows, seen over all its attempts. */
export const paymentStates = [
  'created',
  'requires_action',
  'processing',
  'unknown',
  'succeeded',
  'failed',
  'cancelled',
  'partly_refunded',
  'refunded',
  'disputed',
  'reversed',
] as const
export type PaymentState = (typeof paymentStates)[number]

/** States in which a payment's amount is in no sum: the money never came, or its registration was a slip. */
export const statesWithoutMoney: readonly PaymentState[] = ['failed', 'cancelled', 'reversed']

/**
 * The allowed state changes of one attempt (the database's trigger has the same table). `recorded`: the provider has
 * not been called yet. `unknown`: the call timed out; this is not a failure, and the provider's later answer decides.
 * After success, money can only be returned, disputed or refunded. A final state never changes.
 */
export const attemptTransitions = {
  recorded: ['created', 'requires_action', 'processing', 'unknown', 'succeeded', 'failed', 'cancelled'],
  created: ['requires_action', 'processing', 'unknown', 'succeeded', 'failed', 'cancelled'],
  requires_action: ['processing', 'unknown', 'succeeded', 'failed', 'cancelled'],
  processing: ['succeeded', 'failed', 'cancelled'],
  unknown: [
    'created',
    'requires_action',
    'processing',
    'succeeded',
    'failed',
    'cancelled',
    'returned',
    'disputed',
    'refunded',
  ],
  succeeded: ['returned', 'disputed', 'refunded'],
  disputed: ['succeeded', 'returned'],
  returned: [],
  failed: [],
  cancelled: [],
  // The refund of the whole amount failed afterwards.
  refunded: ['succeeded'],
} as const satisfies Record<string, readonly string[]>

export type AttemptState = keyof typeof attemptTransitions
export const attemptStates = Object.keys(attemptTransitions) as AttemptState[]

/** An unchanged state is not a move: callers ignore repeated events themselves. */
export const mayMove = (from: AttemptState, to: AttemptState): boolean =>
  (attemptTransitions[from] as readonly AttemptState[]).includes(to)

/** Whether money may still arrive by this attempt. While one is open, no other may start. */
export const isOpen = (state: AttemptState): boolean =>
  ['recorded', 'created', 'requires_action', 'processing', 'unknown'].includes(state)

/** Whether the money arrived, even if it was returned since. */
export const hasSettled = (state: AttemptState): boolean =>
  ['succeeded', 'disputed', 'returned', 'refunded'].includes(state)

/** Whether nothing can change this attempt any more. */
export const isFinal = (state: AttemptState): boolean => attemptTransitions[state].length === 0

/**
 * The actions allowed on a payment. Only money that has arrived can be refunded or moved to other debts, and not while
 * a bank decides a dispute about it. A reversed collection stays reversed; its receipt says that it is void.
 */
export const paymentCan = allowedWhen(
  {
    refund: ['succeeded', 'partly_refunded'],
    move: ['succeeded', 'partly_refunded'],
    reverse: ['succeeded'],
    answer: ['disputed'],
    receipt: ['succeeded', 'partly_refunded', 'refunded', 'disputed', 'reversed'],
  },
  {
    created: 'Il pagamento non è ancora riuscito.',
    requires_action: 'Chi paga non ha ancora confermato.',
    processing: 'Il pagamento è in corso: aspetta che la banca risponda.',
    unknown: 'Il provider non ha ancora risposto: aspetta.',
    succeeded: 'Il pagamento è riuscito e nessuno lo contesta.',
    failed: 'Il pagamento non è riuscito: non c’è denaro.',
    cancelled: 'Il pagamento è stato annullato: non c’è denaro.',
    partly_refunded: 'Una parte è già stata rimborsata.',
    refunded: 'È già stato rimborsato tutto.',
    disputed: 'È contestato presso la banca: aspetta che decida.',
    reversed: 'È stornato: non conta più.',
  } satisfies Record<PaymentState, string>,
)

/**
 * Why a payment did not go through and what to do next, by the provider's code: Stripe's decline codes and
 * error codes for cards, failure codes for SEPA debits, Klarna's refusals.
 */
export const declineReasons: Readonly<Record<string, string>> = {
  generic_decline:
    'La banca ha rifiutato la carta senza dire perché. Usa un’altra carta o chiama la tua banca.',
  card_declined: 'La banca ha rifiutato la carta. Usa un’altra carta o chiama la tua banca.',
  do_not_honor: 'La banca ha rifiutato la carta senza dire perché. Usa un’altra carta o chiama la tua banca.',
  call_issuer: 'La banca vuole parlarti prima di accettare. Chiamala, oppure usa un’altra carta.',
  insufficient_funds:
    'Sul conto non c’è abbastanza denaro. Usa un altro modo di pagare o riprova più avanti.',
  withdrawal_count_limit_exceeded: 'Hai superato il limite della carta. Usa un’altra carta o riprova domani.',
  card_velocity_exceeded: 'Hai superato il limite della carta. Usa un’altra carta o riprova domani.',
  expired_card: 'La carta è scaduta. Usa un’altra carta.',
  incorrect_number: 'Il numero della carta è sbagliato. Ricontrollalo.',
  invalid_number: 'Il numero della carta è sbagliato. Ricontrollalo.',
  incorrect_cvc: 'Il codice di sicurezza (CVC) è sbagliato. Ricontrollalo.',
  invalid_cvc: 'Il codice di sicurezza (CVC) è sbagliato. Ricontrollalo.',
  incorrect_zip: 'Il CAP non è quello della carta. Ricontrollalo.',
  invalid_expiry_month: 'Il mese di scadenza della carta è sbagliato. Ricontrollalo.',
  invalid_expiry_year: 'L’anno di scadenza della carta è sbagliato. Ricontrollalo.',
  invalid_account: 'La carta o il conto non è attivo. Usa un altro modo di pagare.',
  invalid_amount: 'La banca non accetta questo importo. Chiamala, oppure usa un’altra carta.',
  card_not_supported: 'Questa carta non fa pagamenti di questo tipo. Usa un’altra carta.',
  currency_not_supported: 'Questa carta non paga in euro. Usa un’altra carta.',
  transaction_not_allowed: 'La banca non permette questo pagamento. Chiamala, oppure usa un’altra carta.',
  not_permitted: 'La banca non permette questo pagamento. Chiamala, oppure usa un’altra carta.',
  testmode_decline: 'Questa è una carta di prova. Usa una carta vera.',
  // A thief must not learn why: a lost, stolen or suspected card gets the same sentence as any other refusal.
  lost_card: 'La banca ha rifiutato la carta. Usa un’altra carta o chiama la tua banca.',
  stolen_card: 'La banca ha rifiutato la carta. Usa un’altra carta o chiama la tua banca.',
  pickup_card: 'La banca ha rifiutato la carta. Usa un’altra carta o chiama la tua banca.',
  fraudulent: 'La banca ha rifiutato la carta. Usa un’altra carta o chiama la tua banca.',
  processing_error: 'La banca ha avuto un problema. Riprova fra qualche minuto.',
  issuer_not_available: 'La banca non risponde. Riprova fra qualche minuto.',
  try_again_later: 'La banca non ha potuto rispondere. Riprova fra qualche minuto.',
  reenter_transaction: 'La banca non ha potuto rispondere. Riprova fra qualche minuto.',
  duplicate_transaction:
    'La banca ha già visto un pagamento uguale poco fa. Controlla i movimenti prima di riprovare.',
  authentication_required:
    'La banca vuole che confermi il pagamento. Riprova e confermalo quando te lo chiede.',
  payment_intent_authentication_failure:
    'Il pagamento non è stato confermato con la banca. Riprova e confermalo quando te lo chiede.',

  debit_not_authorized:
    'La banca dice che l’addebito non è autorizzato. Dai un nuovo mandato o paga in altro modo.',
  account_closed: 'Il conto è chiuso. Usa un altro IBAN.',
  bank_account_restricted: 'Il conto non accetta addebiti. Usa un altro IBAN o paga con carta.',
  bank_ownership_changed: 'Il conto ha cambiato intestatario. Dai un nuovo mandato con il tuo IBAN.',
  no_account: 'La banca non trova questo conto. Ricontrolla l’IBAN o usane un altro.',
  invalid_account_number: 'La banca non trova questo conto. Ricontrolla l’IBAN o usane un altro.',
  account_unsupported: 'Questo conto non accetta addebiti SEPA. Usa un altro IBAN o paga con carta.',
  invalid_currency: 'Questo conto non paga in euro. Usa un altro IBAN o paga con carta.',
  could_not_process: 'La banca non ha potuto eseguire l’addebito. Riprova o paga in altro modo.',
  refer_to_customer:
    'La banca non ha eseguito l’addebito e chiede di sentire te. Chiamala, oppure paga in altro modo.',
  recipient_deceased: 'Il conto risulta bloccato. Scrivi all’amministratore.',
  branch_does_not_exist: 'La banca di questo IBAN non esiste più. Usa un altro IBAN.',
  incorrect_account_holder_name: 'L’intestatario non è quello del conto. Ricontrolla il nome.',
  invalid_account_holder_name: 'L’intestatario non è quello del conto. Ricontrolla il nome.',
  debit_disputed:
    'L’addebito è stato contestato presso la banca. Paga in altro modo o scrivi all’amministratore.',
  charge_exceeds_source_limit: 'Hai superato il limite per gli addebiti. Usa un altro modo di pagare.',
  mandate_invalid: 'Il mandato non è più valido. Danne uno nuovo o paga in altro modo.',

  payment_method_provider_decline: 'Klarna non ha accettato questo pagamento. Paga con carta o con addebito.',
  payment_method_customer_decline: 'Hai annullato il pagamento. Riprova quando vuoi, o paga in altro modo.',
  payment_intent_payment_attempt_expired: 'Il tempo per confermare è finito. Riprova quando vuoi.',
  payment_method_provider_timeout: 'Il tempo per confermare è finito. Riprova quando vuoi.',
  payment_method_not_available:
    'Questo modo di pagare ora non è disponibile. Riprova più tardi o paga in altro modo.',
}

/** The sentence for a provider's or a bank's code; for an unknown or missing code, a sentence that fits any refusal. */
export const declineSentence = (code: string | null | undefined): string =>
  (code?.startsWith('dispute_') && `Contestazione persa. ${disputeReason(code.slice(8)).says}`) ||
  (code && Object.hasOwn(declineReasons, code) && declineReasons[code]) ||
  (code && Object.hasOwn(returnReasons, code) && returnReasons[code]?.payer) ||
  'Il pagamento non è riuscito. Riprova o usa un altro modo di pagare.'

/** The same in words for the office, where a bank's code has them: what happened, and what to do. */
export const declineForOffice = (code: string | null | undefined): string =>
  (code && Object.hasOwn(returnReasons, code) && returnReasons[code]?.office) || declineSentence(code)

/**
 * The parts that make up the money of payments: gross (*lordo*) − given back (*rimborsi*) − taken back (*insoluti e
 * contestazioni*) − fees (*commissioni*) = net (*netto*). Used credit is counted separately, because it is not money.
 */
export const moneyParts = ['gross', 'given_back', 'taken_back', 'fees', 'net', 'credit'] as const
