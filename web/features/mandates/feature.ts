import { createRoute } from '@tanstack/react-router'
import { lazyPage } from '../../lazy-page.ts'
import { listSearch, page } from '../../routes/frames.ts'
import type { Section } from '../../sections/section.ts'
import { office } from '../../session/permissions/variant.ts'

const list = createRoute({
  ...page({ admits: office, permission: 'debits:read', wide: true }),
  path: '/addebiti/mandati',
  validateSearch: listSearch,
  component: lazyPage(() => import('./MandatesPage.tsx'), 'MandatesPage'),
})

const routes = [list]

/** Mandates for SEPA debits; the tabs of the debits' page lead here. */
export const mandates: Section<typeof routes> = { routes }
