import { createRoute } from '@tanstack/react-router'
import { lazyPage } from '../../lazy-page.ts'
import { page } from '../../routes/frames.ts'
import type { Section } from '../../sections/section.ts'
import { office } from '../../session/permissions/variant.ts'

const receiptsPage = createRoute({
  ...page({ admits: office, permission: 'payments:read' }),
  path: '/mav/incassi',
  component: lazyPage(() => import('./ReceiptsPage.tsx'), 'ReceiptsPage'),
})

const routes = [receiptsPage]

/** What was collected, as a file for the accounting program. It is reached from the list of flows. */
export const receipts: Section<typeof routes> = { routes }
