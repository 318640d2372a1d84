import { createRoute } from '@tanstack/react-router'
import { StatsReport } from 'iconoir-react'
import { lazyPage } from '../../lazy-page.ts'
import { lazyTab } from '../../records/record-tab.ts'
import { listSearch, page } from '../../routes/frames.ts'
import type { Section } from '../../sections/section.ts'
import { office } from '../../session/permissions/variant.ts'

const report = createRoute({
  ...page({ admits: office, permission: 'payments:read' }),
  path: '/report',
  validateSearch: listSearch,
  component: lazyPage(() => import('./page/ReportPage.tsx'), 'ReportPage'),
})

const routes = [report]

/** Reports: the figures of a period, and how one condominium stands. */
export const reports: Section<typeof routes> = {
  routes,
  menu: [{ page: report, group: 'Studio', label: 'Report', icon: StatsReport }],
  tabs: [
    {
      record: 'account',
      id: 'situazione',
      label: 'Situazione',
      order: 5,
      Tab: lazyTab(() => import('./situation/SituationTab.tsx'), 'SituationTab'),
    },
  ],
}
