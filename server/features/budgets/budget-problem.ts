import type * as contract from '@saldo/contract/bills/budgets'

export type Problem = contract.BudgetProblem

/** A problem with the units or expenses that it concerns, of which the first are named. */
export const problem = (kind: Problem['kind'], message: string, names: readonly string[] = []): Problem => ({
  kind,
  ...notice(message, names),
})

export const notice = (message: string, names: readonly string[] = []): contract.BudgetNotice => ({
  message,
  count: names.length,
  names: names.slice(0, 20),
})

/** `un’unità`, `2 unità`: after *di*, *in* and the like. */
export const unitsInWords = (count: number): string => (count === 1 ? 'un’unità' : `${count} unità`)
