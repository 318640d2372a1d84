/** What a card does when it is charged. */
export interface CardBehaviour {
  /** 3-D Secure: always, only until it has been set up for later use, or never asked */
  challenge: 'always' | 'until_set_up' | 'never'
  outcome: 'succeeds' | 'disputed' | DeclineName
  /** What it does when attached to a customer or set up; by default the same as a charge. */
  when_saved?: 'succeeds'
  /** A refund stays pending for a while, or succeeds and fails later; by default it succeeds at once. */
  refund?: 'pending' | 'fails_later'
  /** Its money is available at once, instead of days later. */
  counts_at_once?: true
}

export interface Decline {
  code: string
  decline_code: string
  advice_code?: string
  param?: string
  message: string
}

const again = 'try_again_later'
const check = 'confirm_card_data'
const never = 'do_not_try_again'

/** Codes and advice as Stripe gives them in test mode. */
export const declines = {
  generic_decline: {
    code: 'card_declined',
    decline_code: 'generic_decline',
    advice_code: again,
    message: 'Your card was declined.',
  },
  insufficient_funds: {
    code: 'card_declined',
    decline_code: 'insufficient_funds',
    advice_code: again,
    message: 'Your card has insufficient funds.',
  },
  lost_card: {
    code: 'card_declined',
    decline_code: 'lost_card',
    advice_code: never,
    message: 'Your card was declined.',
  },
  stolen_card: {
    code: 'card_declined',
    decline_code: 'stolen_card',
    advice_code: never,
    message: 'Your card was declined.',
  },
  fraudulent: { code: 'card_declined', decline_code: 'fraudulent', message: 'Your card was declined.' },
  card_velocity_exceeded: {
    code: 'card_declined',
    decline_code: 'card_velocity_exceeded',
    advice_code: again,
    message:
      'Your card was declined for making repeated attempts too frequently or exceeding its amount limit.',
  },
  incorrect_cvc: {
    code: 'incorrect_cvc',
    decline_code: 'incorrect_cvc',
    advice_code: check,
    param: 'cvc',
    message: "Your card's security code is incorrect.",
  },
  expired_card: {
    code: 'expired_card',
    decline_code: 'expired_card',
    advice_code: check,
    param: 'exp_month',
    message: 'Your card has expired.',
  },
  processing_error: {
    code: 'processing_error',
    decline_code: 'processing_error',
    advice_code: again,
    message: 'An error occurred while processing your card. Try again in a little bit.',
  },
  authentication_required: {
    code: 'authentication_required',
    decline_code: 'authentication_required',
    message: 'Your card was declined. This transaction requires authentication.',
  },
} as const satisfies Record<string, Decline>

export type DeclineName = keyof typeof declines

/** Behaviours by name: only the name of a card number is stored. */
export const cardBehaviours = {
  succeeds: { challenge: 'never', outcome: 'succeeds' },
  counts_at_once: { challenge: 'never', outcome: 'succeeds', counts_at_once: true },
  refund_pending: { challenge: 'never', outcome: 'succeeds', refund: 'pending' },
  refund_fails_later: { challenge: 'never', outcome: 'succeeds', refund: 'fails_later' },
  disputed: { challenge: 'never', outcome: 'disputed' },
  challenge_until_set_up: { challenge: 'until_set_up', outcome: 'succeeds' },
  challenge_always: { challenge: 'always', outcome: 'succeeds' },
  challenge_then_generic_decline: { challenge: 'always', outcome: 'generic_decline' },
  challenge_then_insufficient_funds: { challenge: 'always', outcome: 'insufficient_funds' },
  saved_then_generic_decline: { challenge: 'never', outcome: 'generic_decline', when_saved: 'succeeds' },
  generic_decline: { challenge: 'never', outcome: 'generic_decline' },
  insufficient_funds: { challenge: 'never', outcome: 'insufficient_funds' },
  lost_card: { challenge: 'never', outcome: 'lost_card' },
  stolen_card: { challenge: 'never', outcome: 'stolen_card' },
  fraudulent: { challenge: 'never', outcome: 'fraudulent' },
  card_velocity_exceeded: { challenge: 'never', outcome: 'card_velocity_exceeded' },
  incorrect_cvc: { challenge: 'never', outcome: 'incorrect_cvc' },
  expired_card: { challenge: 'never', outcome: 'expired_card' },
  processing_error: { challenge: 'never', outcome: 'processing_error' },
} as const satisfies Record<string, CardBehaviour>

export type CardBehaviourName = keyof typeof cardBehaviours

export interface TestCard {
  number: string
  brand: 'visa' | 'mastercard' | 'amex' | 'discover' | 'diners' | 'jcb' | 'unionpay'
  funding: 'credit' | 'debit' | 'prepaid'
  country: string
  behaviour: CardBehaviourName
  /** `pm_…` names that stand for this card */
  names: readonly string[]
}

const card = (
  number: string,
  brand: TestCard['brand'],
  behaviour: CardBehaviourName,
  names: readonly string[] = [],
  funding: TestCard['funding'] = 'credit',
  country = 'US',
): TestCard => ({ number, brand, behaviour, names, funding, country })

/** Stripe's documented test cards. Any other number is refused, so no real card is accepted. */
export const testCards: readonly TestCard[] = [
  card('4242424242424242', 'visa', 'succeeds', ['pm_card_visa']),
  card('4000056655665556', 'visa', 'succeeds', ['pm_card_visa_debit'], 'debit'),
  card('4000003800000008', 'visa', 'succeeds', ['pm_card_it'], 'credit', 'IT'),
  card('4000002760000016', 'visa', 'succeeds', ['pm_card_de'], 'credit', 'DE'),
  card('4000002500000003', 'visa', 'succeeds', ['pm_card_fr'], 'credit', 'FR'),
  card('5555555555554444', 'mastercard', 'succeeds', ['pm_card_mastercard']),
  card('2223003122003222', 'mastercard', 'succeeds'),
  card('5200828282828210', 'mastercard', 'succeeds', ['pm_card_mastercard_debit'], 'debit'),
  card('5105105105105100', 'mastercard', 'succeeds', ['pm_card_mastercard_prepaid'], 'prepaid'),
  card('378282246310005', 'amex', 'succeeds', ['pm_card_amex', 'pm_card_amex_threeDSecureNotSupported']),
  card('371449635398431', 'amex', 'succeeds'),
  card('6011111111111117', 'discover', 'succeeds', ['pm_card_discover']),
  card('3056930009020004', 'diners', 'succeeds', ['pm_card_diners']),
  card('36227206271667', 'diners', 'succeeds'),
  card('3566002020360505', 'jcb', 'succeeds', ['pm_card_jcb']),
  card('6200000000000005', 'unionpay', 'succeeds', ['pm_card_unionpay']),
  card('4000000000000077', 'visa', 'counts_at_once', ['pm_card_bypassPending']),
  card('4000000000007726', 'visa', 'refund_pending', ['pm_card_pendingRefund']),
  card('4000000000005126', 'visa', 'refund_fails_later', ['pm_card_refundFail']),
  card('4000000000003055', 'visa', 'succeeds', ['pm_card_threeDSecureOptional']),
  card(
    '4000002500003155',
    'visa',
    'challenge_until_set_up',
    ['pm_card_authenticationRequiredOnSetup'],
    'credit',
    'FR',
  ),
  card('4000002760003184', 'visa', 'challenge_always', ['pm_card_authenticationRequired'], 'credit', 'DE'),
  card('4000000000003220', 'visa', 'challenge_always', [
    'pm_card_threeDSecure2Required',
    'pm_card_threeDSecureRequired',
  ]),
  card('4000008400001629', 'visa', 'challenge_then_generic_decline', [
    'pm_card_threeDSecureRequiredChargeDeclined',
  ]),
  card(
    '4000008260003178',
    'visa',
    'challenge_then_insufficient_funds',
    ['pm_card_authenticationRequiredChargeDeclinedInsufficientFunds'],
    'credit',
    'GB',
  ),
  card('4000000000000002', 'visa', 'generic_decline', [
    'pm_card_chargeDeclined',
    'pm_card_visa_chargeDeclined',
  ]),
  card('4000000000009995', 'visa', 'insufficient_funds', [
    'pm_card_chargeDeclinedInsufficientFunds',
    'pm_card_visa_chargeDeclinedInsufficientFunds',
  ]),
  card('4000000000009987', 'visa', 'lost_card', [
    'pm_card_chargeDeclinedLostCard',
    'pm_card_visa_chargeDeclinedLostCard',
  ]),
  card('4000000000009979', 'visa', 'stolen_card', [
    'pm_card_chargeDeclinedStolenCard',
    'pm_card_visa_chargeDeclinedStolenCard',
  ]),
  card('4100000000000019', 'visa', 'fraudulent', ['pm_card_radarBlock', 'pm_card_chargeDeclinedFraudulent']),
  card('4000000000006975', 'visa', 'card_velocity_exceeded', ['pm_card_chargeDeclinedVelocityLimitExceeded']),
  card('4000000000000127', 'visa', 'incorrect_cvc', ['pm_card_chargeDeclinedIncorrectCvc']),
  card('4000000000000069', 'visa', 'expired_card', ['pm_card_chargeDeclinedExpiredCard']),
  card('4000000000000119', 'visa', 'processing_error', ['pm_card_chargeDeclinedProcessingError']),
  card('4000000000000341', 'visa', 'saved_then_generic_decline', ['pm_card_chargeCustomerFail']),
  card('4000000000000259', 'visa', 'disputed', ['pm_card_createDispute']),
]
