import { Button } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { api } from '../../api.ts'
import { Timeline } from '../../ui/data/Timeline.tsx'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { QueryError } from '../../ui/feedback/QueryError.tsx'
import { Loading, TextSkeleton } from '../../ui/feedback/Skeleton.tsx'
import { AuditChanges } from './AuditChanges.tsx'
import { actOf, actorOf, iconOf, labelOf } from './audit-words.ts'

const atATime = 20

/**
 * The history of one record, newest first: `<HistoryOf noun="subjects" record={id} />`. With `account`, also the
 * changes of what belongs to the condominium.
 */
export function HistoryOf({ noun, record, account }: { noun?: string; record?: number; account?: number }) {
  const of = {
    ...(noun ? { noun } : {}),
    ...(record ? { record } : {}),
    ...(account ? { account_id: account } : {}),
  }
  const query = useInfiniteQuery({
    queryKey: ['audit', 'history', of],
    queryFn: ({ pageParam, signal }) =>
      api('GET /v1/audit', {
        query: { ...of, limit: atATime, ...(pageParam ? { cursor: pageParam } : {}) },
        signal,
      }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next_cursor }) => next_cursor,
  })
  if (query.isPending)
    return (
      <Loading what="la storia">
        <TextSkeleton lines={6} />
      </Loading>
    )
  if (query.isError)
    return (
      <QueryError
        error={query.error}
        what="Non riesco a mostrare la storia"
        onRetry={() => void query.refetch()}
      />
    )
  const lines = query.data.pages.flatMap(({ items }) => items)
  if (lines.length === 0)
    return (
      <EmptyState title="Nessuna modifica registrata">
        Qui resta scritto chi cambia questi dati, quando, e com’erano prima.
      </EmptyState>
    )
  return (
    <>
      <Timeline
        entries={lines.map((line) => ({
          id: line.audit_id,
          icon: iconOf(line),
          tone: 'neutral',
          what: actOf(line),
          detail: (
            <>
              {labelOf(line)}
              <AuditChanges line={line} />
            </>
          ),
          at: line.at,
          who: actorOf(line),
        }))}
      />
      {query.hasNextPage && (
        <Button
          variant="default"
          loading={query.isFetchingNextPage}
          onClick={() => void query.fetchNextPage()}
        >
          Mostra le precedenti
        </Button>
      )}
    </>
  )
}
