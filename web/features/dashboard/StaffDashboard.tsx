import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Upload } from 'iconoir-react'
import { paths } from '../../paths.ts'
import { IfPermitted } from '../../session/permissions/IfPermitted.tsx'
import { refusalReason } from '../../session/permissions/permission.ts'
import { LinkButton } from '../../ui/buttons/PlainButton.tsx'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { QueryError } from '../../ui/feedback/QueryError.tsx'
import { Icon } from '../../ui/icons/Icon.tsx'
import linkStyles from '../../ui/layout/Links.module.css'
import styles from '../../ui/layout/Page.module.css'
import { PageTitle } from '../../ui/layout/PageTitle.tsx'
import { Section } from '../../ui/layout/Section.tsx'
import { PaymentRows } from '../payments/list/PaymentRows.tsx'
import { AccountChoice } from './AccountChoice.tsx'
import { ByAccount } from './ByAccount.tsx'
import { ByMonth } from './ByMonth.tsx'
import { CollectionProgress } from './CollectionProgress.tsx'
import { useChosenAccount } from './chosen-account.ts'
import { DashboardSkeleton } from './DashboardSkeleton.tsx'
import { dashboardQuery } from './dashboard-query.ts'
import { Figures } from './Figures.tsx'
import { figureLinks } from './figure-links.ts'
import { FirstSteps, HiddenFirstSteps } from './first-steps/FirstSteps.tsx'
import { firstStepsQuery } from './first-steps/first-steps-query.ts'
import { ToDo } from './ToDo.tsx'

/**
 * Dashboard of administrators and back office: first steps, due, collected, to do, each a link to its list; of all
 * condominiums or of a chosen one.
 */
export function StaffDashboard({ day, everyone }: { day: string; everyone: boolean }) {
  const { account_id, choose } = useChosenAccount()
  const { data, ...query } = useQuery(dashboardQuery(account_id))
  const steps = useQuery(firstStepsQuery)
  const waiting = query.isPending || steps.isPending
  const dashboard = waiting ? undefined : data
  const links = figureLinks(account_id)
  const empty = dashboard && dashboard.totals?.count === 0 && !dashboard.latest_payments?.length
  const beginning = empty && account_id === null
  return (
    <>
      <PageTitle
        title={day}
        help="owed"
        summary={
          <Summary
            everyone={everyone}
            year={dashboard?.totals ? dashboard.year : undefined}
            onAll={account_id === null ? undefined : () => choose(null)}
          />
        }
        actions={
          <>
            {!everyone && (
              <IfPermitted permission="accounts:read">
                <AccountChoice account_id={account_id} onChoose={choose} />
              </IfPermitted>
            )}
            <NewIssue className={styles.wide} />
          </>
        }
      />
      <NewIssue className={styles.narrow} />
      {waiting && <DashboardSkeleton />}
      {!waiting && query.isError && (
        <QueryError
          error={query.error}
          what="Non riesco a mostrare la dashboard"
          onRetry={() => void query.refetch()}
        />
      )}
      {!waiting && beginning && <FirstSteps />}
      {empty && account_id !== null && (
        <EmptyState
          title="Nessuna bolletta in questo condominio"
          action={<AllAccounts onAll={() => choose(null)} />}
        >
          Dovuto, incassato e scaduto compaiono con la prima bolletta emessa.
        </EmptyState>
      )}
      {beginning && (
        <EmptyState title="Ancora nessuna bolletta">
          Importa il foglio che usi già: qui trovi dovuto, incassato e scaduto.
          <IfPermitted permission="accounts:write">
            {' '}
            Oppure comincia da{' '}
            <Link {...paths.newAccount()} className={linkStyles.link}>
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
              links={links}
            />
          ) : (
            <p style={{ margin: 0, color: 'var(--saldo-dim)' }}>{refusalReason('bills:read')}</p>
          )}
          <Figures dashboard={dashboard} links={links} />
          {account_id === null && <FirstSteps />}
          <div className={styles.sections}>
            <div className={styles.columns}>
              {(dashboard.totals || dashboard.attention.length > 0) && (
                <ToDo attention={dashboard.attention} links={links} />
              )}
              {dashboard.totals && dashboard.latest_payments && (
                <ByMonth months={dashboard.months} links={links} />
              )}
            </div>
            {dashboard.accounts && (
              <ByAccount accounts={dashboard.accounts} of={account_id === null ? 'all' : 'one'} />
            )}
            {dashboard.latest_payments && (
              <Section
                title="Ultimi pagamenti"
                action={
                  <IfPermitted permission="payments:read">
                    <Link {...links.payments()} className={linkStyles.link}>
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
      {!waiting && account_id === null && <HiddenFirstSteps />}
    </>
  )
}

/** Whose figures these are. A chosen condominium is named in its field beside; here is the way back to all. */
function Summary({
  everyone,
  year,
  onAll,
}: {
  everyone: boolean
  year: number | null | undefined
  onAll: (() => void) | undefined
}) {
  const whose = everyone ? 'Tutti i clienti' : onAll ? 'Un solo condominio' : 'Tutti i condomìni'
  return (
    <>
      {[whose, year !== undefined && exercise(year)].filter(Boolean).join(' · ')}
      {onAll && (
        <>
          {' · '}
          <AllAccounts onAll={onAll} />
        </>
      )}
    </>
  )
}

const AllAccounts = ({ onAll }: { onAll: () => void }) => (
  <LinkButton onClick={onAll}>Tutti i condomìni</LinkButton>
)

const NewIssue = ({ className }: { className?: string }) => (
  <IfPermitted permission="bills:write">
    <Button
      className={className}
      leftSection={<Icon of={Upload} />}
      renderRoot={(props) => <Link {...paths.importBills()} {...props} />}
    >
      Importa bollette
    </Button>
  </IfPermitted>
)

const exercise = (year: number | null) => (year === null ? 'tutti gli esercizi' : `esercizio ${year}`)
