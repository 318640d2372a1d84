import { createRoute } from '@tanstack/react-router'
import { Mail } from 'iconoir-react'
import { lazyPage } from '../../lazy-page.ts'
import { lazyTab } from '../../records/record-tab.ts'
import { listSearch, page } from '../../routes/frames.ts'
import type { Section } from '../../sections/section.ts'
import { backOffice, variants } from '../../session/permissions/variant.ts'

const all = createRoute({
  ...page({ admits: backOffice, permission: null, wide: true, ofAll: true }),
  path: '/admin-management/email',
  validateSearch: listSearch,
  component: lazyPage(() => import('./EmailsPage.tsx'), 'EmailsPage'),
})
const suppressed = createRoute({
  ...page({ admits: backOffice, permission: null, wide: true, ofAll: true }),
  path: '/admin-management/email/soppressi',
  validateSearch: listSearch,
  component: lazyPage(() => import('./SuppressedAddressesPage.tsx'), 'SuppressedAddressesPage'),
})
const bounces = createRoute({
  ...page({ admits: backOffice, permission: null, wide: true, ofAll: true }),
  path: '/admin-management/email/rapporti',
  validateSearch: listSearch,
  component: lazyPage(() => import('./BouncesPage.tsx'), 'BouncesPage'),
})
const own = createRoute({
  ...page({ admits: ['b2c', 'unregistered', 'b2b', 'store'], permission: null }),
  path: '/posta',
  validateSearch: listSearch,
  component: lazyPage(() => import('./OutboxPage.tsx'), 'OutboxPage'),
})
const mail = createRoute({
  ...page({ admits: variants, permission: null }),
  path: '/posta/$id',
  component: lazyPage(() => import('./OutboxMailPage.tsx'), 'OutboxMailPage'),
})

const routes = [all, suppressed, bounces, own, mail]

/**
 * All mails and what became of them, for the back office; those to a person, for its office. Where mails are not sent,
 * everybody reads their own.
 */
export const emails: Section<typeof routes> = {
  routes,
  menu: [
    { page: all, group: 'Gestione', label: 'E-mail', icon: Mail },
    { page: own, group: 'user', label: 'E-mail di prova', icon: Mail, onlyWithOutbox: true },
  ],
  tabs: [
    {
      record: 'subject',
      id: 'email',
      label: 'E-mail',
      order: 70,
      Tab: lazyTab(() => import('./SubjectEmailsTab.tsx'), 'SubjectEmailsTab'),
    },
    {
      record: 'customer',
      id: 'email',
      label: 'E-mail',
      order: 40,
      Tab: lazyTab(() => import('./CustomerEmailsTab.tsx'), 'CustomerEmailsTab'),
    },
  ],
}
