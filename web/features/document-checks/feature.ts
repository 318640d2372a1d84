import { createRoute } from '@tanstack/react-router'
import { TaskList } from 'iconoir-react'
import { lazyPage } from '../../lazy-page.ts'
import { listSearch, page } from '../../routes/frames.ts'
import type { Section } from '../../sections/section.ts'
import { backOffice } from '../../session/permissions/variant.ts'

const queue = createRoute({
  ...page({ admits: backOffice, permission: null, wide: true, ofAll: true }),
  path: '/verifica-documenti',
  validateSearch: listSearch,
  component: lazyPage(() => import('./DocumentChecksPage.tsx'), 'DocumentChecksPage'),
})

const routes = [queue]

/** The documents of all customers that wait for a check of the back office. */
export const documentChecks: Section<typeof routes> = {
  routes,
  menu: [
    {
      page: queue,
      group: 'Gestione',
      label: 'Verifica documenti',
      icon: TaskList,
      key: 'v',
      count: 'document-checks',
    },
  ],
}
