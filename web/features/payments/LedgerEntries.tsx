import { ledgerAccountLabels } from '@saldo/domain/accounting/accounting'
import { formatDate } from '@saldo/domain/dates'
import { Amount } from '../../ui/data/Amount.tsx'
import styles from './LedgerEntries.module.css'
import type { PaymentDetail } from './payment-query.ts'
import { dayOf } from './payment-words.ts'

type Entry = PaymentDetail['ledger'][number]

const accounts: Record<string, string> = ledgerAccountLabels

/** The ledger entries of a payment, credits indented; equal totals with double lines. */
export function LedgerEntries({ entries }: { entries: readonly Entry[] }) {
  if (entries.length === 0) return <p className={styles.none}>Nessuna scrittura: non si è mosso denaro.</p>
  const lines = entries.flatMap((entry) => entry.lines)
  return (
    <table className={styles.ledger}>
      <thead>
        <tr>
          <th scope="col">Data</th>
          <th scope="col">Causale</th>
          <th scope="col">Conto</th>
          <th scope="col" className={styles.amount}>
            Dare
          </th>
          <th scope="col" className={styles.amount}>
            Avere
          </th>
        </tr>
      </thead>
      {entries.map((entry) => (
        <tbody key={entry.entry_id}>
          {entry.lines.map((line, place) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: lines of a closed entry never move
            <tr key={place} data-first={place === 0 || undefined}>
              <td>{place === 0 && formatDate(dayOf(entry.at))}</td>
              <td>{place === 0 && entry.description}</td>
              <td data-credit={line.credit > 0 || undefined}>
                {accounts[line.ledger_account] ?? line.ledger_account}
              </td>
              <td className={styles.amount}>{line.debit > 0 && <Amount cents={line.debit} />}</td>
              <td className={styles.amount}>{line.credit > 0 && <Amount cents={line.credit} />}</td>
            </tr>
          ))}
        </tbody>
      ))}
      <tfoot>
        <tr>
          <td />
          <td />
          <th scope="row">Totale</th>
          <td className={styles.amount}>
            <Amount cents={sum(lines, 'debit')} total="closed" />
          </td>
          <td className={styles.amount}>
            <Amount cents={sum(lines, 'credit')} total="closed" />
          </td>
        </tr>
      </tfoot>
    </table>
  )
}

const sum = (lines: Entry['lines'], side: 'debit' | 'credit') =>
  lines.reduce((total, line) => total + line[side], 0)
