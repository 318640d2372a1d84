import { createRoute } from '@tanstack/react-router'
import { DataTransferBoth } from 'iconoir-react'
import { lazyPage } from '../../lazy-page.ts'
import { paths } from '../../paths.ts'
import { lazyTab } from '../../records/record-tab.ts'
import { listSearch, page } from '../../routes/frames.ts'
import type { Section } from '../../sections/section.ts'
import { office } from '../../session/permissions/variant.ts'

const list = createRoute({
  ...page({ admits: office, permission: 'payments:read', wide: true }),
  path: '/transazioni',
  validateSearch: listSearch,
  component: lazyPage(() => import('./list/PaymentsPage.tsx'), 'PaymentsPage'),
})
const one = createRoute({
  ...page({ admits: office, permission: 'payments:read' }),
  path: '/transazioni/$id',
  component: lazyPage(() => import('./PaymentPage.tsx'), 'PaymentPage'),
})

const routes = [list, one]

/** Payments: list and record, with refunds and disputes. */
export const payments: Section<typeof routes> = {
  routes,
  menu: [{ page: list, group: 'Incassi', label: 'Transazioni', icon: DataTransferBoth, key: 't' }],
  search: {
    kind: 'transazioni',
    filter: 'by_transactions',
    order: 40,
    label: 'Transazioni',
    icon: DataTransferBoth,
    title: ({ payment_id, subject_nominative }) => [`PG-${payment_id}`, subject_nominative],
    detail: ({ account_name, bill_number }) => [account_name, bill_number && `bolletta ${bill_number}`],
    open: ({ payment_id }) => paths.payment(payment_id as number),
    list: (q) => paths.payments({ q }),
  },
  tabs: [
    {
      record: 'account',
      id: 'pagamenti',
      label: 'Pagamenti',
      order: 60,
      Tab: lazyTab(() => import('./list/PaymentsTab.tsx'), 'AccountPaymentsTab'),
    },
    {
      record: 'subject',
      id: 'pagamenti',
      label: 'Pagamenti',
      order: 40,
      Tab: lazyTab(() => import('./list/PaymentsTab.tsx'), 'SubjectPaymentsTab'),
    },
  ],
  movedRows: {
    payments: { one: 'pagamento', many: 'pagamenti' },
  },
}
