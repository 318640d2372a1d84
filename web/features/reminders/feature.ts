import { createRoute } from '@tanstack/react-router'
import { MailOut } from 'iconoir-react'
import { lazyPage } from '../../lazy-page.ts'
import { listSearch, page } from '../../routes/frames.ts'
import type { Section } from '../../sections/section.ts'
import { office } from '../../session/permissions/variant.ts'

const list = createRoute({
  ...page({ admits: office, permission: 'bills:read', wide: true }),
  path: '/solleciti',
  validateSearch: listSearch,
  component: lazyPage(() => import('./RemindersPage.tsx'), 'RemindersPage'),
})
const sequence = createRoute({
  ...page({ admits: office, permission: 'bills:read' }),
  path: '/solleciti/passi',
  validateSearch: listSearch,
  component: lazyPage(() => import('./SequencePage.tsx'), 'SequencePage'),
})

const routes = [list, sequence]

/** Letters that remind people of overdue bills, and the rules by which an office sends them. */
export const reminders: Section<typeof routes> = {
  routes,
  menu: [{ page: list, group: 'Incassi', label: 'Solleciti', icon: MailOut }],
  movedRows: {
    reminders: { one: 'sollecito', many: 'solleciti' },
  },
}
