import { yearName } from '@saldo/domain/bills/year-of-accounts'
import { useQuery } from '@tanstack/react-query'
import { Link, useParams, useSearch } from '@tanstack/react-router'
import { paths } from '../../paths.ts'
import { type BudgetDetail, budgetQuery } from '../../records/budget-query.ts'
import { useRefusalReason } from '../../session/permissions/permission.ts'
import { StateLabel } from '../../ui/data/StateLabel.tsx'
import { LoadedRecord } from '../../ui/feedback/LoadedRecord.tsx'
import { Progress } from '../../ui/feedback/Progress.tsx'
import { formatCountOf, type Query } from '../../ui/grid/list.ts'
import links from '../../ui/layout/Links.module.css'
import { LinkTabs } from '../../ui/layout/LinkTabs.tsx'
import { PageTitle } from '../../ui/layout/PageTitle.tsx'
import styles from './Budget.module.css'
import { BudgetDates } from './BudgetDates.tsx'
import { BudgetExpenseList } from './BudgetExpenseList.tsx'
import { BudgetExpenses } from './BudgetExpenses.tsx'
import { BudgetIssued } from './BudgetIssued.tsx'
import { BudgetPreview } from './BudgetPreview.tsx'
import { budgetStates } from './budget-states.ts'
import { billsOf } from './budget-words.ts'

/** A budget in any state; its address can be left and reopened. */
export function BudgetPage() {
  const id = Number(useParams({ strict: false }).id)
  const query = useQuery(budgetQuery(id))
  const list = (
    <Link {...paths.budgets()} className={links.link}>
      Preventivi
    </Link>
  )
  return (
    <LoadedRecord
      query={query}
      the="il preventivo"
      missing="Questo preventivo non c’è"
      list={list}
      name={query.data?.name ?? `n. ${id}`}
      tabTitle={query.data?.name ?? 'Preventivo'}
    >
      {(budget) => (
        <>
          <PageTitle
            title={budget.name}
            summary={
              <>
                <Link {...paths.account(budget.account_id)} className={links.link}>
                  {budget.account_name}
                </Link>{' '}
                · esercizio {yearName(budget)} ·{' '}
                <span className={styles.state}>
                  <StateLabel state={budgetStates[budget.state]} />
                </span>
              </>
            }
          />
          {budget.state === 'draft' ? <Draft budget={budget} /> : <Stage budget={budget} />}
        </>
      )}
    </LoadedRecord>
  )
}

const steps = [
  { id: 'voci', label: '1. Voci', Step: BudgetExpenses },
  { id: 'rate', label: '2. Rate', Step: BudgetDates },
  { id: 'anteprima', label: '3. Anteprima', Step: BudgetPreview },
] as const

/** The steps of a draft, each an address. */
function Draft({ budget }: { budget: BudgetDetail }) {
  const named = (useSearch({ strict: false }) as Query).passo
  const mayNot = useRefusalReason('bills:write')
  const open = steps.find(({ id }) => id === named) ?? steps[0]
  if (mayNot)
    return (
      <div className={styles.stage} style={{ marginTop: 20 }}>
        <p className={styles.dim}>{mayNot}</p>
        <BudgetExpenseList budget={budget} />
      </div>
    )
  return (
    <>
      <LinkTabs label="Passi">
        {steps.map(({ id, label }) => (
          <Link
            key={id}
            {...paths.budget(budget.budget_id, id)}
            aria-current={id === open.id ? 'step' : undefined}
          >
            {label}
          </Link>
        ))}
      </LinkTabs>
      <div className={styles.stage} style={{ marginTop: 24 }}>
        {budget.refusal && (
          <div className={styles.notice} role="status">
            <p>{budget.refusal}</p>
          </div>
        )}
        <open.Step budget={budget} />
      </div>
    </>
  )
}

function Stage({ budget }: { budget: BudgetDetail }) {
  const { done, total } = budget.progress
  return (
    <div className={styles.stage} style={{ marginTop: 20 }}>
      {budget.state === 'issuing' && (
        <>
          <p role="status">
            <strong>Scrivo le bollette</strong>
            {total !== null && `: ${done} di ${formatCountOf(total, billsOf)}`}
          </p>
          <Progress label="Scrivo le bollette" share={total ? done / total : null} />
          <p className={styles.dim}>
            Puoi andare altrove: lo ritrovi fra i preventivi, e ti avviso quando ho finito. Si scrivono tutte
            o nessuna.
          </p>
        </>
      )}
      {budget.state === 'issued' && <BudgetIssued budget={budget} />}
      {budget.state === 'cancelled' && (
        <p className={styles.dim}>Scartato prima dell’emissione: non ne è venuta nessuna bolletta.</p>
      )}
    </div>
  )
}
