import type Stripe from 'stripe'
import type { Redirect } from '../store/tables.ts'
import { escaped, money, pageHtml } from './page.ts'

type Intent = Stripe.PaymentIntent | Stripe.SetupIntent

const words = {
  card: {
    title: 'Conferma del pagamento (3-D Secure)',
    heading: 'La tua banca ti chiede conferma',
    text: 'Qui, nella realtà, confermeresti con l’app della banca o con un codice.',
    yes: 'Autorizza',
    no: 'Rifiuta',
  },
  klarna: {
    title: 'Pagamento con Klarna',
    heading: 'Paga con Klarna',
    text: 'Qui, nella realtà, sceglieresti come pagare nel sito di Klarna.',
    yes: 'Approva il pagamento',
    no: 'Rifiuta il pagamento',
  },
} as const

/** The page on which the payer approves or refuses: two buttons of one form, no script. */
export function authorizePage(
  redirect: Redirect,
  intent: Intent,
  method: Stripe.PaymentMethod | undefined,
): string {
  const { title, heading, text, yes, no } = words[redirect.kind]
  const amount =
    intent.object === 'payment_intent'
      ? `<p class="amount">${escaped(money(intent.amount, intent.currency))}</p>`
      : ''
  return pageHtml(
    title,
    `<h1>${heading}</h1>
${amount}
<p>${text}</p>
<dl>
${method?.card ? row('Carta', `${method.card.brand} •••• ${method.card.last4}`) : ''}
${intent.description ? row('Causale', intent.description) : ''}
${row('Riferimento', intent.id)}
</dl>
<form method="post">
<button class="yes" name="decision" value="approve">${yes}</button>
<button class="no" name="decision" value="refuse">${no}</button>
</form>`,
  )
}

/** Shown when there is no address to return to, or nothing left to decide. */
export function decidedPage(message: string): string {
  return pageHtml('Operazione conclusa', `<h1>${escaped(message)}</h1>\n<p>Puoi chiudere questa pagina.</p>`)
}

export function row(name: string, value: string): string {
  return `<dt>${escaped(name)}</dt><dd>${escaped(value)}</dd>`
}
