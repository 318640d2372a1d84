import { formatDate } from '@saldo/domain/dates'
import { formatEuro } from '@saldo/domain/money'
import type { SearchKind, SearchResult } from '../../sections/section.ts'
import { findMatches } from '../../ui/format/find-matches.ts'
import { Icon } from '../../ui/icons/Icon.tsx'
import styles from './SearchDialog.module.css'

/** A search result with matches highlighted; for a super user, with its customer. */
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
  const detail = joined([...kind.detail(result), showCustomer ? result.customer_name : null])
  return (
    <>
      <Icon of={kind.icon} />
      <span className={styles.main}>
        <span className={styles.name}>
          <Marked text={title} typed={typed} />
        </span>
        {detail && (
          <span className={styles.detail}>
            <Marked text={detail} typed={typed} />
          </span>
        )}
      </span>
      {result.amount !== null && (
        <span className={styles.figures}>
          <span className={styles.amount}>
            <Marked text={formatEuro(result.amount)} typed={typed} />
          </span>
          {result.date && <span className={styles.detail}>{formatDate(result.date)}</span>}
        </span>
      )}
    </>
  )
}

const joined = (parts: (string | null)[]) => parts.filter(Boolean).join(' · ')

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
