import { createRoute } from '@tanstack/react-router'
import { Folder } from 'iconoir-react'
import { lazyPage } from '../../lazy-page.ts'
import { lazyTab } from '../../records/record-tab.ts'
import { listSearch, page } from '../../routes/frames.ts'
import type { Section } from '../../sections/section.ts'

const own = createRoute({
  ...page({
    admits: ['unregistered', 'b2b', 'store', 'superuser'],
    permission: 'documents:read',
    wholeOffice: true,
  }),
  path: '/documenti',
  component: lazyPage(() => import('./DocumentsPage.tsx'), 'DocumentsPage'),
})

const shared = createRoute({
  ...page({ admits: ['b2c'], permission: null }),
  path: '/documenti-del-condominio',
  validateSearch: listSearch,
  component: lazyPage(() => import('./MyDocumentsPage.tsx'), 'MyDocumentsPage'),
})

const routes = [own, shared]

/** Documents of offices, condominiums and people. */
export const documents: Section<typeof routes> = {
  routes,
  menu: [{ page: own, group: 'user', label: 'Documenti', icon: Folder, hiddenInB2c: true }],
  tabs: [
    {
      record: 'account',
      id: 'documenti',
      label: 'Documenti',
      order: 90,
      Tab: lazyTab(() => import('./DocumentsTab.tsx'), 'AccountDocumentsTab'),
    },
    {
      record: 'subject',
      id: 'documenti',
      label: 'Documenti',
      order: 80,
      Tab: lazyTab(() => import('./DocumentsTab.tsx'), 'SubjectDocumentsTab'),
    },
    {
      record: 'customer',
      id: 'documenti',
      label: 'Documenti',
      order: 20,
      Tab: lazyTab(() => import('./DocumentsTab.tsx'), 'CustomerDocumentsTab'),
    },
  ],
  movedRows: {
    documents: { one: 'documento', many: 'documenti' },
  },
}
