import { formatDate, formatDateTime } from '@saldo/domain/dates'
import { useQuery } from '@tanstack/react-query'
import { QueryError } from '../../ui/feedback/QueryError.tsx'
import styles from './BooksState.module.css'
import { type Closings, closingsQuery } from './books-query.ts'

/** History of closings and reopenings, latest first. */
export function ClosingHistory({ account_id }: { account_id: number }) {
  const { data, ...query } = useQuery(closingsQuery(account_id))
  if (query.isError)
    return (
      <QueryError
        error={query.error}
        what="Non riesco a mostrare le chiusure precedenti"
        onRetry={() => void query.refetch()}
      />
    )
  if (!data || data.closings.length === 0) return null
  return (
    <ul className={styles.history} aria-label="Chiusure precedenti">
      {data.closings.slice(0, 5).map((closing) => (
        <li key={closing.closing_id}>
          {sentence(closing)}{' '}
          <span className={styles.note}>{`${closing.actor}, ${formatDateTime(closing.at)}`}</span>
        </li>
      ))}
    </ul>
  )
}

function sentence({ act, closed_to, reason }: Closings['closings'][number]): string {
  if (act === 'closed') return `Chiusi fino al ${formatDate(closed_to ?? '')}.`
  return `${closed_to ? `Riaperti dopo il ${formatDate(closed_to)}` : 'Riaperti'}: ${reason}.`
}
