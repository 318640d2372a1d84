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

const debitiStudi = createRoute({
  getParentRoute: () => backOffice,
  path: '/admin-management/debiti-studi',
  ...wide,
  validateSearch: listSearch,
  component: lazyPage(() => import('../features/office-debts/OfficeDebtsPage.tsx'), 'OfficeDebtsPage'),
})

/** The list of agents is an office's page as well: see registry.ts. */
const agente = createRoute({
  getParentRoute: () => backOffice,
  path: '/agenti/$id',
  validateSearch: listSearch,
  component: lazyPage(() => import('../features/agents/AgentPage.tsx'), 'AgentPage'),
})
const nuovoAgente = createRoute({
  getParentRoute: () => backOffice,
  path: '/agenti/nuovo',
  component: lazyPage(() => import('../features/agents/NewAgentPage.tsx'), 'NewAgentPage'),
})
const modificaAgente = createRoute({
  getParentRoute: () => backOffice,
  path: '/agenti/$id/modifica',
  component: lazyPage(() => import('../features/agents/EditAgentPage.tsx'), 'EditAgentPage'),
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
  debitiStudi,
  agente,
  nuovoAgente,
  modificaAgente,
] as const
