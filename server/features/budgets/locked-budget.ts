import type * as contract from '@saldo/contract/bills/budgets'
import type { Tx } from '../../db/connection.ts'
import { conflict, notFound } from '../../http/errors.ts'

/** A budget locked until the transaction ends. Money in cents. */
export type LockedBudget = {
  budget_id: number
  customer_id: number
  account_id: number
  starts_on: string
  ends_on: string
  name: string
  state: contract.Budget['state']
  issue_date: string
  due_dates: string[]
  amount: number
  seen: string | null
  issued_by: number | null
  /** In which it was confirmed, if a super user did. */
  impersonation_id: number | null
}

const columns = (tx: Tx) => tx`
  budget_id, customer_id, account_id, starts_on, ends_on, name, state, issue_date, due_dates::text[] as due_dates, amount, seen,
  issued_by, impersonation_id`

/** Locks the budget as the actor sees it; 404 when it is not visible. */
export async function lockBudget(tx: Tx, budget_id: number): Promise<LockedBudget> {
  const [budget] = await tx<LockedBudget[]>`
    select ${columns(tx)} from budgets where budget_id = ${budget_id} for update`
  if (!budget) throw notFound('Il preventivo')
  return budget
}

/** Reads the budget without a lock. */
export async function readBudget(tx: Tx, budget_id: number): Promise<LockedBudget> {
  const [budget] = await tx<LockedBudget[]>`select ${columns(tx)} from budgets where budget_id = ${budget_id}`
  if (!budget) throw notFound('Il preventivo')
  return budget
}

/** Locks a budget that may still change; 409 when it was confirmed or cancelled. */
export async function lockDraft(tx: Tx, budget_id: number): Promise<LockedBudget> {
  const budget = await lockBudget(tx, budget_id)
  if (budget.state !== 'draft') throw conflict('not_a_draft', notADraft[budget.state])
  return budget
}

const notADraft = {
  issuing: 'Le bollette si stanno emettendo: aspetta che finisca.',
  issued: 'Le bollette sono già emesse: per cambiare il preventivo annulla prima l’emissione.',
  cancelled: 'Questo preventivo è stato scartato.',
} as const
