import * as contract from '@saldo/contract/bills/budgets'
import { recordAudit } from '../../db/record-audit.ts'
import { conflict } from '../../http/errors.ts'
import { serve } from '../../http/serve.ts'
import { actorName } from '../../timeline/actor-name.ts'
import { cancelBillsOfBudget } from '../bills/bulk/cancel-bills-of-budget.ts'
import { budgetDetail } from './budget-detail.ts'
import { lockBudget } from './locked-budget.ts'
import { whyNotUndo } from './why-not-undo.ts'

/** Cancels all bills of a budget; they keep number and history. The budget can be corrected and issued again. */
export const undoBudget = serve(contract.undoBudget, async ({ tx, services, params }) => {
  const budget = await lockBudget(tx, params.id)
  const bills = await cancelBillsOfBudget(services, tx, budget, {
    text: 'Annullata con tutto il preventivo',
    actor: await actorName(tx),
    // Checked after the bills are locked, so that nobody starts to pay one meanwhile.
    unless: async () => {
      const why = await whyNotUndo(tx, budget)
      if (why) throw conflict('not_undoable', `Non posso annullare l’emissione. ${why}`)
    },
  })
  await tx`
    update budgets set state = 'draft', refusal = null, seen = null, issued_at = null, progress_done = 0, progress_total = null,
      updated_at = now()
    where budget_id = ${params.id}`
  const { customer_id, account_id, budget_id, name, amount } = budget
  await recordAudit(tx, {
    ...{ customer_id, account_id, noun: 'budgets', record_id: budget_id, label: name, act: 'undone' },
    before: { bills, amount },
  })
  return budgetDetail(tx, params.id)
})
