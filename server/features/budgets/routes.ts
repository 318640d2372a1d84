import { exportBudgets, listBudgets, summariseBudgets } from './budgets-list.ts'
import { copyBudget } from './copy-budget.ts'
import { cancelBudget, createBudget, getBudget, updateBudget } from './edit-budget.ts'
import {
  addBudgetExpense,
  addUsualExpenses,
  changeBudgetExpense,
  removeBudgetExpense,
} from './edit-expense.ts'
import { issueBudget } from './issue-budget.ts'
import { previewBudget } from './preview-budget.ts'
import { undoBudget } from './undo-budget.ts'

export const budgetRoutes = [
  listBudgets,
  summariseBudgets,
  exportBudgets,
  getBudget,
  createBudget,
  updateBudget,
  copyBudget,
  cancelBudget,
  addBudgetExpense,
  addUsualExpenses,
  changeBudgetExpense,
  removeBudgetExpense,
  previewBudget,
  issueBudget,
  undoBudget,
]
