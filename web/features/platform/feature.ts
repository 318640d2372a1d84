import { createRoute } from '@tanstack/react-router'
import { ControlSlider } from 'iconoir-react'
import { lazyPage } from '../../lazy-page.ts'
import { listSearch, page } from '../../routes/frames.ts'
import type { Section } from '../../sections/section.ts'
import { backOffice } from '../../session/permissions/variant.ts'

const path = '/admin-management/piattaforma'
const admits = { admits: backOffice, permission: null, wide: true } as const

const maintenances = createRoute({
  ...page(admits),
  path,
  validateSearch: listSearch,
  component: lazyPage(() => import('./maintenances/MaintenancesPage.tsx'), 'MaintenancesPage'),
})
const versions = createRoute({
  ...page(admits),
  path: `${path}/versioni`,
  component: lazyPage(() => import('./versions/VersionsPage.tsx'), 'VersionsPage'),
})
const announcements = createRoute({
  ...page(admits),
  path: `${path}/avvisi`,
  validateSearch: listSearch,
  component: lazyPage(() => import('./announcements/AnnouncementsPage.tsx'), 'AnnouncementsPage'),
})
const features = createRoute({
  ...page(admits),
  path: `${path}/funzioni`,
  component: lazyPage(() => import('./features/FeaturesPage.tsx'), 'FeaturesPage'),
})

const routes = [maintenances, versions, announcements, features]

/** The switches of the product: maintenance, minimum versions, announcements, functions. */
export const platform: Section<typeof routes> = {
  routes,
  menu: [{ page: maintenances, group: 'Gestione', label: 'Piattaforma', icon: ControlSlider }],
}
