import { createRoute } from '@tanstack/react-router'
import { CoinsSwap } from 'iconoir-react'
import { lazyPage } from '../../lazy-page.ts'
import { lazyTab } from '../../records/record-tab.ts'
import { listSearch, page } from '../../routes/frames.ts'
import type { Section } from '../../sections/section.ts'
import { backOffice } from '../../session/permissions/variant.ts'

const list = createRoute({
  ...page({ admits: backOffice, permission: null, wide: true }),
  path: '/admin-management/moneynet',
  validateSearch: listSearch,
  component: lazyPage(() => import('./MoneyTransfersPage.tsx'), 'MoneyTransfersPage'),
})
const balances = createRoute({
  ...page({ admits: backOffice, permission: null, wide: true, ofAll: true }),
  path: '/admin-management/moneynet/saldi',
  validateSearch: listSearch,
  component: lazyPage(() => import('./BalancesPage.tsx'), 'BalancesPage'),
})
const statement = createRoute({
  ...page({ admits: backOffice, permission: null, wide: true }),
  path: '/admin-management/moneynet/saldi/$id',
  validateSearch: listSearch,
  component: lazyPage(() => import('./StatementPage.tsx'), 'StatementPage'),
})

const routes = [list, balances, statement]

/** Money of condominiums that goes from the provider to their bank accounts, with two persons. */
export const moneyTransfers: Section<typeof routes> = {
  routes,
  menu: [{ page: list, group: 'Gestione', label: 'Spostamenti di denaro', icon: CoinsSwap }],
  tabs: [
    {
      record: 'account',
      id: 'spostamenti',
      label: 'Accrediti',
      order: 65,
      Tab: lazyTab(() => import('./TransfersTab.tsx'), 'TransfersTab'),
    },
  ],
}
