import { createRoute } from '@tanstack/react-router'
import { lazyPage } from '../../lazy-page.ts'
import { lazyTab } from '../../records/record-tab.ts'
import { listSearch, page } from '../../routes/frames.ts'
import type { Section } from '../../sections/section.ts'
import { office } from '../../session/permissions/variant.ts'

const list = createRoute({
  ...page({ admits: office, permission: 'bills:read', wide: true }),
  path: '/bollette/preventivi',
  validateSearch: listSearch,
  component: lazyPage(() => import('./BudgetsPage.tsx'), 'BudgetsPage'),
})
const create = createRoute({
  ...page({ admits: office, permission: 'bills:write' }),
  path: '/bollette/preventivi/nuovo',
  validateSearch: listSearch,
  component: lazyPage(() => import('./NewBudgetPage.tsx'), 'NewBudgetPage'),
})
const one = createRoute({
  ...page({ admits: office, permission: 'bills:read' }),
  path: '/bollette/preventivi/$id',
  validateSearch: listSearch,
  component: lazyPage(() => import('./BudgetPage.tsx'), 'BudgetPage'),
})

const routes = [list, create, one]

/** Bills from a year’s budget. */
export const budgets: Section<typeof routes> = {
  routes,
  tabs: [
    {
      record: 'account',
      id: 'preventivi',
      label: 'Preventivi',
      order: 50,
      Tab: lazyTab(() => import('./BudgetsTab.tsx'), 'BudgetsTab'),
    },
  ],
}
