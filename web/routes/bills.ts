/** Bills and what goes with them: imports, budgets, reminders, instalment plans. */
import { createRoute } from '@tanstack/react-router'
import { lazyPage } from '../lazy-page.ts'
import { listSearch, staff, wide } from './frames.ts'

const bollette = createRoute({
  getParentRoute: () => staff,
  path: '/bollette',
  ...wide,
  validateSearch: listSearch,
  component: lazyPage(() => import('../features/bills/BillsPage.tsx'), 'BillsPage'),
})
const bolletta = createRoute({
  getParentRoute: () => staff,
  path: '/bollette/$id',
  component: lazyPage(() => import('../features/bills/BillPage.tsx'), 'BillPage'),
})
const nuovaBolletta = createRoute({
  getParentRoute: () => staff,
  path: '/bollette/nuova',
  validateSearch: listSearch,
  component: lazyPage(() => import('../features/bills/NewBillPage.tsx'), 'NewBillPage'),
})
const modificaBolletta = createRoute({
  getParentRoute: () => staff,
  path: '/bollette/$id/modifica',
  component: lazyPage(() => import('../features/bills/EditBillPage.tsx'), 'EditBillPage'),
})
const annullamento = createRoute({
  getParentRoute: () => staff,
  path: '/bollette/annullamenti/$id',
  component: lazyPage(() => import('../features/bills/CancelRunPage.tsx'), 'CancelRunPage'),
})
const importa = createRoute({
  getParentRoute: () => staff,
  path: '/bollette/importa',
  ...wide,
  component: lazyPage(() => import('../features/imports/ImportsPage.tsx'), 'BillsImportsPage'),
})
const importazione = createRoute({
  getParentRoute: () => staff,
  path: '/bollette/importa/$id',
  ...wide,
  component: lazyPage(() => import('../features/imports/ImportPage.tsx'), 'BillsImportPage'),
})
const preventivi = createRoute({
  getParentRoute: () => staff,
  path: '/bollette/preventivi',
  ...wide,
  validateSearch: listSearch,
  component: lazyPage(() => import('../features/budgets/BudgetsPage.tsx'), 'BudgetsPage'),
})
const nuovoPreventivo = createRoute({
  getParentRoute: () => staff,
  path: '/bollette/preventivi/nuovo',
  validateSearch: listSearch,
  component: lazyPage(() => import('../features/budgets/NewBudgetPage.tsx'), 'NewBudgetPage'),
})
const preventivo = createRoute({
  getParentRoute: () => staff,
  path: '/bollette/preventivi/$id',
  validateSearch: listSearch,
  component: lazyPage(() => import('../features/budgets/BudgetPage.tsx'), 'BudgetPage'),
})
const solleciti = createRoute({
  getParentRoute: () => staff,
  path: '/solleciti',
  ...wide,
  validateSearch: listSearch,
  component: lazyPage(() => import('../features/reminders/RemindersPage.tsx'), 'RemindersPage'),
})
const passiDeiSolleciti = createRoute({
  getParentRoute: () => staff,
  path: '/solleciti/passi',
  validateSearch: listSearch,
  component: lazyPage(() => import('../features/reminders/SequencePage.tsx'), 'SequencePage'),
})
const piani = createRoute({
  getParentRoute: () => staff,
  path: '/piani',
  ...wide,
  validateSearch: listSearch,
  component: lazyPage(() => import('../features/plans/PlansPage.tsx'), 'PlansPage'),
})
const nuovoPiano = createRoute({
  getParentRoute: () => staff,
  path: '/piani/nuovo',
  validateSearch: listSearch,
  component: lazyPage(() => import('../features/plans/NewPlanPage.tsx'), 'NewPlanPage'),
})

export const billPages = [
  bollette,
  bolletta,
  nuovaBolletta,
  modificaBolletta,
  annullamento,
  importa,
  importazione,
  preventivi,
  nuovoPreventivo,
  preventivo,
  solleciti,
  passiDeiSolleciti,
  piani,
  nuovoPiano,
] as const
