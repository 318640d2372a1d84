import { Button } from '@mantine/core'
import { yearName } from '@saldo/domain/bills/year-of-accounts'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { paths } from '../../paths.ts'
import type { AccountTabProps } from '../../records/record-tab.ts'
import { usePermission } from '../../session/permissions/permission.ts'
import { Amount } from '../../ui/data/Amount.tsx'
import { DateCell } from '../../ui/data/DateCell.tsx'
import { Rows } from '../../ui/data/Rows.tsx'
import { StateLabel } from '../../ui/data/StateLabel.tsx'
import { TwoLineCell } from '../../ui/data/TwoLineCell.tsx'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { QueryError } from '../../ui/feedback/QueryError.tsx'
import { Loading, TextSkeleton } from '../../ui/feedback/Skeleton.tsx'
import { formatCountOf } from '../../ui/grid/list.ts'
import links from '../../ui/layout/Links.module.css'
import { Section } from '../../ui/layout/Section.tsx'
import styles from './Budget.module.css'
import { budgetsOfAccountQuery } from './budget-acts.ts'
import { budgetStates } from './budget-states.ts'
import { budgetsAreFor } from './budget-words.ts'

const words = { one: 'preventivo', many: 'preventivi' }

/** A condominium's budgets, newest first. */
export function BudgetsTab({ account: { account_id } }: AccountTabProps) {
  const { data, ...query } = useQuery(budgetsOfAccountQuery(account_id))
  const filter = { account_id: String(account_id) }
  const add = usePermission('bills:write') && (
    <Button renderRoot={(props) => <Link {...paths.newBudget(filter)} {...props} />}>Nuovo preventivo</Button>
  )
  return (
    <div className={styles.stage} style={{ marginTop: 24 }}>
      <Section
        title="Preventivi"
        action={
          data?.next_cursor && (
            <Link {...paths.budgets(filter)} className={links.link}>
              Tutti i {words.many}
            </Link>
          )
        }
      >
        {query.isPending && (
          <Loading what="i preventivi">
            <TextSkeleton lines={4} />
          </Loading>
        )}
        {query.isError && (
          <QueryError
            error={query.error}
            what="Non riesco a mostrare i preventivi"
            onRetry={() => void query.refetch()}
          />
        )}
        {data && (
          <Rows
            label={formatCountOf(data.items.length, words)}
            none={
              <EmptyState title="Nessun preventivo per questo condominio" action={add}>
                {budgetsAreFor}
              </EmptyState>
            }
            rows={data.items.map((budget) => ({
              id: budget.budget_id,
              name: (
                <TwoLineCell
                  first={
                    <Link {...paths.budget(budget.budget_id)} className={links.name}>
                      {budget.name}
                    </Link>
                  }
                  second={`Esercizio ${yearName(budget)}`}
                />
              ),
              when: <DateCell day={budget.issue_date} />,
              amount: <Amount cents={budget.amount} size="strong" />,
              state: <StateLabel state={budgetStates[budget.state]} />,
            }))}
          />
        )}
      </Section>
      {data && data.items.length > 0 && add && <div className={styles.actions}>{add}</div>}
    </div>
  )
}
