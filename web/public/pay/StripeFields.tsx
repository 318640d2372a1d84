import type { Appearance, Stripe, StripeElements } from '@stripe/stripe-js'
import { loadStripe } from '@stripe/stripe-js/pure'
import { type Ref, useEffect, useImperativeHandle, useRef, useState } from 'react'
import css from '../layout/Page.module.css'
import { MethodRefused } from './sandbox-method.ts'

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
    open(publishable_key, method, amount, keep)
      .then(({ stripe, elements }) => {
        if (gone || !place.current) return
        opened.current = { stripe, elements }
        const element = elements.create('payment', {
          layout: 'tabs',
          // A card needs neither name nor e-mail; for a debit our own fields ask for them, and what the element leaves
          // out must be given on confirmation.
          ...(method === 'SEPA_DEBIT' && { fields: { billingDetails: { name: 'never', email: 'never' } } }),
          terms: { card: 'never', sepaDebit: 'never' },
          wallets: { applePay: 'never', googlePay: 'never' },
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

const unavailable = 'Il modulo di pagamento non si è aperto. Ricarica la pagina o scegli un altro modo.'

async function open(
  publishable_key: string,
  method: 'CARD' | 'SEPA_DEBIT',
  amount: number | null,
  keep: boolean,
) {
  const stripe = await loadStripe(publishable_key, { locale: 'it' })
  if (!stripe) throw new Error('no library')
  const elements = stripe.elements({
    ...(amount === null ? { mode: 'setup' as const } : { mode: 'payment' as const, amount }),
    ...(keep && { setupFutureUsage: 'off_session' as const }),
    currency: 'eur',
    allowedPaymentMethodTypes: [method === 'CARD' ? 'card' : 'sepa_debit'],
    paymentMethodCreation: 'manual',
    locale: 'it',
    appearance: appearance(),
  })
  return { stripe, elements }
}

/** The provider's iframe cannot read our CSS variables, so it gets their values. */
function appearance(): Appearance {
  const style = getComputedStyle(document.documentElement)
  const value = (name: string) => style.getPropertyValue(`--saldo-${name}`).trim()
  return {
    theme: 'flat',
    variables: {
      colorPrimary: value('accent'),
      colorBackground: value('paper'),
      colorText: value('text'),
      colorTextSecondary: value('dim'),
      colorDanger: value('danger'),
      fontFamily: 'Arial, system-ui, sans-serif',
      fontSizeBase: '17px',
      borderRadius: '3px',
    },
    rules: { '.Input': { border: `1px solid ${value('field')}`, padding: '15px 14px' } },
  }
}

function need<Thing>(thing: Thing | null): Thing {
  if (!thing) throw new MethodRefused(unavailable, null, null)
  return thing
}

const refusal = (error: { message?: string; code?: string; param?: string }) =>
  new MethodRefused(error.message ?? unavailable, error.code ?? null, error.param ?? null)
