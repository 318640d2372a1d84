import { createRoute } from '@tanstack/react-router'
import { ShieldCheck } from 'iconoir-react'
import { lazyPage } from '../../lazy-page.ts'
import { page } from '../../routes/frames.ts'
import type { Section } from '../../sections/section.ts'
import { variants } from '../../session/permissions/variant.ts'

const own = createRoute({
  ...page({ admits: variants, permission: null }),
  path: '/sicurezza',
  component: lazyPage(() => import('./SecurityPage.tsx'), 'SecurityPage'),
})

const routes = [own]

/** Password, second steps and sessions. */
export const security: Section<typeof routes> = {
  routes,
  menu: [{ page: own, group: 'user', label: 'Sicurezza', icon: ShieldCheck }],
}
