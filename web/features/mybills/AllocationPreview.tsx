import { formatDate } from '@saldo/domain/dates'
import { formatEuro } from '@saldo/domain/money'
import pay from '../../public/pay/Pay.module.css'
import type { Portion } from '../../public/pay/payable-portions.ts'
import type { Group } from './my-bills-query.ts'
import styles from './PayTogetherPage.module.css'
import { previewAllocation } from './preview-allocation.ts'

/** Shows which instalments a partial payment settles, and what remains of them. */
export function AllocationPreview({ bills, portion }: { bills: Group['bills']; portion: Portion }) {
  const all = bills.reduce((sum, { payable }) => sum + payable, 0)
  const shares = portion.amount > 0 && portion.amount < all ? previewAllocation(bills, portion) : []
  if (shares.length === 0) return null
  return (
    <table className={`${pay.rows} ${styles.goes}`} aria-label="Che cosa salda">
      <tbody>
        {shares.map(({ instalment_id, what, due_date, amount, residue }) => (
          <tr key={instalment_id}>
            <td>
              {what}
              <small>
                scadenza {formatDate(due_date)}:{' '}
                {residue > 0 ? `ne restano ${formatEuro(residue)}` : 'saldata'}
              </small>
            </td>
            <td>{formatEuro(amount)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
