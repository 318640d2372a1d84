import { createRoute } from '@tanstack/react-router'
import { HandCash } from 'iconoir-react'
import { lazyPage } from '../../lazy-page.ts'
import { lazyTab } from '../../records/record-tab.ts'
import { listSearch, page } from '../../routes/frames.ts'
import type { Section } from '../../sections/section.ts'
import { backOffice, office } from '../../session/permissions/variant.ts'

const list = createRoute({
  ...page({ admits: office, permission: null, wide: true }),
  path: '/agenti',
  validateSearch: listSearch,
  component: lazyPage(() => import('./AgentsPage.tsx'), 'AgentsPage'),
})
const one = createRoute({
  ...page({ admits: backOffice, permission: null }),
  path: '/agenti/$id',
  validateSearch: listSearch,
  component: lazyPage(() => import('./AgentPage.tsx'), 'AgentPage'),
})
const create = createRoute({
  ...page({ admits: backOffice, permission: null }),
  path: '/agenti/nuovo',
  component: lazyPage(() => import('./NewAgentPage.tsx'), 'NewAgentPage'),
})
const edit = createRoute({
  ...page({ admits: backOffice, permission: null }),
  path: '/agenti/$id/modifica',
  component: lazyPage(() => import('./EditAgentPage.tsx'), 'EditAgentPage'),
})

const routes = [list, one, create, edit]

/** Agents. Offices see the list; the rest is the back office’s. */
export const agents: Section<typeof routes> = {
  routes,
  menu: [{ page: list, group: 'Studio', label: 'Agenti', icon: HandCash }],
  tabs: [
    {
      record: 'agent',
      id: 'dati',
      label: 'Dati',
      order: 10,
      Tab: lazyTab(() => import('./DataTab.tsx'), 'DataTab'),
    },
    {
      record: 'agent',
      id: 'clienti',
      label: 'Clienti',
      order: 20,
      Tab: lazyTab(() => import('./CustomersTab.tsx'), 'CustomersTab'),
    },
    {
      record: 'agent',
      id: 'provvigioni',
      label: 'Provvigioni',
      order: 30,
      Tab: lazyTab(() => import('./commissions/CommissionsTab.tsx'), 'CommissionsTab'),
    },
  ],
}
