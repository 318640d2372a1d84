import { createRoute } from '@tanstack/react-router'
import { Archive } from 'iconoir-react'
import { lazyPage } from '../../lazy-page.ts'
import { listSearch, page } from '../../routes/frames.ts'
import type { Section } from '../../sections/section.ts'
import { backOffice } from '../../session/permissions/variant.ts'

const list = createRoute({
  ...page({ admits: backOffice, permission: null, wide: true, ofAll: true }),
  path: '/admin-management/file',
  validateSearch: listSearch,
  component: lazyPage(() => import('./FilesPage.tsx'), 'FilesPage'),
})
const store = createRoute({
  ...page({ admits: backOffice, permission: null }),
  path: '/admin-management/file/archivio',
  component: lazyPage(() => import('./FileStorePage.tsx'), 'FileStorePage'),
})

const routes = [list, store]

/** Every file in the store. */
export const files: Section<typeof routes> = {
  routes,
  menu: [{ page: list, group: 'Gestione', label: 'File', icon: Archive }],
}
