import { createRoute } from '@tanstack/react-router'
import { lazyPage } from '../../lazy-page.ts'
import { lazyTab } from '../../records/record-tab.ts'
import { page } from '../../routes/frames.ts'
import type { Section } from '../../sections/section.ts'
import { office } from '../../session/permissions/variant.ts'

const load = createRoute({
  ...page({ admits: office, permission: 'accounts:write' }),
  path: '/condomini/passaggio',
  component: lazyPage(() => import('./TakeOverPage.tsx'), 'TakeOverPage'),
})
const one = createRoute({
  ...page({ admits: office, permission: 'accounts:write' }),
  path: '/condomini/passaggio/$id',
  component: lazyPage(() => import('./LoadedPage.tsx'), 'LoadedPage'),
})

const routes = [load, one]

/** The handing over of a condominium: the ZIP for the next administrator, and the way in. */
export const handover: Section<typeof routes> = {
  routes,
  tabs: [
    {
      record: 'account',
      id: 'consegne',
      label: 'Passaggio di consegne',
      order: 90,
      Tab: lazyTab(() => import('./HandoverTab.tsx'), 'HandoverTab'),
    },
  ],
}
