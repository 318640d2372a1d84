/** Condominiums and people. */
import { createRoute } from '@tanstack/react-router'
import { lazyPage } from '../lazy-page.ts'
import { listSearch, staff, wide } from './frames.ts'

const condomini = createRoute({
  getParentRoute: () => staff,
  path: '/condomini',
  ...wide,
  validateSearch: listSearch,
  component: lazyPage(() => import('../features/accounts/AccountsPage.tsx'), 'AccountsPage'),
})
const condominio = createRoute({
  getParentRoute: () => staff,
  path: '/condomini/$id',
  validateSearch: listSearch,
  component: lazyPage(() => import('../features/accounts/AccountPage.tsx'), 'AccountPage'),
})
const nuovoCondominio = createRoute({
  getParentRoute: () => staff,
  path: '/condomini/nuovo',
  component: lazyPage(() => import('../features/accounts/NewAccountPage.tsx'), 'NewAccountPage'),
})
const modificaCondominio = createRoute({
  getParentRoute: () => staff,
  path: '/condomini/$id/modifica',
  component: lazyPage(() => import('../features/accounts/EditAccountPage.tsx'), 'EditAccountPage'),
})
const importaCondomini = createRoute({
  getParentRoute: () => staff,
  path: '/condomini/importa',
  ...wide,
  component: lazyPage(() => import('../features/imports/ImportsPage.tsx'), 'RegistryImportsPage'),
})
const importazioneCondomini = createRoute({
  getParentRoute: () => staff,
  path: '/condomini/importa/$id',
  ...wide,
  component: lazyPage(() => import('../features/imports/ImportPage.tsx'), 'RegistryImportPage'),
})
const anagrafica = createRoute({
  getParentRoute: () => staff,
  path: '/anagrafica',
  ...wide,
  validateSearch: listSearch,
  component: lazyPage(() => import('../features/subjects/SubjectsPage.tsx'), 'SubjectsPage'),
})
const persona = createRoute({
  getParentRoute: () => staff,
  path: '/anagrafica/$id',
  validateSearch: listSearch,
  component: lazyPage(() => import('../features/subjects/SubjectPage.tsx'), 'SubjectPage'),
})
const nuovaPersona = createRoute({
  getParentRoute: () => staff,
  path: '/anagrafica/nuovo',
  component: lazyPage(() => import('../features/subjects/NewSubjectPage.tsx'), 'NewSubjectPage'),
})
const modificaPersona = createRoute({
  getParentRoute: () => staff,
  path: '/anagrafica/$id/modifica',
  component: lazyPage(() => import('../features/subjects/EditSubjectPage.tsx'), 'EditSubjectPage'),
})
const doppioni = createRoute({
  getParentRoute: () => staff,
  path: '/anagrafica/doppioni',
  component: lazyPage(() => import('../features/subjects/DuplicatesPage.tsx'), 'DuplicatesPage'),
})
const unisciPersone = createRoute({
  getParentRoute: () => staff,
  path: '/anagrafica/unisci',
  validateSearch: listSearch,
  component: lazyPage(() => import('../features/subjects/MergePage.tsx'), 'MergePage'),
})

const agenti = createRoute({
  getParentRoute: () => staff,
  path: '/agenti',
  ...wide,
  validateSearch: listSearch,
  component: lazyPage(() => import('../features/agents/AgentsPage.tsx'), 'AgentsPage'),
})

export const registryPages = [
  condomini,
  condominio,
  nuovoCondominio,
  modificaCondominio,
  importaCondomini,
  importazioneCondomini,
  anagrafica,
  persona,
  nuovaPersona,
  modificaPersona,
  doppioni,
  unisciPersone,
  agenti,
] as const
