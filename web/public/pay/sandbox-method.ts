import { digitsOf, readExpiry } from './card.ts'
import type { Typed } from './pay-checks.ts'

/** The provider refused the input: why, and which parameter is wrong. */
export class MethodRefused extends Error {
  override name = 'MethodRefused'
  code: string | null
  param: string | null

  constructor(sentence: string, code: string | null, param: string | null) {
    super(sentence)
    this.code = code
    this.param = param
  }
}

/**
 * Sends card or bank data from the browser directly to the sandbox provider, form-encoded, as the provider's own
 * library would, and returns the payment method's id. Throws MethodRefused.
 */
export async function methodAtSandbox(
  at: { api_base: string; publishable_key: string },
  method: 'CARD' | 'SEPA_DEBIT',
  typed: Typed,
): Promise<string> {
  const response = await fetch(`${at.api_base}/v1/payment_methods`, {
    method: 'POST',
    headers: { authorization: `Bearer ${at.publishable_key}` },
    body: new URLSearchParams(method === 'CARD' ? cardOf(typed) : debitOf(typed)),
    signal: AbortSignal.timeout(15_000),
  }).catch(() => {
    throw new MethodRefused(
      'Non riesco a raggiungere il circuito di pagamento. Riprova fra poco.',
      null,
      null,
    )
  })
  const answer = (await response.json().catch(() => ({}))) as {
    id?: string
    error?: { code?: string; param?: string }
  }
  if (response.ok && answer.id) return answer.id
  const { code = null, param = null } = answer.error ?? {}
  // The reasons of all refusals weigh more than the form.
  const { declineSentence } = await import('@saldo/domain/payments/payment')
  throw new MethodRefused(declineSentence(code), code, param)
}

function cardOf({ number, expiry, cvc, email }: Typed): Record<string, string> {
  const { month, year } = readExpiry(expiry) ?? { month: 0, year: 0 }
  return {
    type: 'card',
    'card[number]': digitsOf(number),
    'card[exp_month]': String(month),
    'card[exp_year]': String(year),
    'card[cvc]': digitsOf(cvc),
    ...(email.trim() && { 'billing_details[email]': email.trim() }),
  }
}

const debitOf = ({ iban, name, email }: Typed): Record<string, string> => ({
  type: 'sepa_debit',
  'sepa_debit[iban]': iban.replace(/\s/g, '').toUpperCase(),
  'billing_details[name]': name.trim(),
  'billing_details[email]': email.trim(),
})
