import { createRoute } from '@tanstack/react-router'
import { Coins } from 'iconoir-react'
import { lazyPage } from '../../lazy-page.ts'
import { listSearch, page } from '../../routes/frames.ts'
import type { Section } from '../../sections/section.ts'
import { backOffice } from '../../session/permissions/variant.ts'

const list = createRoute({
  ...page({ admits: backOffice, permission: null, wide: true }),
  path: '/admin-management/debiti-studi',
  validateSearch: listSearch,
  component: lazyPage(() => import('./OfficeDebtsPage.tsx'), 'OfficeDebtsPage'),
})

const routes = [list]

/** The debts of offices to Saldo. */
export const officeDebts: Section<typeof routes> = {
  routes,
  menu: [{ page: list, group: 'Gestione', label: 'Debiti degli studi', icon: Coins }],
}
