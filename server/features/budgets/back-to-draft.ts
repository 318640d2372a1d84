import type { Services } from '../../services.ts'
import { notifyUser } from '../messages/notify-users.ts'
import type { LockedBudget } from './locked-budget.ts'

/** Makes a budget a draft again because no bill was written, and tells the person who confirmed it why. */
export async function backToDraft(
  services: Services,
  { budget_id, name, issued_by }: LockedBudget,
  why: string,
): Promise<void> {
  await services.asSystem(async (tx) => {
    const [back] = await tx`
      update budgets set state = 'draft', refusal = ${why}, progress_done = 0, progress_total = null, updated_at = now()
      where budget_id = ${budget_id} and state = 'issuing' returning budget_id`
    if (back)
      await notifyUser(services, tx, issued_by, {
        kind: 'budget',
        title: 'Bollette non emesse',
        body: `«${name}»: ${why}`,
        link: `/bollette/preventivi/${budget_id}`,
      })
  })
}
