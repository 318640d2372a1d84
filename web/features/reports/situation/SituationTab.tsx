import { ageBands } from '@saldo/domain/arrears/arrears'
import { formatDate } from '@saldo/domain/dates'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { paths } from '../../../paths.ts'
import type { AccountTabProps } from '../../../records/record-tab.ts'
import { IfPermitted } from '../../../session/permissions/IfPermitted.tsx'
import { refusalReason } from '../../../session/permissions/permission.ts'
import { LinkButton } from '../../../ui/buttons/PlainButton.tsx'
import { Amount } from '../../../ui/data/Amount.tsx'
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx'
import { QueryError } from '../../../ui/feedback/QueryError.tsx'
import { Loading, TextSkeleton } from '../../../ui/feedback/Skeleton.tsx'
import styles from '../../../ui/layout/Page.module.css'
import { Section } from '../../../ui/layout/Section.tsx'
import { ByMonth } from '../../dashboard/ByMonth.tsx'
import { figureLinks } from '../../dashboard/figure-links.ts'
import { returnableWords } from '../../payments/refundable-until.ts'
import { BarList } from '../BarList.tsx'
import { FigureStrip } from '../FigureStrip.tsx'
import { FiguresTable } from '../FiguresTable.tsx'
import reportStyles from '../Reports.module.css'
import { Debtors } from './Debtors.tsx'
import { MonthEnd } from './MonthEnd.tsx'
import { NextDue } from './NextDue.tsx'
import { type Owed, situationQuery } from './situation-query.ts'
import { Terms } from './Terms.tsx'

/** How a condominium stands: who owes what since when, what came in, what falls due next. */
export function SituationTab({ account }: AccountTabProps) {
  const { account_id, name } = account
  const { data, ...query } = useQuery(situationQuery(account_id))
  if (query.isError)
    return (
      <QueryError
        error={query.error}
        what="Non riesco a mostrare la situazione"
        onRetry={() => void query.refetch()}
      />
    )
  if (!data)
    return (
      <Loading what="la situazione">
        <TextSkeleton lines={8} />
      </Loading>
    )
  const { owed, months, returnable } = data
  const links = figureLinks(String(account_id))
  const moved = months.some(({ issued, collected }) => issued || collected)
  if (owed?.residue === 0 && !moved)
    return (
      <EmptyState title="Nessuna bolletta da incassare">
        Chi deve, quanto e da quando compaiono con la prima bolletta emessa.
      </EmptyState>
    )
  return (
    <>
      {owed ? (
        <Sums owed={owed} account_id={account_id} />
      ) : (
        <p className={styles.note}>{refusalReason('bills:read')}</p>
      )}
      <div className={`${styles.sections} ${reportStyles.parts}`}>
        {owed && <Debtors account={{ account_id, name }} />}
        <div className={styles.columns}>
          {owed && <Ages owed={owed} />}
          {months.length > 0 && owed && (
            <div>
              <ByMonth months={months} links={links} />
              {returnable ? <p className={styles.note}>{returnableWords(returnable)}</p> : null}
            </div>
          )}
        </div>
        {owed && (
          <div className={styles.columns}>
            <NextDue owed={owed} />
            <Terms terms={owed.terms} />
          </div>
        )}
        {owed && (
          <IfPermitted permission="payments:read">
            <MonthEnd account_id={account_id} />
          </IfPermitted>
        )}
      </div>
    </>
  )
}

function Sums({ owed, account_id }: { owed: Owed; account_id: number }) {
  const { residue, overdue, debtors, late, in_30_days, in_90_days, next } = owed
  const id = String(account_id)
  const first = next[0]
  return (
    <FigureStrip
      figures={[
        {
          ...{ label: 'Da incassare', amount: residue },
          foot: debtors === 1 ? 'da 1 persona' : `da ${debtors} persone`,
          to: paths.bills({ account_id: id, money: 'residue' }),
        },
        {
          ...{ label: 'Scaduto', amount: overdue, danger: late > 0 },
          foot: late === 0 ? 'nessun moroso' : late === 1 ? '1 moroso' : `${late} morosi`,
          to: paths.bills({ account_id: id, money: 'overdue' }),
        },
        {
          ...{ label: 'In scadenza, 30 giorni', amount: in_30_days },
          foot: first ? `la prima il ${formatDate(first.due_date)}` : 'nessuna rata',
          to: paths.bills({ account_id: id, money: 'falling_due' }),
        },
        {
          ...{ label: 'In scadenza, 90 giorni', amount: in_90_days },
          foot:
            next.length === 0
              ? 'nessuna rata'
              : next.length === 1
                ? 'in un giorno'
                : `in ${next.length} giorni`,
        },
      ]}
    />
  )
}

/** The overdue amount by days of lateness, as bars or as a table. */
function Ages({ owed }: { owed: Owed }) {
  const [asTable, setAsTable] = useState(false)
  const rows = ageBands.map(({ id, label }) => ({ id, label, value: owed[id] }))
  return (
    <Section
      title="Da quanto è scaduto"
      help="owed"
      action={<LinkButton onClick={() => setAsTable(!asTable)}>{asTable ? 'Grafico' : 'Tabella'}</LinkButton>}
    >
      {asTable ? (
        <FiguresTable
          label="Scaduto per anzianità"
          rows={rows}
          rowKey={({ id }) => id}
          columns={[
            { header: 'Ritardo', cell: ({ label }) => label, total: 'Scaduto' },
            {
              header: 'Importo',
              cell: ({ value }) => <Amount cents={value} />,
              total: <Amount cents={owed.overdue} />,
            },
          ]}
        />
      ) : (
        <BarList label="Scaduto per anzianità" rows={rows} color="late" />
      )}
    </Section>
  )
}
