import { createRoute } from '@tanstack/react-router'
import { Mail } from 'iconoir-react'
import { lazyPage } from '../../lazy-page.ts'
import { listSearch, page } from '../../routes/frames.ts'
import type { Section } from '../../sections/section.ts'
import { backOffice, variants } from '../../session/permissions/variant.ts'

const OutboxPage = lazyPage(() => import('./OutboxPage.tsx'), 'OutboxPage')

const all = createRoute({
  ...page({ admits: backOffice, permission: null }),
  path: '/admin-management/email',
  validateSearch: listSearch,
  component: OutboxPage,
})
const own = createRoute({
  ...page({ admits: ['b2c', 'unregistered', 'b2b', 'store'], permission: null }),
  path: '/posta',
  validateSearch: listSearch,
  component: OutboxPage,
})
const mail = createRoute({
  ...page({ admits: variants, permission: null }),
  path: '/posta/$id',
  component: lazyPage(() => import('./OutboxMailPage.tsx'), 'OutboxMailPage'),
})

const routes = [all, own, mail]

/** The mails that are not sent while one tries Saldo: the back office reads all, everybody else their own. */
export const outbox: Section<typeof routes> = {
  routes,
  menu: [
    { page: all, group: 'Gestione', label: 'E-mail', icon: Mail },
    { page: own, group: 'user', label: 'E-mail di prova', icon: Mail, onlyWithOutbox: true },
  ],
}
