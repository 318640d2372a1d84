import type { Stripe, StripeElements } from '@stripe/stripe-js'
import { type Ref, useEffect, useImperativeHandle, useRef, useState } from 'react'
import css from '../layout/Page.module.css'
import { MethodRefused } from './sandbox-method.ts'
import { openElements, refusal, unavailable } from './stripe-elements.ts'

/** What the payment form needs from the provider's fields. */
export type ProviderForm = {
  /** Creates a payment method from the input and returns its id. Throws MethodRefused. */
  makeMethod: (payer: { name: string; email: string }) => Promise<string>
}

/**
 * Stripe's Payment Element for one payment method, with real keys. Our server creates the intent later and decides the
 * amount; here it is only for display. If there is no amount, the method is only saved; `keep`: the method will be used
 * again.
 */
export default function StripeFields({
  publishable_key,
  method,
  amount,
  keep,
  ref,
}: {
  publishable_key: string
  method: 'CARD' | 'SEPA_DEBIT'
  /** Cents. */
  amount: number | null
  keep: boolean
  ref: Ref<ProviderForm>
}) {
  const place = useRef<HTMLDivElement>(null)
  const opened = useRef<{ stripe: Stripe; elements: StripeElements } | null>(null)
  const [problem, setProblem] = useState<string | null>(null)

  useEffect(() => {
    let gone = false
    openElements(publishable_key, method, amount, keep)
      .then(({ stripe, elements }) => {
        if (gone || !place.current) return
        opened.current = { stripe, elements }
        const element = elements.create('payment', {
          layout: 'tabs',
          // A card needs neither name nor e-mail; for a debit our own fields ask for them, and what the element leaves
          // out must be given on confirmation.
          ...(method === 'SEPA_DEBIT' && { fields: { billingDetails: { name: 'never', email: 'never' } } }),
          terms: { card: 'never', sepaDebit: 'never' },
          // Apple Pay has its own button before all ways; Google Pay stands beside the card where the device has it.
          wallets: { applePay: 'never', googlePay: amount === null ? 'never' : 'auto' },
        })
        element.on('loaderror', () => setProblem(unavailable))
        element.mount(place.current)
      })
      .catch(() => setProblem(unavailable))
    return () => {
      gone = true
      opened.current?.elements.getElement('payment')?.destroy()
      opened.current = null
    }
  }, [publishable_key, method, amount, keep])

  useImperativeHandle(ref, () => ({
    makeMethod: async ({ name, email }) => {
      const { stripe, elements } = need(opened.current)
      const submitted = await elements.submit()
      if (submitted.error) throw refusal(submitted.error)
      const billing_details = { ...(name && { name }), ...(email && { email }) }
      const made = await stripe.createPaymentMethod({ elements, params: { billing_details } })
      if (made.error) throw refusal(made.error)
      return made.paymentMethod.id
    },
  }))

  return (
    <div>
      <div ref={place} />
      {problem && <p className={css.wrong}>{problem}</p>}
    </div>
  )
}

function need<Thing>(thing: Thing | null): Thing {
  if (!thing) throw new MethodRefused(unavailable, null, null)
  return thing
}
