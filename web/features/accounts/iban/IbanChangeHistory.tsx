import { formatDateTime } from '@saldo/domain/dates'
import { CalendarXmark, CheckCircle, Clock, MinusCircle, Undo } from 'iconoir-react'
import type { IbanChange } from '../../../records/account-query.ts'
import { StateLabel } from '../../../ui/data/StateLabel.tsx'
import type { State } from '../../../ui/data/states.ts'
import { Section } from '../../../ui/layout/Section.tsx'
import styles from './BankTab.module.css'

const states: Record<IbanChange['state'], State> = {
  pending: { tone: 'warning', word: 'Da confermare', icon: Clock },
  confirmed: { tone: 'success', word: 'Confermato', icon: CheckCircle },
  withdrawn: { tone: 'neutral', word: 'Ritirato', icon: Undo },
  replaced: { tone: 'neutral', word: 'Sostituito', icon: MinusCircle },
  expired: { tone: 'neutral', word: 'Decaduto', icon: CalendarXmark },
}

/** Past change requests, newest first, with their result. */
export function IbanChangeHistory({ changes }: { changes: readonly IbanChange[] }) {
  return (
    <Section title="Cambi di IBAN">
      {changes.length === 0 ? (
        <p className={styles.none}>Nessun cambio, finora.</p>
      ) : (
        <ul className={styles.history}>
          {changes.map((change) => (
            <li key={change.iban_change_id}>
              <span>
                {change.old_iban ?? 'nessun IBAN'} → {change.new_iban}
                <small>
                  Chiesto da {change.requested_by_name}, {formatDateTime(change.requested_at)}
                  {change.decided_by_name &&
                    change.decided_at &&
                    `; deciso da ${change.decided_by_name}, ${formatDateTime(change.decided_at)}`}
                </small>
              </span>
              <StateLabel state={states[change.state]} />
            </li>
          ))}
        </ul>
      )}
    </Section>
  )
}
