import { createRoute } from '@tanstack/react-router'
import { Bank } from 'iconoir-react'
import { lazyPage } from '../../lazy-page.ts'
import { lazyTab } from '../../records/record-tab.ts'
import { listSearch, page } from '../../routes/frames.ts'
import type { Section } from '../../sections/section.ts'
import { office } from '../../session/permissions/variant.ts'

const one = createRoute({
  ...page({ admits: office, permission: 'payments:read', wholeOffice: true }),
  path: '/account-incassi',
  validateSearch: listSearch,
  component: lazyPage(() => import('./ProviderAccountPage.tsx'), 'ProviderAccountPage'),
})

const routes = [one]

/** The customer’s own account at the payment provider. */
export const providerAccounts: Section<typeof routes> = {
  routes,
  menu: [{ page: one, group: 'user', label: 'Account incassi', icon: Bank }],
  tabs: [
    {
      record: 'customer',
      id: 'incassi',
      label: 'Account incassi',
      order: 40,
      Tab: lazyTab(() => import('./ProviderAccountTab.tsx'), 'ProviderAccountTab'),
    },
  ],
}
