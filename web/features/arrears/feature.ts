import { createRoute } from '@tanstack/react-router'
import { WarningTriangle } from 'iconoir-react'
import { lazyPage } from '../../lazy-page.ts'
import { listSearch, page } from '../../routes/frames.ts'
import type { Section } from '../../sections/section.ts'
import { office } from '../../session/permissions/variant.ts'

const ofAccounts = createRoute({
  ...page({ admits: office, permission: 'bills:read', wide: true }),
  path: '/morosita',
  validateSearch: listSearch,
  component: lazyPage(() => import('./ArrearsPage.tsx'), 'ArrearsPage'),
})
const ofSubjects = createRoute({
  ...page({ admits: office, permission: 'bills:read', wide: true }),
  path: '/morosita/persone',
  validateSearch: listSearch,
  component: lazyPage(() => import('./ArrearsPage.tsx'), 'SubjectArrearsPage'),
})

const routes = [ofAccounts, ofSubjects]

/** Overdue amounts by age, by condominium and by person. */
export const arrears: Section<typeof routes> = {
  routes,
  menu: [{ page: ofAccounts, group: 'Incassi', label: 'Morosità', icon: WarningTriangle }],
}
