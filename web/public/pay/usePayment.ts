import type { Contract } from '@saldo/contract/contract'
import { parseEuro } from '@saldo/domain/money'
import { useEffect, useRef, useState } from 'react'
import type { ApiError } from '../../api-error.ts'
import { type FormKey, newIdempotencyKey, useFormKey } from '../../idempotency-key.ts'
import { asApiError } from '../link-api.ts'
import { resultHash } from '../public-page.ts'
import type { PayFormProps, ProviderRef } from './PayForm.tsx'
import { fieldOfRefusal, type TypedName } from './pay-checks.ts'
import type { Portion } from './payable-portions.ts'
import type { MakeMethod } from './payment-api.ts'
import { MethodRefused, methodAtSandbox } from './sandbox-method.ts'

export type Progress = Contract['POST /v1/stripe/charge/{token?}']['reply']
export type OnlineMethod = 'CARD' | 'SEPA_DEBIT' | 'KLARNA'

/** Pays what the form says; a refusal stands at its field, or is the `problem` to show. */
export function usePayment(
  form: PayFormProps & { provider: ProviderRef; blame: (name: TypedName, why: string) => void },
) {
  const { paymentApi, portion, method, online, typed, provider, blame, changed } = form
  return usePayingOnce({ send, atField, changed })

  async function send(key: FormKey): Promise<Progress | null> {
    const email = typed.email.trim() || undefined
    const part = partOf(portion)
    if (method === 'KLARNA') return paymentApi.klarna({ ...part, ...(email && { email }) }, key)
    const payer = {
      payment_method: method,
      ...(email && { email }),
      ...(method === 'SEPA_DEBIT' && { name: typed.name.trim() }),
      ...((method === 'SEPA_DEBIT' || typed.keep) && { mandate: { accepted: true as const } }),
    }
    if (paymentApi.payEach) {
      await paymentApi.payEach(payer, (at) => makeMethod(method, at))
      return null
    }
    const payment_method_id = await makeMethod(method, online)
    const keep = typed.keep && { save_payment_method: true }
    const cap = parseEuro(typed.cap)
    const autopay = typed.autopay && { autopay: { cap: cap.ok ? cap.cents : null } }
    return paymentApi.charge({ ...part, ...payer, payment_method_id, ...keep, ...autopay }, key)
  }

  async function makeMethod(of: 'CARD' | 'SEPA_DEBIT', at: Parameters<MakeMethod>[0]): Promise<string> {
    const { api_base, publishable_key } = at
    if (api_base !== null) return methodAtSandbox({ api_base, publishable_key }, of, typed)
    if (!provider.current)
      throw new MethodRefused('I campi non sono ancora pronti: aspetta un momento.', null, null)
    return provider.current.makeMethod({ name: typed.name.trim(), email: typed.email.trim() })
  }

  function atField(refusal: MethodRefused | ApiError): boolean {
    if (refusal instanceof MethodRefused) {
      const field = online.api_base === null ? null : fieldOfRefusal(refusal.code, refusal.param)
      if (field) blame(field, refusal.message)
      return field !== null
    }
    for (const [name, why] of Object.entries(refusal.fields ?? {}))
      if (name in typed) blame(name as TypedName, why)
    return false
  }
}

/** What a charge says of the amount. */
export const partOf = ({ amount, instalment_ids }: Portion) => ({
  amount,
  ...(instalment_ids ? { instalment_ids } : {}),
})

/**
 * Pays once, however often the button is pressed: presses during a request do nothing, and all presses of one form
 * share an idempotency key until the provider has refused for good. `send` answers null when it follows the payments
 * itself; `atField` whether a refusal was told at its field. `problem` is the sentence to show.
 */
export function usePayingOnce<Chosen = void>({
  send,
  atField,
  changed,
}: {
  send: (key: FormKey, chosen: Chosen) => Promise<Progress | null>
  atField?: (refusal: MethodRefused | ApiError) => boolean
  changed: () => void
}) {
  const [problem, setProblem] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const underWay = useRef(false)
  const key = useFormKey()
  const settle = (on: boolean) => {
    underWay.current = on
    setBusy(on)
  }
  // After the browser's Back button from the bank's page, the form is ready again, as it was.
  useEffect(() => {
    const shown = ({ persisted }: PageTransitionEvent) => {
      if (!persisted) return
      underWay.current = false
      setBusy(false)
      changed()
    }
    addEventListener('pageshow', shown)
    return () => removeEventListener('pageshow', shown)
  }, [changed])

  async function pay(chosen: Chosen) {
    if (underWay.current) return
    settle(true)
    setProblem(null)
    try {
      const progress = await send(key, chosen)
      if (progress) await follow(progress)
      else settle(false)
    } catch (thrown) {
      settle(false)
      explain(thrown)
    }
  }

  async function follow(progress: Progress) {
    if (progress.state === 'failed' || progress.state === 'cancelled') {
      key.current = newIdempotencyKey()
      throw new MethodRefused(
        progress.failure_reason ?? 'Il pagamento non è riuscito.',
        progress.failure_code,
        null,
      )
    }
    const next = progress.next_action?.redirect_url
    if (next) location.assign(next)
    else location.hash = resultHash(progress.result_token)
  }

  function explain(thrown: unknown) {
    if (thrown instanceof MethodRefused) {
      if (!atField?.(thrown)) setProblem(thrown.message)
      return
    }
    const error = asApiError(thrown)
    // A missing reply is not a refusal. The idempotency key stays the same, so pressing again is safe.
    if (error.status === 0 || error.status >= 500) return setProblem(unanswered)
    atField?.(error)
    setProblem(error.fields?.amount ?? error.error_description)
    if (error.status === 409) changed()
  }

  return { pay, busy, problem }
}

export const unanswered = 'Non è arrivata risposta. Premi di nuovo il pulsante: non paghi due volte.'
