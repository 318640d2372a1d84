import { formatDate, relativeDay, today } from '@saldo/domain/dates'
import { formatEuro } from '@saldo/domain/money'
import pay from '../../public/pay/Pay.module.css'
import type { Together } from './my-bills-query.ts'

/** Paid bills, with what is due of each. */
export function PaidBills({ bills }: { bills: Together['bills'] }) {
  return (
    <table className={pay.rows} aria-label="Che cosa paghi">
      <tbody>
        {bills.map(({ bill_id, description, unit, number, due_date, payable }) => (
          <tr key={bill_id}>
            <td>
              {[description, unit].filter(Boolean).join(' · ')}
              <small>
                Bolletta {number}
                {due_date && `, scadenza ${formatDate(due_date)}, ${relativeDay(due_date, today())}`}
              </small>
            </td>
            <td>{formatEuro(payable)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
