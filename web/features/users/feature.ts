import { createRoute } from '@tanstack/react-router'
import { UserBadgeCheck } from 'iconoir-react'
import { lazyPage } from '../../lazy-page.ts'
import { listSearch, page } from '../../routes/frames.ts'
import type { Section } from '../../sections/section.ts'
import { officeAndStore } from '../../session/permissions/variant.ts'

const list = createRoute({
  ...page({ admits: officeAndStore, permission: 'office:read', wide: true }),
  path: '/subusers',
  validateSearch: listSearch,
  component: lazyPage(() => import('./SubUsersPage.tsx'), 'SubUsersPage'),
})
const colleagues = createRoute({
  ...page({ admits: officeAndStore, permission: 'office:write' }),
  path: '/subusers/colleghi',
  component: lazyPage(() => import('./ColleaguesPage.tsx'), 'ColleaguesPage'),
})
const create = createRoute({
  ...page({ admits: officeAndStore, permission: 'office:write' }),
  path: '/subusers/nuovo',
  component: lazyPage(() => import('./NewSubUserPage.tsx'), 'NewSubUserPage'),
})
const edit = createRoute({
  ...page({ admits: officeAndStore, permission: 'office:write' }),
  path: '/subusers/$id/modifica',
  component: lazyPage(() => import('./EditSubUserPage.tsx'), 'EditSubUserPage'),
})

const routes = [list, colleagues, create, edit]

/** Sub-users of the office and their permissions. */
export const users: Section<typeof routes> = {
  routes,
  menu: [
    { page: list, group: 'Studio', label: 'Sottoutenti', icon: UserBadgeCheck, key: 's', chip: 'novità' },
  ],
}
