import { Amount } from '../../ui/data/Amount.tsx'
import { billProgress } from '../../ui/data/bill-progress.ts'
import { DateCell } from '../../ui/data/DateCell.tsx'
import { PaymentProgress } from '../../ui/data/PaymentProgress.tsx'
import { VisuallyHidden } from '../../ui/layout/VisuallyHidden.tsx'
import styles from './BillParts.module.css'
import type { BillDetail } from './bill-query.ts'

/** The lines of the bill and their total, with a double line once it is settled. */
export function BillItems({ bill }: { bill: Pick<BillDetail, 'lines' | 'amount' | 'state'> }) {
  return (
    <table className={styles.parts} aria-label="Voci">
      <tbody>
        {bill.lines.map((line) => (
          <tr key={line.position}>
            <td>{line.description}</td>
            <td data-align="right">
              <Amount cents={line.amount} />
            </td>
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row">Totale</th>
          <td data-align="right">
            <Amount cents={bill.amount} total={bill.state === 'paid' ? 'closed' : 'open'} />
          </td>
        </tr>
      </tfoot>
    </table>
  )
}

/** Instalments: due date, amount, amount received. */
export function BillInstalments({ bill }: { bill: Pick<BillDetail, 'instalments' | 'state'> }) {
  const many = bill.instalments.length
  return (
    <table className={styles.parts} aria-label="Rate">
      <thead className={styles.dim}>
        <tr>
          <th scope="col">Rata</th>
          <th scope="col">Scadenza</th>
          <th scope="col">
            <VisuallyHidden>Incassato</VisuallyHidden>
          </th>
          <th scope="col" data-align="right">
            Importo
          </th>
        </tr>
      </thead>
      <tbody>
        {bill.instalments.map((instalment) => {
          const lines = instalmentLines(bill, instalment)
          return (
            <tr key={instalment.instalment_id}>
              <td className={styles.nowrap}>
                {instalment.position} di {many}
              </td>
              <td>
                <DateCell day={instalment.due_date} />
              </td>
              <td className={styles.lines}>{lines && <PaymentProgress {...lines} />}</td>
              <td data-align="right">
                <Amount cents={instalment.amount} />
              </td>
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}

/**
 * Progress of an instalment, by its own money; none in drafts and cancelled bills. Of a disputed bill it is not known
 * which instalments the payer's bank looks at, so those that were paid are said to be.
 */
export function instalmentLines(
  { state }: Pick<BillDetail, 'state'>,
  { amount, settled, pending }: BillDetail['instalments'][number],
) {
  if (billProgress({ state, amount, settled }) === null) return null
  if (state === 'disputed' && settled > 0)
    return { due: amount, received: settled, state: 'disputed' as const }
  if (settled >= amount) return { due: amount, received: settled, state: 'settled' as const }
  if (pending > 0) return { due: amount, received: settled, state: 'pending' as const }
  return { due: amount, received: settled, state: settled > 0 ? ('partial' as const) : ('open' as const) }
}
