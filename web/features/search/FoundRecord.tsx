import { formatDate } from '@saldo/domain/dates'
import { formatEuro } from '@saldo/domain/money'
import type { SearchKind, SearchResult } from '../../sections/section.ts'
import { StateLabel } from '../../ui/data/StateLabel.tsx'
import { billStates, paymentStates } from '../../ui/data/states.ts'
import { findMatches } from '../../ui/format/find-matches.ts'
import { Icon } from '../../ui/icons/Icon.tsx'
import styles from './SearchDialog.module.css'

/** A search result with matches highlighted and what is owed; for a super user, with its customer. */
export function FoundRecord({
  of: kind,
  result,
  typed,
  showCustomer,
}: {
  of: SearchKind
  result: SearchResult
  typed: string
  showCustomer: boolean
}) {
  const title = joined(kind.title(result))
  const detail = joined([
    ...kind.detail(result),
    result.amount !== null && result.residue !== null && formatEuro(result.amount),
    result.date && formatDate(result.date),
    showCustomer ? result.customer_name : null,
  ])
  return (
    <>
      <Icon of={kind.icon} />
      <span className={styles.main}>
        <span className={styles.name} title={title}>
          <Marked text={title} typed={typed} />
        </span>
        {detail && (
          <span className={styles.detail} title={detail}>
            <Marked text={detail} typed={typed} />
          </span>
        )}
      </span>
      <Figures result={result} typed={typed} />
    </>
  )
}

/** What remains of a bill or a person owes, with the state; of a payment the amount. Nothing that the user may not see. */
function Figures({ result, typed }: { result: SearchResult; typed: string }) {
  const { amount, residue, overdue, bill_state, payment_state } = result
  const state = bill_state ? billStates[bill_state] : payment_state ? paymentStates[payment_state] : null
  if (amount === null && residue === null && !state) return null
  return (
    <span className={styles.figures}>
      {residue === null ? (
        amount !== null && (
          <span className={styles.amount}>
            <Marked text={formatEuro(amount)} typed={typed} />
          </span>
        )
      ) : residue > 0 ? (
        <span className={styles.amount}>
          {bill_state ? 'restano' : 'deve'} {formatEuro(residue)}
        </span>
      ) : (
        !bill_state && <span className={styles.detail}>non deve niente</span>
      )}
      {state && (
        <span className={styles.state}>
          <StateLabel state={state} />
        </span>
      )}
      {(overdue ?? 0) > 0 && <span className={styles.overdue}>scaduto {formatEuro(overdue ?? 0)}</span>}
    </span>
  )
}

const joined = (parts: (string | null | false)[]) => parts.filter(Boolean).join(' · ')

function Marked({ text, typed }: { text: string; typed: string }) {
  const parts: React.ReactNode[] = []
  let from = 0
  for (const [start, end] of findMatches(text, typed)) {
    parts.push(
      text.slice(from, start),
      <mark key={start} className={styles.found}>
        {text.slice(start, end)}
      </mark>,
    )
    from = end
  }
  return [...parts, text.slice(from)]
}
