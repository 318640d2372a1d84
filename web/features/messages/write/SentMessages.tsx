import { Button } from '@mantine/core'
import { formatDateTime } from '@saldo/domain/dates'
import { truncate } from '@saldo/domain/truncate'
import { useInfiniteQuery } from '@tanstack/react-query'
import { QueryError } from '../../../ui/feedback/QueryError.tsx'
import { Loading, TextSkeleton } from '../../../ui/feedback/Skeleton.tsx'
import { formatCount, formatCountOf } from '../../../ui/grid/list.ts'
import { Section } from '../../../ui/layout/Section.tsx'
import { type Sending, sendingsQuery } from '../messages-query.ts'
import { roleWords, userWords } from './recipients.ts'
import styles from './WriteMessage.module.css'

/** More than two lines hold. */
const shownOfBody = 240

/** Sent messages, their recipients, and how many have read them. */
export function SentMessages() {
  const query = useInfiniteQuery(sendingsQuery)
  const sendings = query.data?.pages.flatMap(({ items }) => items) ?? []
  return (
    <div className={styles.sent}>
      <Section title="Messaggi inviati">
        {query.isPending && (
          <Loading what="i messaggi inviati">
            <TextSkeleton lines={5} />
          </Loading>
        )}
        {query.isError && (
          <QueryError
            error={query.error}
            what="Non riesco a mostrare i messaggi inviati"
            onRetry={() => void query.refetch()}
          />
        )}
        {query.isSuccess && sendings.length === 0 && <p className={styles.none}>Ancora nessuno.</p>}
        {sendings.length > 0 && (
          <ul className={styles.list} aria-label="Messaggi inviati">
            {sendings.map((sending) => (
              <Sent key={sending.push_sending_id} sending={sending} />
            ))}
          </ul>
        )}
        {query.hasNextPage && (
          <Button
            variant="default"
            loading={query.isFetchingNextPage}
            onClick={() => void query.fetchNextPage()}
          >
            Mostra gli invii prima
          </Button>
        )}
      </Section>
    </div>
  )
}

const Sent = ({ sending }: { sending: Sending }) => (
  <li className={styles.row}>
    <div>
      <strong>{sending.title}</strong>
      <span>{truncate(sending.body, shownOfBody)}</span>
      <span className={styles.dim}>
        <time dateTime={sending.date_create}>{formatDateTime(sending.date_create)}</time>
        {sending.sent_by && ` · ${sending.sent_by}`} · {whomInWords(sending)}
      </span>
    </div>
    <span className={styles.read}>
      {formatCount(sending.read)} di {formatCountOf(sending.recipients, userWords)}{' '}
      {sending.recipients === 1 ? 'l’ha letto' : 'l’hanno letto'}
    </span>
  </li>
)

function whomInWords({ user_nominative, role, customer_name }: Sending): string {
  if (user_nominative) return user_nominative
  if (role) return customer_name ? `${roleWords[role]}, ${customer_name}` : roleWords[role]
  return customer_name ?? 'tutti'
}
