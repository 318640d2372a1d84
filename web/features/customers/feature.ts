import { createRoute } from '@tanstack/react-router'
import { Suitcase } from 'iconoir-react'
import { lazyPage } from '../../lazy-page.ts'
import { lazyTab } from '../../records/record-tab.ts'
import { listSearch, page } from '../../routes/frames.ts'
import type { Section } from '../../sections/section.ts'
import { backOffice } from '../../session/permissions/variant.ts'

const list = createRoute({
  ...page({ admits: backOffice, permission: null, wide: true, ofAll: true }),
  path: '/clienti',
  validateSearch: listSearch,
  component: lazyPage(() => import('./CustomersPage.tsx'), 'CustomersPage'),
})
const one = createRoute({
  ...page({ admits: backOffice, permission: null }),
  path: '/clienti/$id',
  validateSearch: listSearch,
  component: lazyPage(() => import('./CustomerPage.tsx'), 'CustomerPage'),
})
const create = createRoute({
  ...page({ admits: backOffice, permission: null }),
  path: '/clienti/nuovo',
  component: lazyPage(() => import('./NewCustomerPage.tsx'), 'NewCustomerPage'),
})
const edit = createRoute({
  ...page({ admits: backOffice, permission: null }),
  path: '/clienti/$id/modifica',
  component: lazyPage(() => import('./EditCustomerPage.tsx'), 'EditCustomerPage'),
})
const activations = createRoute({
  ...page({ admits: backOffice, permission: null, wide: true, ofAll: true }),
  path: '/clienti/da-attivare',
  validateSearch: listSearch,
  component: lazyPage(() => import('./ActivationsPage.tsx'), 'ActivationsPage'),
})
const incomplete = createRoute({
  ...page({ admits: backOffice, permission: null, wide: true, ofAll: true }),
  path: '/clienti/incompleti',
  validateSearch: listSearch,
  component: lazyPage(() => import('./IncompleteCustomersPage.tsx'), 'IncompleteCustomersPage'),
})
const incompleteOne = createRoute({
  ...page({ admits: backOffice, permission: null }),
  path: '/clienti/incompleti/$id',
  component: lazyPage(() => import('./IncompleteCustomerPage.tsx'), 'IncompleteCustomerPage'),
})

const routes = [list, one, create, edit, activations, incomplete, incompleteOne]

/** The back office’s customers, and those not complete yet. */
export const customers: Section<typeof routes> = {
  routes,
  menu: [{ page: list, group: 'Gestione', label: 'Clienti', icon: Suitcase, key: 'l' }],
  tabs: [
    {
      record: 'customer',
      id: 'dati',
      label: 'Dati',
      order: 10,
      Tab: lazyTab(() => import('./DataTab.tsx'), 'DataTab'),
    },
    {
      record: 'customer',
      id: 'utenti',
      label: 'Utenti',
      order: 30,
      Tab: lazyTab(() => import('./UsersTab.tsx'), 'UsersTab'),
    },
  ],
}
