import { createRoute } from '@tanstack/react-router'
import { lazyPage } from '../../lazy-page.ts'
import { listSearch, page } from '../../routes/frames.ts'
import type { Section } from '../../sections/section.ts'
import { office } from '../../session/permissions/variant.ts'

const list = createRoute({
  ...page({ admits: office, permission: 'payments:read', wide: true }),
  path: '/mav/avvisi',
  validateSearch: listSearch,
  component: lazyPage(() => import('./NoticesPage.tsx'), 'NoticesPage'),
})
const making = createRoute({
  ...page({ admits: office, permission: 'payments:write' }),
  path: '/mav/avvisi/nuovo',
  validateSearch: listSearch,
  component: lazyPage(() => import('./new/NewNoticesPage.tsx'), 'NewNoticesPage'),
})
const files = createRoute({
  ...page({ admits: office, permission: 'payments:write' }),
  path: '/mav/avvisi/file',
  validateSearch: listSearch,
  component: lazyPage(() => import('./NoticeFilesPage.tsx'), 'NoticeFilesPage'),
})

const routes = [list, making, files]

/** Notices of bills (MAV, RiBa); the tabs of the flows' page lead here. */
export const notices: Section<typeof routes> = {
  routes,
  movedRows: {
    notices: { one: 'avviso MAV o RiBa', many: 'avvisi MAV o RiBa' },
    debtor_banks: { one: 'banca per le RiBa', many: 'banche per le RiBa' },
  },
}
