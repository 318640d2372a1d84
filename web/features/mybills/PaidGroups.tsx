import { formatEuro } from '@saldo/domain/money'
import type { PaymentState } from '@saldo/domain/payments/payment'
import { type UseQueryResult, useQueries, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { paths } from '../../paths.ts'
import css from '../../public/layout/Page.module.css'
import { linkApi } from '../../public/link-api.ts'
import { resultHash } from '../../public/public-page.ts'
import { keepAct } from '../../session/act-to-return-to.ts'
import { StateLabel } from '../../ui/data/StateLabel.tsx'
import { paymentStates } from '../../ui/data/states.ts'
import { QueryError } from '../../ui/feedback/QueryError.tsx'
import { Bar, Loading } from '../../ui/feedback/Skeleton.tsx'
import links from '../../ui/layout/Links.module.css'
import { VisuallyHidden } from '../../ui/layout/VisuallyHidden.tsx'
import { hasArrived, isUnanswered, titleOf, waitsFor } from './act-result.ts'
import { type Group, togetherQuery } from './my-bills-query.ts'
import { NotPayable } from './NotPayable.tsx'
import styles from './PaidGroups.module.css'
import { groupKey } from './pay-each.ts'
import { whyUnpaid } from './why-unpaid.ts'

const resultQuery = (token: string) => ({
  queryKey: ['payments', 'result', token],
  queryFn: () => linkApi('GET /v1/checkout-result/{token}', token),
  refetchInterval: ({ state }: { state: { data?: { state: PaymentState } | undefined } }) =>
    state.data && isUnanswered(state.data.state) ? 5000 : (false as const),
})
type Result = Awaited<ReturnType<ReturnType<typeof resultQuery>['queryFn']>>

/** How the payments of one act went, one by one: which were paid, which not and why, each to try again alone. */
export function PaidGroups({ tokens, left }: { tokens: readonly string[]; left: string | undefined }) {
  const results = useQueries({ queries: tokens.map(resultQuery) })
  const known = results.flatMap(({ data }) => data ?? [])
  const next = results.findIndex(({ data }) => data && awaitsApproval(data))
  return (
    <>
      <div aria-live="polite">
        <h1>{known.length < tokens.length ? 'I tuoi pagamenti' : titleOf(known, left !== undefined)}</h1>
      </div>
      <ul className={styles.list} aria-label="Pagamenti">
        {results.map((result, at) => (
          <li key={tokens[at]}>
            <ResultRow
              result={result}
              token={tokens[at] ?? ''}
              isNext={at === next}
              confirming={() => keepAct(tokens)}
            />
          </li>
        ))}
      </ul>
      {left !== undefined && <Left ids={left} />}
      <Link {...paths.dashboard()} className={css.button} data-second={next >= 0 || undefined}>
        Torna alle tue bollette
      </Link>
    </>
  )
}

const awaitsApproval = ({ state, next_action }: Result) => state === 'requires_action' && next_action !== null

function ResultRow({
  result,
  token,
  isNext,
  confirming,
}: {
  result: UseQueryResult<Result>
  token: string
  /** The first that waits for the payer: its approval is the main button of the page. */
  isNext: boolean
  confirming: () => void
}) {
  const { data, error, isPending, refetch } = result
  if (isPending)
    return (
      <Loading what="il pagamento">
        <Bar height={44} />
      </Loading>
    )
  if (!data)
    return (
      <QueryError error={error} what="Non riesco a mostrare il pagamento" onRetry={() => void refetch()} />
    )
  const { asker, amount, state, next_action } = data
  return (
    <Row
      name={asker.account_name}
      amount={amount}
      state={<StateLabel state={paymentStates[state]} />}
      why={data.failure_reason}
      note={waitsFor(state)}
    >
      {next_action && awaitsApproval(data) && (
        <a className={isNext ? css.button : links.link} href={next_action.redirect_url} onClick={confirming}>
          Conferma con la banca
        </a>
      )}
      <a className={links.link} href={resultHash(token)}>
        {hasArrived(state) ? 'Vedi la ricevuta' : 'Vedi il pagamento'}
        <VisuallyHidden> di {asker.account_name}</VisuallyHidden>
      </a>
    </Row>
  )
}

/** The bills that the act did not pay. */
function Left({ ids }: { ids: string }) {
  const { data, error, isPending, refetch } = useQuery(togetherQuery(ids))
  if (isPending)
    return (
      <Loading what="che cosa resta">
        <Bar height={44} />
      </Loading>
    )
  if (!data)
    return (
      <QueryError error={error} what="Non riesco a mostrare che cosa resta" onRetry={() => void refetch()} />
    )
  return (
    <>
      {data.groups.length > 0 && (
        <>
          <h2>Restano da pagare</h2>
          <ul className={styles.list} aria-label="Restano da pagare">
            {data.groups.map((group) => (
              <li key={groupKey(group)}>
                <Row name={group.asker.account_name} amount={group.due_now} why={whyUnpaid(group)}>
                  <Link {...paths.payTogether(idsOf(group))} className={links.link}>
                    Riprova<VisuallyHidden> {group.asker.account_name}</VisuallyHidden>
                  </Link>
                </Row>
              </li>
            ))}
          </ul>
        </>
      )}
      <NotPayable bills={data.not_payable} />
    </>
  )
}

const idsOf = ({ bills }: Group) => bills.map(({ bill_id }) => bill_id)

const Row = ({
  name,
  amount,
  state,
  why,
  note,
  children,
}: {
  name: string
  amount: number
  state?: ReactNode
  why: string | null
  note?: string | null
  children: ReactNode
}) => (
  <>
    <div className={styles.head}>
      <strong>{name}</strong>
      <span className={styles.amount}>{formatEuro(amount)}</span>
    </div>
    {state}
    {why && <p className={styles.why}>{why}</p>}
    {note && <p className={styles.note}>{note}</p>}
    <div className={styles.acts}>{children}</div>
  </>
)
