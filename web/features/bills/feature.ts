import { createRoute } from '@tanstack/react-router'
import { Page } from 'iconoir-react'
import { lazyPage } from '../../lazy-page.ts'
import { paths } from '../../paths.ts'
import { lazyTab } from '../../records/record-tab.ts'
import { listSearch, page } from '../../routes/frames.ts'
import type { Section } from '../../sections/section.ts'
import { office } from '../../session/permissions/variant.ts'

const list = createRoute({
  ...page({ admits: office, permission: 'bills:read', wide: true }),
  path: '/bollette',
  validateSearch: listSearch,
  component: lazyPage(() => import('./list/BillsPage.tsx'), 'BillsPage'),
})
const one = createRoute({
  ...page({ admits: office, permission: 'bills:read' }),
  path: '/bollette/$id',
  component: lazyPage(() => import('./BillPage.tsx'), 'BillPage'),
})
const create = createRoute({
  ...page({ admits: office, permission: 'bills:write' }),
  path: '/bollette/nuova',
  validateSearch: listSearch,
  component: lazyPage(() => import('./form/NewBillPage.tsx'), 'NewBillPage'),
})
const edit = createRoute({
  ...page({ admits: office, permission: 'bills:write' }),
  path: '/bollette/$id/modifica',
  component: lazyPage(() => import('./form/EditBillPage.tsx'), 'EditBillPage'),
})
const cancelRun = createRoute({
  ...page({ admits: office, permission: 'bills:read' }),
  path: '/bollette/annullamenti/$id',
  component: lazyPage(() => import('./cancel/CancelRunPage.tsx'), 'CancelRunPage'),
})

const routes = [list, one, create, edit, cancelRun]

/** Bills: list, record, forms, cancellation. */
export const bills: Section<typeof routes> = {
  routes,
  menu: [{ page: list, group: 'Incassi', label: 'Bollette', icon: Page, key: 'b', count: 'bills' }],
  search: {
    kind: 'bollette',
    filter: 'by_bills',
    order: 30,
    label: 'Bollette',
    icon: Page,
    title: ({ bill_number, subject_nominative, unit }) => [bill_number, subject_nominative, unit],
    detail: ({ account_name }) => [account_name],
    open: ({ bill_id }) => paths.bill(bill_id as number),
    list: (q) => paths.bills({ q }),
  },
  tabs: [
    {
      record: 'account',
      id: 'bollette',
      label: 'Bollette',
      order: 40,
      Tab: lazyTab(() => import('./list/BillsTab.tsx'), 'AccountBillsTab'),
    },
    {
      record: 'subject',
      id: 'bollette',
      label: 'Bollette',
      order: 30,
      Tab: lazyTab(() => import('./list/BillsTab.tsx'), 'SubjectBillsTab'),
    },
  ],
  movedRows: {
    bills: { one: 'bolletta', many: 'bollette' },
    credit_notes: { one: 'nota di credito', many: 'note di credito' },
  },
}
