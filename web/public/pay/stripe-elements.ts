import type { Appearance } from '@stripe/stripe-js'
import { loadStripe } from '@stripe/stripe-js/pure'
import { MethodRefused } from './sandbox-method.ts'

export const unavailable =
  'Il modulo di pagamento non si è aperto. Ricarica la pagina o scegli un altro modo.'

/** Opens the provider's library and its fields, of one kind of method. `amount`: cents; null when the method is only saved. */
export async function openElements(
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

/** What the library refuses, in its words, which are Italian. */
export const refusal = (error: { message?: string; code?: string; param?: string }) =>
  new MethodRefused(error.message ?? unavailable, error.code ?? null, error.param ?? null)
