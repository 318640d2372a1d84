import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Plus } from 'iconoir-react'
import { paths } from '../../paths.ts'
import { IfPermitted } from '../../session/permissions/IfPermitted.tsx'
import { refusalReason } from '../../session/permissions/permission.ts'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { QueryError } from '../../ui/feedback/QueryError.tsx'
import { Icon } from '../../ui/icons/Icon.tsx'
import links from '../../ui/layout/Links.module.css'
import styles from '../../ui/layout/Page.module.css'
import { PageTitle } from '../../ui/layout/PageTitle.tsx'
import { Section } from '../../ui/layout/Section.tsx'
import { PaymentRows } from '../payments/list/PaymentRows.tsx'
import { ByAccount } from './ByAccount.tsx'
import { ByMonth } from './ByMonth.tsx'
import { CollectionProgress } from './CollectionProgress.tsx'
import { DashboardSkeleton } from './DashboardSkeleton.tsx'
import { dashboardQuery } from './dashboard-query.ts'
import { Figures } from './Figures.tsx'
import { ToDo } from './ToDo.tsx'

/** Dashboard of administrators and back office: due, collected, to do, each a link to its list. */
export function StaffDashboard({ day, everyone }: { day: string; everyone: boolean }) {
  const { data: dashboard, ...query } = useQuery(dashboardQuery)
  const empty = dashboard && dashboard.totals?.count === 0 && !dashboard.latest_payments?.length
  return (
    <>
      <PageTitle
        title={day}
        summary={[
          everyone ? 'Tutti i clienti' : 'Tutti i condomìni',
          dashboard?.totals && exercise(dashboard.year),
        ]
          .filter(Boolean)
          .join(' · ')}
        actions={<NewIssue className={styles.wide} />}
      />
      <NewIssue className={styles.narrow} />
      {query.isPending && <DashboardSkeleton />}
      {query.isError && (
        <QueryError
          error={query.error}
          what="Non riesco a mostrare la dashboard"
          onRetry={() => void query.refetch()}
        />
      )}
      {empty && (
        <EmptyState title="Ancora nessuna bolletta" action={<NewIssue />}>
          Importa il foglio che usi già: qui trovi dovuto, incassato e scaduto.
          <IfPermitted permission="accounts:write">
            {' '}
            Oppure comincia da{' '}
            <Link {...paths.newAccount()} className={links.link}>
              un condominio nuovo
            </Link>
            .
          </IfPermitted>
        </EmptyState>
      )}
      {dashboard && !empty && (
        <>
          {dashboard.totals && dashboard.to_collect ? (
            <CollectionProgress
              totals={dashboard.totals}
              toCollect={dashboard.to_collect}
              year={dashboard.year}
            />
          ) : (
            <p style={{ margin: 0, color: 'var(--saldo-dim)' }}>{refusalReason('bills:read')}</p>
          )}
          <Figures dashboard={dashboard} />
          <div className={styles.sections}>
            <div className={styles.columns}>
              {(dashboard.totals || dashboard.attention.length > 0) && (
                <ToDo attention={dashboard.attention} />
              )}
              {dashboard.totals && dashboard.latest_payments && <ByMonth months={dashboard.months} />}
            </div>
            {dashboard.accounts && <ByAccount accounts={dashboard.accounts} />}
            {dashboard.latest_payments && (
              <Section
                title="Ultimi pagamenti"
                action={
                  <IfPermitted permission="payments:read">
                    <Link {...paths.payments()} className={links.link}>
                      Tutti
                    </Link>
                  </IfPermitted>
                }
              >
                <PaymentRows payments={dashboard.latest_payments} />
              </Section>
            )}
          </div>
        </>
      )}
    </>
  )
}

const NewIssue = ({ className }: { className?: string }) => (
  <IfPermitted permission="bills:write">
    <Button
      className={className}
      leftSection={<Icon of={Plus} />}
      renderRoot={(props) => <Link {...paths.importBills()} {...props} />}
    >
      Importa bollette
    </Button>
  </IfPermitted>
)

const exercise = (year: number | null) => (year === null ? 'tutti gli esercizi' : `esercizio ${year}`)
