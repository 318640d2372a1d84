import { Link } from '@tanstack/react-router'
import { paths } from '../../paths.ts'
import type { BudgetDetail } from '../../records/budget-query.ts'
import styles from './Budget.module.css'
import type { Preview } from './budget-acts.ts'

type Problem = Preview['problems'][number]

/** Problems that prevent issuing, each with what it is about and the way to where it is settled. */
export function BudgetProblems({ budget, problems }: { budget: BudgetDetail; problems: readonly Problem[] }) {
  if (problems.length === 0) return null
  return (
    <div className={styles.notice} role="status">
      <p>
        <strong>Prima di emettere</strong>
      </p>
      <ul>
        {problems.map((problem) => (
          <li key={problem.message}>
            {problem.message} <Named {...problem} /> <WayToSettle budget={budget} kind={problem.kind} />
          </li>
        ))}
      </ul>
    </div>
  )
}

/** What is worth a look before issuing, and does not prevent it. */
export function BudgetNotices({ notices }: Pick<Preview, 'notices'>) {
  if (notices.length === 0) return null
  return (
    <div className={styles.look}>
      <p>
        <strong>Da controllare</strong>
      </p>
      <ul>
        {notices.map((notice) => (
          <li key={notice.message}>
            {notice.message} <Named {...notice} />
          </li>
        ))}
      </ul>
    </div>
  )
}

/** `Int. 1; Int. 2 e altre 3.` */
const Named = ({ names, count }: Pick<Problem, 'names' | 'count'>) =>
  count > 0 && `${names.join('; ')}${count > names.length ? ` e altre ${count - names.length}` : ''}.`

function WayToSettle({ budget, kind }: { budget: BudgetDetail; kind: Problem['kind'] }) {
  const { budget_id, account_id } = budget
  switch (kind) {
    case 'no_due_dates':
    case 'wrong_dates':
    case 'period_closed':
      return (
        <Link {...paths.budget(budget_id, 'rate')} className={styles.way}>
          Vai alle date
        </Link>
      )
    case 'no_weight':
    case 'nobody':
      return <WayToWeights {...budget} />
    case 'no_table':
      // Without any table there is none to choose: it has to be written first.
      return budget.basis.tables.length === 0 ? (
        <WayToWeights {...budget} />
      ) : (
        <WayToExpenses budget_id={budget_id} />
      )
    case 'no_payer':
    case 'no_usufructuary':
    case 'no_bare_owner':
    case 'shares':
      return (
        <Link {...paths.accountForBudget(account_id, 'unita', budget_id)} className={styles.way}>
          Vai alle unità
        </Link>
      )
    default:
      return <WayToExpenses budget_id={budget_id} />
  }
}

/** The way to where the condominium's weights are written, and back to the budget. */
export const WayToWeights = ({ budget_id, account_id }: Pick<BudgetDetail, 'budget_id' | 'account_id'>) => (
  <Link {...paths.accountForBudget(account_id, 'tabelle', budget_id)} className={styles.way}>
    Scrivi i millesimi
  </Link>
)

const WayToExpenses = ({ budget_id }: Pick<BudgetDetail, 'budget_id'>) => (
  <Link {...paths.budget(budget_id, 'voci')} className={styles.way}>
    Vai alle voci
  </Link>
)
