import { createRoute } from '@tanstack/react-router'
import { Building } from 'iconoir-react'
import { lazyPage } from '../../lazy-page.ts'
import { paths } from '../../paths.ts'
import { lazyTab } from '../../records/record-tab.ts'
import { listSearch, page } from '../../routes/frames.ts'
import type { Section } from '../../sections/section.ts'
import { office } from '../../session/permissions/variant.ts'

const list = createRoute({
  ...page({ admits: office, permission: 'accounts:read', wide: true }),
  path: '/condomini',
  validateSearch: listSearch,
  component: lazyPage(() => import('./AccountsPage.tsx'), 'AccountsPage'),
})
const one = createRoute({
  ...page({ admits: office, permission: 'accounts:read' }),
  path: '/condomini/$id',
  validateSearch: listSearch,
  component: lazyPage(() => import('./AccountPage.tsx'), 'AccountPage'),
})
const create = createRoute({
  ...page({ admits: office, permission: 'accounts:write' }),
  path: '/condomini/nuovo',
  component: lazyPage(() => import('./NewAccountPage.tsx'), 'NewAccountPage'),
})
const edit = createRoute({
  ...page({ admits: office, permission: 'accounts:write' }),
  path: '/condomini/$id/modifica',
  component: lazyPage(() => import('./EditAccountPage.tsx'), 'EditAccountPage'),
})

const routes = [list, one, create, edit]

/** Condominiums: list, record, forms. */
export const accounts: Section<typeof routes> = {
  routes,
  menu: [{ page: list, group: 'Registro', label: 'Condomìni', icon: Building, key: 'c', count: 'accounts' }],
  search: {
    kind: 'condomini',
    filter: 'by_accounts',
    order: 10,
    label: 'Condomìni',
    icon: Building,
    title: ({ account_name }) => [account_name],
    detail: ({ fiscal_code }) => [fiscal_code],
    open: ({ account_id }) => paths.account(account_id as number),
    list: (q) => paths.accounts({ q }),
  },
  tabs: [
    {
      record: 'account',
      id: 'dati',
      label: 'Dati',
      order: 10,
      Tab: lazyTab(() => import('./DataTab.tsx'), 'DataTab'),
    },
    {
      record: 'account',
      id: 'banca',
      label: 'Banca',
      order: 70,
      Tab: lazyTab(() => import('./iban/BankTab.tsx'), 'BankTab'),
    },
    {
      record: 'account',
      id: 'preferenze',
      label: 'Preferenze',
      order: 80,
      Tab: lazyTab(() => import('./PreferencesTab.tsx'), 'PreferencesTab'),
    },
  ],
}
