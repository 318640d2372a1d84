import type { CheckoutResult } from '@saldo/contract/bills/mybill'
import { formatDate } from '@saldo/domain/dates'
import { formatEuro } from '@saldo/domain/money'
import { allocationRules } from '@saldo/domain/payments/allocation'
import css from './layout/Page.module.css'
import pay from './pay/Pay.module.css'

type Part = CheckoutResult['parts'][number]

/** The number of bills of a payment; nothing for one bill. */
export function severalBills({ parts }: CheckoutResult): number | undefined {
  const bills = new Set(parts.map(({ bill_number }) => bill_number)).size
  return bills > 1 ? bills : undefined
}

/** Shows which instalments a payment settles, and by which rule; empty for a single instalment. */
export function PaidParts({ result }: { result: CheckoutResult }) {
  const { parts, rule, settled_at } = result
  if (parts.length < 2) return null
  return (
    <section className={pay.details}>
      <h2>{settled_at ? 'Che cosa hai pagato' : 'Che cosa stai pagando'}</h2>
      <table className={pay.rows}>
        <tbody>
          {parts.map((part) => (
            <tr key={`${part.bill_number} ${part.due_date}`}>
              <td>
                {[part.description, part.unit].filter(Boolean).join(' · ')}
                <small>
                  Bolletta {part.bill_number}, scadenza {formatDate(part.due_date)}
                  {settled_at && `: ${leftOf(part)}`}
                </small>
              </td>
              <td>{formatEuro(part.amount)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {rule && <p className={css.small}>{ruleSentences[rule] ?? allocationRules[rule]}</p>}
    </section>
  )
}

const leftOf = ({ residue }: Part): string => (residue > 0 ? `restano ${formatEuro(residue)}` : 'saldata')

/** The allocation rules, in words for the payer. */
const ruleSentences: Partial<Record<keyof typeof allocationRules, string>> = {
  named: 'Hai indicato tu che cosa pagare (art. 1193 c.c.).',
  oldest: 'Prima la rata scaduta da più tempo (art. 1193 c.c.).',
  interest_first: 'Prima gli interessi chiesti, poi la rata scaduta da più tempo (art. 1194 c.c.).',
}
