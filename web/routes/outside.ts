/** Routes without the layout of the signed-in: sign-in, setting up the second step, error pages. */
import { createRoute, redirect } from '@tanstack/react-router'
import { requireSecondStepMissing } from '../guards.ts'
import { lazyPage } from '../lazy-page.ts'
import { paths } from '../paths.ts'
import { NotFoundPage, openToAll, root } from './frames.ts'

const home = createRoute({
  ...openToAll,
  getParentRoute: () => root,
  path: '/',
  beforeLoad: () => {
    throw redirect(paths.dashboard())
  },
})
const web = createRoute({
  ...openToAll,
  getParentRoute: () => root,
  path: '/web',
  beforeLoad: () => {
    throw redirect(paths.login())
  },
})
const auth = createRoute({ ...openToAll, getParentRoute: () => root, path: '/auth' })
const authHome = createRoute({
  ...openToAll,
  getParentRoute: () => auth,
  path: '/',
  beforeLoad: () => {
    throw redirect(paths.login())
  },
})
const login = createRoute({
  ...openToAll,
  getParentRoute: () => auth,
  path: '/login',
  validateSearch: (search: Record<string, unknown>): { to?: string } =>
    typeof search.to === 'string' ? { to: search.to } : {},
  component: lazyPage(() => import('../features/auth/LoginPage.tsx'), 'LoginPage'),
})
const setUp = createRoute({
  ...openToAll,
  getParentRoute: () => root,
  path: '/secondo-passo',
  validateSearch: (search: Record<string, unknown>): { to?: string } =>
    typeof search.to === 'string' ? { to: search.to } : {},
  beforeLoad: ({ location }) => requireSecondStepMissing(location.href),
  component: lazyPage(() => import('../features/security/SetUpPage.tsx'), 'SetUpPage'),
})
const forbidden = createRoute({
  ...openToAll,
  getParentRoute: () => root,
  path: '/403',
  validateSearch: ({ from }: Record<string, unknown>): { from?: string } =>
    typeof from === 'string' ? { from } : {},
  component: lazyPage(() => import('../features/errors/ForbiddenPage.tsx'), 'ForbiddenPage'),
})
const notFound = createRoute({
  ...openToAll,
  getParentRoute: () => root,
  path: '/404',
  component: NotFoundPage,
})
const serverError = createRoute({
  ...openToAll,
  getParentRoute: () => root,
  path: '/500',
  validateSearch: ({ request }: Record<string, unknown>): { request?: string } =>
    typeof request === 'string' ? { request } : {},
  component: lazyPage(() => import('../features/errors/ServerErrorPage.tsx'), 'ServerErrorPage'),
})

export const outsidePages = [
  home,
  web,
  auth.addChildren([authHome, login]),
  setUp,
  forbidden,
  notFound,
  serverError,
] as const
