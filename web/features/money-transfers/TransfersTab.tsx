import { Button } from '@mantine/core'
import { formatDate, today } from '@saldo/domain/dates'
import { formatEuro } from '@saldo/domain/money'
import { useInfiniteQuery } from '@tanstack/react-query'
import { api } from '../../api.ts'
import { TabColumn } from '../../records/RecordTabs.tsx'
import type { AccountTabProps } from '../../records/record-tab.ts'
import { StateLabel } from '../../ui/data/StateLabel.tsx'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { QueryError } from '../../ui/feedback/QueryError.tsx'
import { Loading, TextSkeleton } from '../../ui/feedback/Skeleton.tsx'
import rows from '../../ui/layout/RowList.module.css'
import { Section } from '../../ui/layout/Section.tsx'
import { transferState } from './transfer-words.ts'

/** What Saldo sent from the provider to the condominium's bank account, newest first; read only. */
export function TransfersTab({ account }: AccountTabProps) {
  const { account_id } = account
  const query = useInfiniteQuery({
    queryKey: ['money-transfers', 'of-account', account_id],
    queryFn: ({ pageParam, signal }) =>
      api('GET /v1/money-transfers', {
        query: { account_id, limit: 50, ...(pageParam ? { cursor: pageParam } : {}) },
        signal,
      }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next_cursor }) => next_cursor,
  })
  const all = query.data?.pages.flatMap(({ items }) => items)
  return (
    <TabColumn>
      <Section title="Accrediti disposti da Saldo">
        {query.isError ? (
          <QueryError
            error={query.error}
            what="Non riesco a mostrare gli accrediti"
            onRetry={() => void query.refetch()}
          />
        ) : !all ? (
          <Loading what="gli accrediti">
            <TextSkeleton lines={4} />
          </Loading>
        ) : all.length === 0 ? (
          <EmptyState title="Nessun accredito disposto a mano">
            Quando Saldo manda al conto del condominio il denaro che è presso il provider, lo vedi qui.
          </EmptyState>
        ) : (
          <ul className={rows.list} aria-label="Accrediti disposti da Saldo">
            {all.map((transfer) => (
              <li key={transfer.money_transfer_id}>
                <div>
                  <strong>{formatEuro(transfer.amount)}</strong>
                  <p>
                    {transfer.reference}, {formatDate(today(new Date(transfer.requested_at)))}:{' '}
                    {transfer.reason}
                  </p>
                </div>
                <StateLabel state={transferState(transfer.state)} />
              </li>
            ))}
          </ul>
        )}
        {query.hasNextPage && (
          <Button
            variant="default"
            loading={query.isFetchingNextPage}
            onClick={() => void query.fetchNextPage()}
          >
            Mostra i precedenti
          </Button>
        )}
      </Section>
    </TabColumn>
  )
}
