import { createRoute } from '@tanstack/react-router'
import { Bank } from 'iconoir-react'
import { lazyPage } from '../../lazy-page.ts'
import { listSearch, page } from '../../routes/frames.ts'
import type { Section } from '../../sections/section.ts'
import { office } from '../../session/permissions/variant.ts'

const list = createRoute({
  ...page({ admits: office, permission: 'payments:read', wide: true }),
  path: '/bonifici',
  validateSearch: listSearch,
  component: lazyPage(() => import('./TransfersPage.tsx'), 'TransfersPage'),
})
const statements = createRoute({
  ...page({ admits: office, permission: 'payments:read', wide: true }),
  path: '/bonifici/estratti',
  validateSearch: listSearch,
  component: lazyPage(() => import('./StatementsPage.tsx'), 'StatementsPage'),
})
const rules = createRoute({
  ...page({ admits: office, permission: 'payments:read', wide: true }),
  path: '/bonifici/regole',
  validateSearch: listSearch,
  component: lazyPage(() => import('./RulesPage.tsx'), 'RulesPage'),
})
const importing = createRoute({
  ...page({ admits: office, permission: 'payments:write' }),
  path: '/bonifici/importa',
  component: lazyPage(() => import('./ImportStatementsPage.tsx'), 'ImportStatementsPage'),
})

const routes = [list, statements, rules, importing]

/** Movements of bank accounts, and what they settle. */
export const transfers: Section<typeof routes> = {
  routes,
  menu: [{ page: list, group: 'Incassi', label: 'Bonifici', icon: Bank, key: 'i', count: 'transfers' }],
  movedRows: {
    payer_rules: { one: 'regola su chi paga', many: 'regole su chi paga' },
  },
}
