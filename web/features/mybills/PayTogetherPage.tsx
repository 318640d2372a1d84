import { useQuery } from '@tanstack/react-query'
import { Link, useSearch } from '@tanstack/react-router'
import { ApiError } from '../../api-error.ts'
import { paths } from '../../paths.ts'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { ErrorState } from '../../ui/feedback/ErrorState.tsx'
import { QueryError } from '../../ui/feedback/QueryError.tsx'
import { Bar, Loading } from '../../ui/feedback/Skeleton.tsx'
import links from '../../ui/layout/Links.module.css'
import { togetherQuery } from './my-bills-query.ts'
import { NotPayable } from './NotPayable.tsx'
import { PaidGroups } from './PaidGroups.tsx'
import { PayGroup } from './PayGroup.tsx'
import { PayGroups } from './PayGroups.tsx'
import styles from './PayTogetherPage.module.css'

/**
 * `/paga` pays everything that is due now, `/paga?ids=1,2` these bills: one payment per condominium. With `esiti` it shows how
 * the payments of one act went, and the bills that are left.
 */
export function PayTogetherPage() {
  const { ids, esiti } = useSearch({ from: '/signed-in/section-pages/paga' })
  return (
    <div className={styles.page}>
      <title>Paga · Saldo</title>
      <Link {...paths.dashboard()} className={`${links.link} ${styles.back}`}>
        Le mie bollette
      </Link>
      {esiti ? <PaidGroups tokens={esiti.split(',')} left={ids} /> : <ToPay ids={ids} />}
    </div>
  )
}

function ToPay({ ids }: { ids: string | undefined }) {
  const { data, error, refetch, isPending } = useQuery(togetherQuery(ids))
  // A network failure keeps the form; a refusal means that the bills can no longer be paid.
  const refusal = error instanceof ApiError && error.status >= 400 && error.status < 500 ? error : null
  if (isPending) return <Ghost />
  if (refusal)
    return (
      <ErrorState
        what="Queste bollette non si possono pagare insieme"
        why={refusal.fields?.ids ?? refusal.error_description}
        todo="Torna alle tue bollette e scegli di nuovo."
      />
    )
  if (!data)
    return (
      <QueryError error={error} what="Non riesco a mostrare le bollette" onRetry={() => void refetch()} />
    )
  const [first, ...others] = data.groups
  if (!first)
    return (
      <>
        <EmptyState title="Non c’è niente da pagare">
          Se un pagamento è in corso, lo vedi fra le tue bollette.
        </EmptyState>
        <NotPayable bills={data.not_payable} />
      </>
    )
  const changed = () => void refetch()
  return (
    <>
      {others.length > 0 ? (
        <PayGroups key={ids} together={data} changed={changed} />
      ) : (
        <PayGroup key={ids} group={first} left_out={data.left_out} changed={changed} />
      )}
      <NotPayable bills={data.not_payable} />
    </>
  )
}

const Ghost = () => (
  <Loading what="le bollette">
    <div className={styles.ghost}>
      <Bar width="70%" height={20} />
      <Bar height={44} />
      <Bar height={44} />
      <Bar width="45%" height={48} />
      <Bar height={180} />
      <Bar height={56} />
    </div>
  </Loading>
)
