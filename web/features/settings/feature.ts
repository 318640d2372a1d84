import { createRoute } from '@tanstack/react-router'
import { Settings } from 'iconoir-react'
import { lazyPage } from '../../lazy-page.ts'
import { page } from '../../routes/frames.ts'
import type { Section } from '../../sections/section.ts'

const own = createRoute({
  ...page({ admits: ['unregistered', 'b2b', 'store', 'superuser'], permission: null }),
  path: '/settings',
  component: lazyPage(() => import('./SettingsPage.tsx'), 'SettingsPage'),
})

const routes = [own]

/** Settings of the user and of the office. */
export const settings: Section<typeof routes> = {
  routes,
  menu: [{ page: own, group: 'user', label: 'Impostazioni', icon: Settings, hiddenInB2c: true }],
}
