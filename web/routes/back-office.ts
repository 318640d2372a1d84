/** The back office's alone. */
import { createRoute } from '@tanstack/react-router'
import { lazyPage } from '../lazy-page.ts'
import { backOffice, listSearch, wide } from './frames.ts'

const clienti = createRoute({
  getParentRoute: () => backOffice,
  path: '/clienti',
  ...wide,
  validateSearch: listSearch,
  component: lazyPage(() => import('../features/customers/CustomersPage.tsx'), 'CustomersPage'),
})
const cliente = createRoute({
  getParentRoute: () => backOffice,
  path: '/clienti/$id',
  validateSearch: listSearch,
  component: lazyPage(() => import('../features/customers/CustomerPage.tsx'), 'CustomerPage'),
})
const nuovoCliente = createRoute({
  getParentRoute: () => backOffice,
  path: '/clienti/nuovo',
  component: lazyPage(() => import('../features/customers/NewCustomerPage.tsx'), 'NewCustomerPage'),
})
const modificaCliente = createRoute({
  getParentRoute: () => backOffice,
  path: '/clienti/$id/modifica',
  component: lazyPage(() => import('../features/customers/EditCustomerPage.tsx'), 'EditCustomerPage'),
})
const clientiIncompleti = createRoute({
  getParentRoute: () => backOffice,
  path: '/clienti/incompleti',
  ...wide,
  validateSearch: listSearch,
  component: lazyPage(
    () => import('../features/customers/IncompleteCustomersPage.tsx'),
    'IncompleteCustomersPage',
  ),
})
const clienteIncompleto = createRoute({
  getParentRoute: () => backOffice,
  path: '/clienti/incompleti/$id',
  component: lazyPage(
    () => import('../features/customers/IncompleteCustomerPage.tsx'),
    'IncompleteCustomerPage',
  ),
})
const nuovoMessaggio = createRoute({
  getParentRoute: () => backOffice,
  path: '/messaggi/nuovo',
  component: lazyPage(() => import('../features/messages/WriteMessagePage.tsx'), 'WriteMessagePage'),
})

const ibanBloccati = createRoute({
  getParentRoute: () => backOffice,
  path: '/admin-management/iban-blacklist',
  ...wide,
  validateSearch: listSearch,
  component: lazyPage(() => import('../features/iban-blacklist/IbanBlacklistPage.tsx'), 'IbanBlacklistPage'),
})

export const backOfficePages = [
  clienti,
  cliente,
  nuovoCliente,
  modificaCliente,
  clientiIncompleti,
  clienteIncompleto,
  nuovoMessaggio,
  ibanBloccati,
] as const
