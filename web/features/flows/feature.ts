import { createRoute } from '@tanstack/react-router'
import { StatsUpSquare } from 'iconoir-react'
import { lazyPage } from '../../lazy-page.ts'
import { listSearch, page } from '../../routes/frames.ts'
import type { Section } from '../../sections/section.ts'
import { office } from '../../session/permissions/variant.ts'

const list = createRoute({
  ...page({ admits: office, permission: 'payments:read', wide: true }),
  path: '/mav',
  validateSearch: listSearch,
  component: lazyPage(() => import('./FlowsPage.tsx'), 'FlowsPage'),
})
const upload = createRoute({
  ...page({ admits: office, permission: 'payments:write' }),
  path: '/mav/carica',
  component: lazyPage(() => import('./UploadFlowPage.tsx'), 'UploadFlowPage'),
})

const routes = [list, upload]

/** Files exchanged with banks. */
export const flows: Section<typeof routes> = {
  routes,
  menu: [{ page: list, group: 'Incassi', label: 'Flussi contabili', icon: StatsUpSquare, key: 'f' }],
}
