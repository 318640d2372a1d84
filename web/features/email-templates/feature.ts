import { createRoute } from '@tanstack/react-router'
import { MailOut } from 'iconoir-react'
import { lazyPage } from '../../lazy-page.ts'
import { listSearch, page } from '../../routes/frames.ts'
import type { Section } from '../../sections/section.ts'
import { backOffice } from '../../session/permissions/variant.ts'

const list = createRoute({
  ...page({ admits: backOffice, permission: null, wide: true }),
  path: '/admin-management/email-template',
  validateSearch: listSearch,
  component: lazyPage(() => import('./EmailTemplatesPage.tsx'), 'EmailTemplatesPage'),
})
const one = createRoute({
  ...page({ admits: backOffice, permission: null, wide: true }),
  path: '/admin-management/email-template/$id',
  validateSearch: listSearch,
  component: lazyPage(() => import('./EmailTemplatePage.tsx'), 'EmailTemplatePage'),
})

const routes = [list, one]

/** What the mails say and how they look. */
export const emailTemplates: Section<typeof routes> = {
  routes,
  menu: [{ page: list, group: 'Gestione', label: 'Modelli di e-mail', icon: MailOut }],
}
