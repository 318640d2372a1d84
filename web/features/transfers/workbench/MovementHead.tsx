import { Link } from '@tanstack/react-router'
import { paths } from '../../../paths.ts'
import { Amount } from '../../../ui/data/Amount.tsx'
import { StateLabel } from '../../../ui/data/StateLabel.tsx'
import links from '../../../ui/layout/Links.module.css'
import { movementStates } from '../movement-states.ts'
import type { Movement } from '../transfer-query.ts'
import { kindInWords, openOf, payerOf, referencesInWords } from '../transfer-words.ts'
import styles from './Workbench.module.css'

/** Who paid how much, when, with which words, and to which condominium. */
export function MovementHead({ movement }: { movement: Movement }) {
  const { amount, matched, state, text, account_id, account_name, note, reason } = movement
  const references = referencesInWords(movement)
  return (
    <header className={styles.head}>
      <div className={styles.who}>
        <p className={styles.dim}>
          {kindInWords(movement)} ·{' '}
          <Link {...paths.account(account_id)} className={links.quiet}>
            {account_name}
          </Link>
        </p>
        <h2 className={styles.payer}>{payerOf(movement)}</h2>
        {text && <p className={styles.text}>“{text}”</p>}
        {references && <p className={styles.references}>{references}</p>}
        {reason && <p className={styles.reason}>{reason}</p>}
        {note && (
          <p className={styles.note}>
            <strong>Nota:</strong> {note}
          </p>
        )}
      </div>
      <div className={styles.amount}>
        <Amount cents={amount} size="page" />
        <StateLabel state={movementStates[state]} />
        {state === 'partly' && (
          <span className={styles.dim}>
            <Amount cents={matched} /> abbinati, restano <Amount cents={openOf(movement)} />
          </span>
        )}
      </div>
    </header>
  )
}
