import { moneySections } from '@saldo/domain/section'
import { feature } from '../../feature.ts'
import { giveUpIssuing } from './give-up-issuing.job.ts'
import { issueBudgetJob } from './issue-budget.job.ts'
import { budgetRoutes } from './routes.ts'

declare module '../../jobs/jobs.ts' {
  interface Jobs {
    'give-up-issuing': { budget_id: number }
    'issue-budget': { budget_id: number }
  }
}

export const budgets = feature({
  tables: {
    budget_expenses: moneySections,
    budgets: moneySections,
  },
  routes: budgetRoutes,
  jobs: {
    'give-up-issuing': { run: giveUpIssuing, retries: 12, seconds: 60 },
    'issue-budget': {
      run: issueBudgetJob,
      retries: 2,
      seconds: 1800,
      together: 1,
      otherwise: 'give-up-issuing',
    },
  },
})
