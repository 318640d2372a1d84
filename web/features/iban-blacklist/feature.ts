import { createRoute } from '@tanstack/react-router'
import { Prohibition } from 'iconoir-react'
import { lazyPage } from '../../lazy-page.ts'
import { listSearch, page } from '../../routes/frames.ts'
import type { Section } from '../../sections/section.ts'
import { backOffice } from '../../session/permissions/variant.ts'

const list = createRoute({
  ...page({ admits: backOffice, permission: null, wide: true, ofAll: true }),
  path: '/admin-management/iban-blacklist',
  validateSearch: listSearch,
  component: lazyPage(() => import('./IbanBlacklistPage.tsx'), 'IbanBlacklistPage'),
})

const routes = [list]

/** IBANs that must neither receive nor pay. */
export const ibanBlacklist: Section<typeof routes> = {
  routes,
  menu: [{ page: list, group: 'Gestione', label: 'IBAN bloccati', icon: Prohibition }],
}
