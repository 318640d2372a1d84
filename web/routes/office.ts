/** What offices and shops share: their people, and what was changed by whom. */
import { createRoute } from '@tanstack/react-router'
import { lazyPage } from '../lazy-page.ts'
import { listSearch, officeOrStore, wide } from './frames.ts'

const storia = createRoute({
  getParentRoute: () => officeOrStore,
  path: '/storia',
  ...wide,
  validateSearch: listSearch,
  component: lazyPage(() => import('../features/audit/AuditPage.tsx'), 'AuditPage'),
})
const sottoutenti = createRoute({
  getParentRoute: () => officeOrStore,
  path: '/subusers',
  ...wide,
  validateSearch: listSearch,
  component: lazyPage(() => import('../features/users/SubUsersPage.tsx'), 'SubUsersPage'),
})
const nuovoSottoutente = createRoute({
  getParentRoute: () => officeOrStore,
  path: '/subusers/nuovo',
  component: lazyPage(() => import('../features/users/NewSubUserPage.tsx'), 'NewSubUserPage'),
})
const modificaSottoutente = createRoute({
  getParentRoute: () => officeOrStore,
  path: '/subusers/$id/modifica',
  component: lazyPage(() => import('../features/users/EditSubUserPage.tsx'), 'EditSubUserPage'),
})

export const officePages = [storia, sottoutenti, nuovoSottoutente, modificaSottoutente] as const
