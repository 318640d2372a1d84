import type { StripeElements, StripeExpressCheckoutElementConfirmEvent } from '@stripe/stripe-js'
import { useEffect, useRef, useState } from 'react'
import css from '../layout/Page.module.css'
import pay from './Pay.module.css'
import type { Portion } from './payable-portions.ts'
import type { PaymentApi } from './payment-api.ts'
import { openElements, refusal } from './stripe-elements.ts'
import { partOf, usePayingOnce } from './usePayment.ts'

export type WalletProps = {
  publishable_key: string
  paymentApi: PaymentApi
  portion: Portion
  /** Whether the amount can be paid; if not, its field says why. */
  check: () => boolean
  /** The bill has changed since it was shown. */
  changed: () => void
}

/**
 * Apple Pay before all other ways: the provider's own button. It pays as a card, and needs nothing typed. A device that has the
 * wallet but no card in it sees nothing.
 */
export default function WalletButton({ publishable_key, paymentApi, portion, check, changed }: WalletProps) {
  const place = useRef<HTMLDivElement>(null)
  const elements = useRef<StripeElements>(null)
  const [usable, setUsable] = useState(true)
  const { problem, pay: payOnce } = usePayingOnce<Confirmed>({
    send: async (key, { payment_method_id, event }) => {
      const charge = { ...partOf(portion), payment_method: 'CARD' as const, payment_method_id }
      try {
        const progress = await paymentApi.charge(charge, key)
        if (progress.state === 'failed' || progress.state === 'cancelled') event.paymentFailed()
        return progress
      } catch (thrown) {
        event.paymentFailed()
        throw thrown
      }
    },
    changed,
  })
  // The provider's button is made once, and acts on what is chosen when it is pressed.
  const latest = useRef({ check, payOnce, amount: portion.amount })
  latest.current = { check, payOnce, amount: portion.amount }

  useEffect(() => {
    let gone = false
    openElements(publishable_key, 'CARD', latest.current.amount, false)
      .then(({ stripe, elements: opened }) => {
        if (gone || !place.current) return
        elements.current = opened
        const button = opened.create('expressCheckout', {
          paymentMethods: {
            applePay: 'auto',
            googlePay: 'never',
            link: 'never',
            paypal: 'never',
            klarna: 'never',
          },
          buttonType: { applePay: 'plain' },
          buttonHeight: 55,
        })
        button.on('ready', ({ availablePaymentMethods }) => setUsable(availablePaymentMethods !== undefined))
        button.on('loaderror', () => setUsable(false))
        button.on('click', (event) => (latest.current.check() ? event.resolve() : event.reject()))
        button.on('confirm', async (event) => {
          const { error } = await opened.submit()
          const made = error ? { error } : await stripe.createPaymentMethod({ elements: opened })
          if (made.error) {
            event.paymentFailed({ message: refusal(made.error).message })
            return
          }
          await latest.current.payOnce({ payment_method_id: made.paymentMethod.id, event })
        })
        button.mount(place.current)
      })
      // The other ways stand below.
      .catch(() => setUsable(false))
    return () => {
      gone = true
      elements.current?.getElement('expressCheckout')?.destroy()
      elements.current = null
    }
  }, [publishable_key])

  useEffect(() => {
    if (portion.amount > 0) elements.current?.update({ amount: portion.amount })
  }, [portion.amount])

  return (
    <div hidden={!usable}>
      <div ref={place} className={pay.wallet} />
      <div role="alert">{problem && <p className={css.wrong}>{problem}</p>}</div>
    </div>
  )
}

type Confirmed = { payment_method_id: string; event: StripeExpressCheckoutElementConfirmEvent }
