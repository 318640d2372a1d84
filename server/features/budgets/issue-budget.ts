import * as contract from '@saldo/contract/bills/budgets'
import { conflict, periodClosed } from '../../http/errors.ts'
import { serve } from '../../http/serve.ts'
import { budgetDetail } from './budget-detail.ts'
import { lockDraft } from './locked-budget.ts'
import { planBudget } from './plan-budget.ts'

/** Confirms the previewed budget; a job writes the bills, all or none. */
export const issueBudget = serve(contract.issueBudget, async ({ services, tx, params, body, actor }) => {
  const budget = await lockDraft(tx, params.id)
  const { problems, bills, seen, closed_to } = await planBudget(tx, budget)
  if (closed_to) throw periodClosed(closed_to, ['issue_date'])
  if (problems[0]) throw conflict('budget_incomplete', problems[0].message)
  if (bills.length === 0)
    throw conflict('budget_incomplete', 'Non ne viene nessuna bolletta: controlla le voci.')
  if (seen !== body.seen) throw changedMeanwhile()
  const issued_by = 'user_id' in actor ? actor.user_id : null
  await tx`
    update budgets set state = 'issuing', seen = ${seen}, refusal = null, progress_done = 0, progress_total = ${bills.length},
      issued_by = ${issued_by}, impersonation_id = actor_impersonation_id(), updated_at = now()
    where budget_id = ${budget.budget_id}`
  await services.queue.enqueue(tx, 'issue-budget', { budget_id: budget.budget_id })
  return budgetDetail(tx, budget.budget_id)
})

const changedMeanwhile = () =>
  conflict(
    'preview_changed',
    'Nel frattempo qualcosa è cambiato: ricontrolla l’anteprima e conferma di nuovo.',
  )
