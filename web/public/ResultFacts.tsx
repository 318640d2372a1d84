import type { CheckoutResult } from '@saldo/contract/bills/mybill'
import { cardBrandLabels, cardBrandOf, paymentMethodLabels } from '@saldo/domain/payments/payment-method'
import { paymentTime } from '@saldo/domain/payments/payment-time'
import { severalBills } from './PaidParts.tsx'
import pay from './pay/Pay.module.css'

/** Facts of a payment: when, how, by whom, for which bill, and where the receipt was sent. */
export function ResultFacts({ result }: { result: CheckoutResult }) {
  const { settled_at, created_at, receipt_number, receipt_hint, mandate } = result
  const atTime = (instant: string) => paymentTime(result.method, instant).replace(' ', ' alle ')
  const facts: [string, string][] = [
    settled_at ? ['Pagato il', atTime(settled_at)] : ['Avviato il', atTime(created_at)],
    ['Con', methodOf(result)],
    ['Da', result.subject_nominative],
    ...(severalBills(result) ? [] : ([['Bolletta', result.bill_number]] as [string, string][])),
    ['Pagamento', `PG-${result.payment_id}`],
  ]
  if (mandate?.umr) facts.push(['Mandato', mandate.umr])
  if (mandate?.creditor_id) facts.push(['Creditore', mandate.creditor_id])
  if (receipt_number) facts.push(['Ricevuta', receipt_number])
  if (settled_at && receipt_hint) facts.push(['E-mail', receipt_hint])
  return (
    <dl className={pay.facts} data-ruled>
      {facts.map(([label, text]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{text}</dd>
        </div>
      ))}
    </dl>
  )
}

function methodOf({ method, brand, last4 }: CheckoutResult): string {
  const name = method === 'CARD' && brand ? cardBrandLabels[cardBrandOf(brand)] : paymentMethodLabels[method]
  return last4 ? `${name} •••• ${last4}` : name
}
