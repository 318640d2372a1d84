import { createRoute } from '@tanstack/react-router'
import { Bell } from 'iconoir-react'
import { lazyPage } from '../../lazy-page.ts'
import { listSearch, page } from '../../routes/frames.ts'
import type { Section } from '../../sections/section.ts'
import { backOffice, variants } from '../../session/permissions/variant.ts'

const list = createRoute({
  ...page({ admits: variants, permission: null }),
  path: '/messaggi',
  validateSearch: listSearch,
  component: lazyPage(() => import('./MessagesPage.tsx'), 'MessagesPage'),
})
const create = createRoute({
  ...page({ admits: backOffice, permission: null }),
  path: '/messaggi/nuovo',
  component: lazyPage(() => import('./write/WriteMessagePage.tsx'), 'WriteMessagePage'),
})

const routes = [list, create]

/** One’s own messages; for the back office, writing one to many. */
export const messages: Section<typeof routes> = {
  routes,
  menu: [{ page: list, group: 'user', label: 'Messaggi', icon: Bell }],
}
