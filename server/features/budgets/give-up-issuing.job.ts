import type { JobHandler } from '../../jobs/jobs.ts'
import { backToDraft } from './back-to-draft.ts'
import type { LockedBudget } from './locked-budget.ts'

/** Runs when issuing a budget's bills has failed for good; no bill was written. */
export const giveUpIssuing: JobHandler<'give-up-issuing'> = async (services, { budget_id }) => {
  const [budget] = await services.asSystem(
    (tx) => tx<LockedBudget[]>`select * from budgets where budget_id = ${budget_id} and state = 'issuing'`,
  )
  if (budget)
    await backToDraft(
      services,
      budget,
      'Qualcosa non ha funzionato e nessuna bolletta è stata emessa: conferma di nuovo.',
    )
}
