import type Stripe from 'stripe'
import { row } from './authorize.ts'
import { escaped, money, pageHtml } from './page.ts'

/** The page behind `receipt_url`. */
export function receiptPage(charge: Stripe.Charge): string {
  return pageHtml(
    'Ricevuta di pagamento',
    `<h1>Ricevuta di pagamento</h1>
<p class="amount">${escaped(money(charge.amount, charge.currency))}</p>
<dl>
${row('Stato', statusWords[charge.status] ?? charge.status)}
${row('Data', day(charge.created))}
${row('Metodo', methodWords(charge))}
${charge.description ? row('Causale', charge.description) : ''}
${charge.amount_refunded > 0 ? row('Rimborsato', money(charge.amount_refunded, charge.currency)) : ''}
${row('Riferimento', charge.id)}
</dl>`,
  )
}

/** The page behind a mandate's `url`. */
export function mandatePage(mandate: Stripe.Mandate, holder: string, last4: string): string {
  const { accepted_at } = mandate.customer_acceptance
  return pageHtml(
    'Mandato SEPA',
    `<h1>Mandato di addebito diretto SEPA</h1>
<dl>
${row('Riferimento', mandate.payment_method_details.sepa_debit?.reference ?? mandate.id)}
${row('Debitore', holder)}
${row('Conto', `•••• ${last4}`)}
${row('Tipo', mandate.type === 'multi_use' ? 'ricorrente' : 'singolo addebito')}
${row('Stato', mandate.status === 'active' ? 'attivo' : 'non attivo')}
${accepted_at ? row('Accettato il', day(accepted_at)) : ''}
</dl>`,
  )
}

const statusWords: Record<string, string> = {
  succeeded: 'pagato',
  pending: 'in elaborazione',
  failed: 'non riuscito',
}

function methodWords(charge: Stripe.Charge): string {
  const details = charge.payment_method_details
  if (details?.card) return `carta ${details.card.brand} •••• ${details.card.last4}`
  if (details?.sepa_debit) return `addebito SEPA •••• ${details.sepa_debit.last4}`
  return 'Klarna'
}

function day(seconds: number): string {
  return new Intl.DateTimeFormat('it-IT', {
    dateStyle: 'long',
    timeStyle: 'short',
    timeZone: 'Europe/Rome',
  }).format(seconds * 1000)
}
