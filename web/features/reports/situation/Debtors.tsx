import { Button } from '@mantine/core'
import { formatDate } from '@saldo/domain/dates'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { BellNotification, Printer } from 'iconoir-react'
import { Suspense, useState } from 'react'
import { paths } from '../../../paths.ts'
import { IfPermitted } from '../../../session/permissions/IfPermitted.tsx'
import { LinkButton } from '../../../ui/buttons/PlainButton.tsx'
import { ResponsiveButton } from '../../../ui/buttons/ResponsiveButton.tsx'
import { Amount } from '../../../ui/data/Amount.tsx'
import { OverdueAmount } from '../../../ui/data/OverdueAmount.tsx'
import { QueryError } from '../../../ui/feedback/QueryError.tsx'
import { Loading, TextSkeleton } from '../../../ui/feedback/Skeleton.tsx'
import linkStyles from '../../../ui/layout/Links.module.css'
import { Section } from '../../../ui/layout/Section.tsx'
import { lazyWithRetry } from '../../../ui/lazy-with-retry.ts'
import { FiguresTable } from '../FiguresTable.tsx'
import styles from '../Reports.module.css'
import { saveReport } from '../save-report.ts'
import { type Debtor, debtorsQuery } from './situation-query.ts'

const RemindAccountDialog = lazyWithRetry(() => import('../../reminders/RemindAccountDialog.tsx'))

/** Who owes what since when, with the last reminder; reminds them, and prints the list. */
export function Debtors({ account }: { account: { account_id: number; name: string } }) {
  const { account_id, name } = account
  const [reminding, setReminding] = useState(false)
  const query = useInfiniteQuery(debtorsQuery(account_id))
  const rows = query.data?.pages.flatMap(({ items }) => items)
  return (
    <Section
      title="Chi deve"
      action={
        <div className={styles.acts}>
          <IfPermitted permission="bills:write">
            <ResponsiveButton
              variant="default"
              icon={BellNotification}
              label="Sollecita"
              name="Sollecita i morosi"
              onClick={() => setReminding(true)}
            />
          </IfPermitted>
          <ResponsiveButton
            variant="default"
            icon={Printer}
            label="Stampa"
            name="Stampa la situazione"
            onClick={() =>
              void saveReport('GET /v1/accounts/debtors-pdf/{id}', { params: { id: account_id } })
            }
          />
        </div>
      }
    >
      {query.isError ? (
        <QueryError
          error={query.error}
          what="Non riesco a mostrare chi deve"
          onRetry={() => void query.refetch()}
        />
      ) : !rows ? (
        <Loading what="chi deve">
          <TextSkeleton lines={4} />
        </Loading>
      ) : rows.length === 0 ? (
        <p className={styles.note}>Nessuno: tutte le bollette emesse sono pagate.</p>
      ) : (
        <FiguresTable
          label="Chi deve"
          rows={rows}
          rowKey={({ subject_id }) => subject_id}
          columns={columns(account_id)}
        />
      )}
      {query.hasNextPage && (
        <div className={styles.more}>
          <Button
            variant="default"
            loading={query.isFetchingNextPage}
            onClick={() => void query.fetchNextPage()}
          >
            Mostra altri
          </Button>
        </div>
      )}
      <Suspense fallback={null}>
        {reminding && (
          <RemindAccountDialog
            account={{ value: String(account_id), label: name }}
            onClose={() => setReminding(false)}
          />
        )}
      </Suspense>
    </Section>
  )
}

const columns = (account_id: number) => [
  {
    header: 'Condòmino',
    cell: ({ subject_id, nominative, units }: Debtor) => (
      <>
        <Link {...paths.subjectPage(subject_id)} className={linkStyles.link}>
          {nominative}
        </Link>
        {units && <small>{units}</small>}
      </>
    ),
  },
  {
    header: 'Residuo',
    cell: ({ subject_id, residue }: Debtor) => (
      <Link
        {...paths.bills({
          ...{ account_id: String(account_id), subject_id: String(subject_id), money: 'residue' },
        })}
        className={linkStyles.link}
      >
        <Amount cents={residue} />
      </Link>
    ),
  },
  {
    header: 'Scaduto',
    cell: ({ overdue, oldest_due }: Debtor) => (
      <>
        <OverdueAmount cents={overdue} />
        {overdue > 0 && <small data-narrow>dal {formatDate(oldest_due)}</small>}
      </>
    ),
  },
  {
    header: 'Dal',
    wide: true as const,
    cell: ({ oldest_due, overdue }: Debtor) =>
      overdue > 0 ? formatDate(oldest_due) : <small>scade il {formatDate(oldest_due)}</small>,
  },
  {
    header: 'Ultimo sollecito',
    wide: true as const,
    cell: ({ reminded_on, reminded_by }: Debtor) =>
      reminded_on ? (
        <>
          {formatDate(reminded_on)}
          <small>{reminded_by}</small>
        </>
      ) : (
        '–'
      ),
  },
  {
    header: 'Per l’avvocato',
    wide: true as const,
    cell: (debtor: Debtor) =>
      debtor.overdue > 0 && (
        <IfPermitted permission="payments:read">
          <LinkButton
            aria-label={`Fascicolo di ${debtor.nominative} per l’avvocato`}
            onClick={() =>
              void saveReport('GET /v1/subjects/dossier-pdf/{id}', {
                ...{ params: { id: debtor.subject_id }, query: { account_id } },
              })
            }
          >
            Fascicolo
          </LinkButton>
        </IfPermitted>
      ),
  },
]
