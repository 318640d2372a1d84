import { createRoute } from '@tanstack/react-router'
import { Book, TableRows } from 'iconoir-react'
import { lazyPage } from '../../lazy-page.ts'
import { listSearch, page } from '../../routes/frames.ts'
import type { Section } from '../../sections/section.ts'
import { office } from '../../session/permissions/variant.ts'

const cash = createRoute({
  ...page({ admits: office, permission: 'payments:read', wide: true }),
  path: '/registro',
  validateSearch: listSearch,
  component: lazyPage(() => import('./CashPage.tsx'), 'CashPage'),
})
const register = createRoute({
  ...page({ admits: office, permission: 'payments:read', wide: true }),
  path: '/registro/$id',
  validateSearch: listSearch,
  component: lazyPage(() => import('./RegisterPage.tsx'), 'RegisterPage'),
})
const journal = createRoute({
  ...page({ admits: office, permission: 'payments:read', wide: true }),
  path: '/prima-nota',
  validateSearch: listSearch,
  component: lazyPage(() => import('./JournalPage.tsx'), 'JournalPage'),
})

const routes = [cash, register, journal]

/** The accounting register of each condominium, and the journal. */
export const books: Section<typeof routes> = {
  routes,
  menu: [
    { page: cash, group: 'Contabilità', label: 'Registro contabile', icon: Book, key: 'r' },
    { page: journal, group: 'Contabilità', label: 'Prima nota', icon: TableRows },
  ],
  movedRows: {
    ledger_entries: { one: 'scrittura contabile', many: 'scritture contabili' },
  },
}
