import { analyzeAfter } from '../../db/analyze.ts'
import { closedDay } from '../../db/closed-period.ts'
import { recordAudit } from '../../db/record-audit.ts'
import { ApiError, periodClosed } from '../../http/errors.ts'
import type { JobHandler } from '../../jobs/jobs.ts'
import type { Services } from '../../services.ts'
import { actorName } from '../../timeline/actor-name.ts'
import { issueBills } from '../bills/edit/issue-bills.ts'
import { notifyUser } from '../messages/notify-users.ts'
import { backToDraft } from './back-to-draft.ts'
import { type LockedBudget, readBudget } from './locked-budget.ts'
import { planBudget } from './plan-budget.ts'

/**
 * Writes all bills of a confirmed budget, or none, in one transaction as the person who confirmed it. Idempotent,
 * because the state changes in the same transaction. Progress is reported outside that transaction.
 */
export const issueBudgetJob: JobHandler<'issue-budget'> = async (services, { budget_id }) => {
  const [found] = await services.asSystem(
    (tx) => tx<LockedBudget[]>`select * from budgets where budget_id = ${budget_id} and state = 'issuing'`,
  )
  if (!found) return
  const { customer_id, issued_by, impersonation_id } = found
  try {
    await services.asCustomer({ customer_id, user_id: issued_by, impersonation_id }, async (tx) => {
      await tx`select pg_advisory_xact_lock(hashtext('issue-budget'), ${budget_id}::int)`
      const budget = await readBudget(tx, budget_id)
      if (budget.state !== 'issuing') return
      const { bills, items, problems, seen, amount, closed_to } = await planBudget(tx, budget)
      if (closed_to) throw periodClosed(closed_to, ['issue_date'])
      if (problems.length > 0 || seen !== budget.seen) throw new ChangedMeanwhile()
      await issueBills(tx, budget, {
        bills: bills.map(({ lines, ...bill }) => ({
          ...bill,
          lines: lines.map(({ item, amount }) => ({ description: items[item]?.description ?? '', amount })),
        })),
        actor: await actorName(tx),
        progress: (done) => reportProgress(services, budget_id, done),
      })
      await tx`
        update budgets set state = 'issued', issued_at = now(), progress_done = ${bills.length}, updated_at = now()
        where budget_id = ${budget_id}`
      await recordAudit(tx, {
        ...{ customer_id, account_id: budget.account_id, noun: 'budgets', record_id: budget_id },
        ...{ label: budget.name, act: 'issued', after: { bills: bills.length, amount } },
      })
      await analyzeAfter(tx, bills.length)
      await notifyUser(services, tx, issued_by, {
        kind: 'budget',
        title: 'Bollette emesse',
        body: `«${budget.name}»: ${inWords(bills.length)}.`,
        link: `/bollette/preventivi/${budget_id}`,
      })
    })
  } catch (error) {
    const why = whyNotIssued(error)
    if (why === null) throw error
    await backToDraft(services, found, why)
  }
}

/** Why a retry would fail too; null when it may succeed. */
function whyNotIssued(error: unknown): string | null {
  if (error instanceof ChangedMeanwhile) return changed
  const closed = closedDay(error)
  if (closed) return periodClosed(closed.closed_to, []).message
  return error instanceof ApiError ? error.message : null
}

class ChangedMeanwhile extends Error {}
const changed = 'Nel frattempo qualcosa è cambiato: ricontrolla l’anteprima e conferma di nuovo.'

const reportProgress = (services: Services, budget_id: number, done: number) =>
  services.asSystem((tx) => tx`update budgets set progress_done = ${done} where budget_id = ${budget_id}`)

const grouped = new Intl.NumberFormat('it-IT', { useGrouping: 'always' })
const inWords = (count: number) => (count === 1 ? 'una bolletta' : `${grouped.format(count)} bollette`)
