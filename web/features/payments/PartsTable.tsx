import type { ReactNode } from 'react'
import { Amount } from '../../ui/data/Amount.tsx'
import styles from '../../ui/overlay/DialogForm.module.css'

/** What money is distributed on in a dialog: rows with their cents in the last column, and what it comes to. */
export function PartsTable({
  label,
  first,
  between,
  last,
  sum,
  children,
}: {
  label: string
  first: string
  /** Columns that phones leave out. */
  between: readonly string[]
  last: string
  /** `cents` is not a number while an amount is none. */
  sum: { label: string; cents: number; closed: boolean }
  children: ReactNode
}) {
  return (
    <div className={styles.scroll}>
      <table className={styles.parts} aria-label={label}>
        <thead>
          <tr>
            <th scope="col">{first}</th>
            {between.map((name) => (
              <th key={name} scope="col" className={`${styles.cents} ${styles.due}`}>
                {name}
              </th>
            ))}
            <th scope="col" className={styles.cents}>
              {last}
            </th>
          </tr>
        </thead>
        <tbody>{children}</tbody>
        <tfoot>
          <tr>
            <th scope="row">{sum.label}</th>
            {between.map((name) => (
              <td key={name} className={styles.due} />
            ))}
            <td className={styles.cents} aria-live="polite">
              {Number.isNaN(sum.cents) ? (
                '–'
              ) : (
                <Amount cents={sum.cents} total={sum.closed ? 'closed' : 'open'} />
              )}
            </td>
          </tr>
        </tfoot>
      </table>
    </div>
  )
}
