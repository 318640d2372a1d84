import { Button } from '@mantine/core'
import { formatDate } from '@saldo/domain/dates'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { Suspense, useState } from 'react'
import { api } from '../../../api.ts'
import { paths } from '../../../paths.ts'
import { usePermission } from '../../../session/permissions/permission.ts'
import { LinkButton } from '../../../ui/buttons/PlainButton.tsx'
import { Amount } from '../../../ui/data/Amount.tsx'
import { StateLabel } from '../../../ui/data/StateLabel.tsx'
import { debitStates } from '../../../ui/data/states.ts'
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx'
import { QueryError } from '../../../ui/feedback/QueryError.tsx'
import { Loading, TextSkeleton } from '../../../ui/feedback/Skeleton.tsx'
import { SelectField } from '../../../ui/form/fields.tsx'
import type { Query } from '../../../ui/grid/list.ts'
import links from '../../../ui/layout/Links.module.css'
import { Section } from '../../../ui/layout/Section.tsx'
import { lazyWithRetry } from '../../../ui/lazy-with-retry.ts'
import type { DebitRunDetail, RunDebit } from '../debit-query.ts'
import styles from './Run.module.css'

const OutcomeDialog = lazyWithRetry(() => import('./OutcomeDialog.tsx'))

const everyState = 'tutti'
const states = [
  { value: everyState, label: 'Tutti' },
  ...Object.entries(debitStates).map(([value, { word }]) => ({ value, label: word })),
]

/** The debits of a run, a page at a time, with what became of each; the state that is shown is in the address. */
export function RunDebits({ run }: { run: DebitRunDetail }) {
  const navigate = useNavigate()
  const { stato = '' } = useSearch({ strict: false }) as Query
  const [recording, setRecording] = useState<RunDebit | null>(null)
  const may = usePermission('debits:write')
  const { run_id } = run
  const query = useInfiniteQuery({
    queryKey: ['debit-runs', 'debits', run_id, stato],
    queryFn: ({ pageParam, signal }) =>
      api('GET /v1/debit-runs/{id}/debits', {
        params: { id: run_id },
        query: { limit: 50, ...(stato ? { state: stato } : {}), ...(pageParam ? { cursor: pageParam } : {}) },
        signal,
      }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next_cursor }) => next_cursor,
  })
  const all = query.data?.pages.flatMap(({ items }) => items)
  return (
    <Section title="Addebiti">
      <div className={styles.filter} data-print="away">
        <SelectField
          name="stato"
          label="Stato"
          options={states}
          value={stato || everyState}
          error={null}
          onBlur={() => undefined}
          onChange={(chosen) =>
            void navigate({
              ...paths.debitRun(run_id, chosen === everyState ? {} : { stato: chosen }),
              replace: true,
            })
          }
        />
      </div>
      {query.isError ? (
        <QueryError
          error={query.error}
          what="Non riesco a mostrare gli addebiti"
          onRetry={() => void query.refetch()}
        />
      ) : !all ? (
        <Loading what="gli addebiti">
          <TextSkeleton lines={6} />
        </Loading>
      ) : all.length === 0 ? (
        <EmptyState title={stato ? 'Nessun addebito in questo stato' : 'Nessun addebito'}>
          {stato ? 'Togli il filtro per vederli tutti.' : ''}
        </EmptyState>
      ) : (
        <ul className={styles.debits} aria-label="Addebiti">
          {all.map((debit) => (
            <li key={debit.debit_id}>
              <Line debit={debit} onRecord={may && isAnswerable(debit) ? () => setRecording(debit) : null} />
            </li>
          ))}
        </ul>
      )}
      {query.hasNextPage && (
        <Button
          variant="default"
          mt="md"
          loading={query.isFetchingNextPage}
          onClick={() => void query.fetchNextPage()}
        >
          Mostra altri addebiti
        </Button>
      )}
      <Suspense>
        {recording && <OutcomeDialog debit={recording} onClose={() => setRecording(null)} />}
      </Suspense>
    </Section>
  )
}

/** The bank may still say something: of one under way, and of a collected one that comes back. */
const isAnswerable = ({ state }: RunDebit) => state === 'started' || state === 'done'

function Line({ debit, onRecord }: { debit: RunDebit; onRecord: (() => void) | null }) {
  const why = whyOf(debit)
  return (
    <>
      <div className={styles.who}>
        <Link {...paths.subject(debit.subject_id)} className={links.name}>
          {debit.subject_nominative}
        </Link>
        <span className={styles.dim}>
          <Link {...paths.bill(debit.bill_id)} className={links.quiet}>
            {debit.bill_number}
          </Link>{' '}
          · {debit.sequence} · {debit.iban} · {debit.umr}
        </span>
        {why && <span>{why}</span>}
        {debit.retry_on && <span className={styles.dim}>Si riprova il {formatDate(debit.retry_on)}.</span>}
      </div>
      <div className={styles.money}>
        <Amount cents={debit.amount} size="strong" />
        <StateLabel state={debitStates[debit.state]} />
        {onRecord && (
          <LinkButton aria-label={`Registra l’esito di ${debit.subject_nominative}`} onClick={onRecord}>
            Registra l’esito
          </LinkButton>
        )}
      </div>
    </>
  )
}

/** Why a debit was not collected, or never went; with the bank's code. */
function whyOf({ failure_reason, failure_code, came_back, cancel_reason }: RunDebit): string | null {
  if (failure_reason === null) return cancel_reason
  const when = came_back ? 'Restituito dopo l’addebito' : 'Scartato'
  return `${when}${failure_code ? ` (${failure_code})` : ''}: ${failure_reason}`
}
