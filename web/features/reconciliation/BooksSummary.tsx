import { addDays, today } from '@saldo/domain/dates'
import { formatEuro } from '@saldo/domain/money'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Fragment } from 'react'
import { paths } from '../../paths.ts'
import { QueryError } from '../../ui/feedback/QueryError.tsx'
import { Bar, Loading } from '../../ui/feedback/Skeleton.tsx'
import { formatCountOf, type Query } from '../../ui/grid/list.ts'
import { Icon } from '../../ui/icons/Icon.tsx'
import links from '../../ui/layout/Links.module.css'
import styles from './BooksSummary.module.css'
import { itemStates } from './item-states.ts'
import {
  atProviderQuery,
  type DayFilters,
  type Part,
  type ReconciliationState,
  stateQuery,
} from './reconciliation-query.ts'
import { comparedSentence, countPart, payoutWords, stateSentence } from './reconciliation-words.ts'

/** How the books stand, in words: until when they agree, or what is left, each part with the rows behind it. */
export function BooksSummary({ filters, search }: { filters: DayFilters; search: Query }) {
  const { data: state, ...query } = useQuery(stateQuery(filters))
  if (query.isError)
    return (
      <QueryError
        error={query.error}
        what="Non riesco a dire se i conti tornano"
        onRetry={() => void query.refetch()}
      />
    )
  if (!state)
    return (
      <Loading what="lo stato della quadratura">
        <Bar width="min(100%, 520px)" height={20} />
      </Loading>
    )
  const settled = state.open_items === 0
  const compared = comparedSentence(state, addDays(today(), -1))
  return (
    <div className={styles.summary} role="status">
      <p className={styles.verdict} data-tone={settled ? 'success' : 'danger'}>
        <Icon of={(settled ? itemStates.resolved : itemStates.open).icon} size={20} />
        <span>
          {stateSentence(state)} {!settled && <Parts state={state} search={search} />}
        </span>
      </p>
      <p className={styles.rest}>
        {compared && `${compared} `}
        <Explained state={state} search={search} />
        <AtProvider account_id={filters.account_id} />
        <Payouts payouts={state.payouts} />
      </p>
    </div>
  )
}

/** `2 movimenti del provider da abbinare (80,00 €), 1 scrittura mancante (40,00 €).` */
const Parts = ({ state, search }: { state: ReconciliationState; search: Query }) => (
  <>
    {state.open.map(({ kind, count, amount }, place) => (
      <Fragment key={kind}>
        {place > 0 && ', '}
        <PartLink part={kind} search={search}>
          {countPart(kind, count)}
        </PartLink>{' '}
        ({formatEuro(amount)})
      </Fragment>
    ))}
    .
  </>
)

function Explained({ state: { explained }, search }: { state: ReconciliationState; search: Query }) {
  if (explained.count === 0) return null
  return (
    <>
      <PartLink part="explained" search={search}>
        {countPart('explained', explained.count)}
      </PartLink>{' '}
      ({formatEuro(explained.amount)}).{' '}
    </>
  )
}

/** Money that was taken and is not at the bank yet: no difference, but what one would look for there. */
function AtProvider({ account_id }: { account_id: string | undefined }) {
  const { data: cents } = useQuery(atProviderQuery(account_id))
  if (!cents) return null
  const register = account_id ? paths.register(Number(account_id)) : paths.cash()
  return (
    <>
      Ancora presso il provider{' '}
      <Link {...register} className={links.link}>
        {formatEuro(cents)}
      </Link>
      , in banca con i prossimi accrediti.{' '}
    </>
  )
}

function Payouts({ payouts }: Pick<ReconciliationState, 'payouts'>) {
  if (payouts === null || payouts.count === 0) return null
  return (
    <>
      <Link {...paths.payouts({ matching: 'unexplained' })} className={links.link}>
        {formatCountOf(payouts.count, payoutWords)}
      </Link>{' '}
      ({formatEuro(payouts.amount)}).
    </>
  )
}

function PartLink({ part, search, children }: { part: Part; search: Query; children: string }) {
  const { day: _, ...rest } = search
  return (
    <Link {...paths.reconciliation({ ...rest, voci: part })} className={links.link}>
      {children}
    </Link>
  )
}
