import { useQuery } from '@tanstack/react-query'
import { Suspense } from 'react'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { QueryError } from '../../ui/feedback/QueryError.tsx'
import styles from '../../ui/layout/Page.module.css'
import { PageTitle } from '../../ui/layout/PageTitle.tsx'
import { lazyWithRetry } from '../../ui/lazy-with-retry.ts'
import { Delegations } from '../delegations/Delegations.tsx'
import { LatestPayments } from '../mybills/history/LatestPayments.tsx'
import { MyStatements } from '../mybills/history/MyStatements.tsx'
import { MyBills } from '../mybills/MyBills.tsx'
import { OwedNow } from '../mybills/OwedNow.tsx'
import { ByAccount } from './ByAccount.tsx'
import { CollectionProgress } from './CollectionProgress.tsx'
import { DashboardSkeleton } from './DashboardSkeleton.tsx'
import { dashboardQuery } from './dashboard-query.ts'
import { Figures } from './Figures.tsx'

const HomeRecords = lazyWithRetry(() => import('./HomeRecords.tsx'))

/** The residents' dashboard: what they owe and have paid, of their own bills only. */
export function ConsumerDashboard({ name }: { name: string }) {
  const { data: dashboard, ...query } = useQuery(dashboardQuery(null))
  const empty = dashboard && dashboard.totals?.count === 0 && dashboard.latest_payments?.length === 0
  return (
    <div className={styles.own}>
      <title>Le mie bollette · Saldo</title>
      <PageTitle
        title="Le mie bollette"
        summary={dashboard?.year ? `${name} · anno ${dashboard.year}` : name}
      />
      <OwedNow />
      {query.isPending && <DashboardSkeleton />}
      {query.isError && (
        <QueryError
          error={query.error}
          what="Non riesco a mostrare le tue bollette"
          onRetry={() => void query.refetch()}
        />
      )}
      {empty && (
        <EmptyState title="Nessuna bolletta a tuo nome">
          Quando un condominio ne emette una con il tuo codice fiscale, la trovi qui.
        </EmptyState>
      )}
      {empty && (
        <div className={styles.sections}>
          <Delegations />
          <Suspense fallback={null}>
            <HomeRecords />
          </Suspense>
        </div>
      )}
      {dashboard && !empty && (
        <>
          <div className={styles.sections}>
            <MyBills />
          </div>
          {dashboard.totals && dashboard.to_collect && (
            <CollectionProgress
              totals={dashboard.totals}
              toCollect={dashboard.to_collect}
              year={dashboard.year}
            />
          )}
          <Figures dashboard={dashboard} />
          <div className={styles.sections}>
            <Delegations />
            <ByAccount accounts={dashboard.accounts ?? []} of="own" />
            <LatestPayments />
            <MyStatements />
            <Suspense fallback={null}>
              <HomeRecords />
            </Suspense>
          </div>
        </>
      )}
    </div>
  )
}
