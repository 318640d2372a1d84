import { createRootRoute, createRoute, Outlet, redirect } from '@tanstack/react-router'
import { BrokenWholePage } from './features/errors/BrokenPage.tsx'
import { backOfficePages, pagesOf, requireSession } from './guards.ts'
import { lazyPage } from './lazy-page.ts'
import { paths } from './paths.ts'
import type { Variant } from './session/variant.ts'
import type { Query } from './ui/grid/list.ts'

/** Filters, order and the open record of a list live in its address, as texts. */
const listSearch = (search: Record<string, unknown>) => search as Query

/** Lists and books take the whole width of the window; other pages keep lines that are easy to read. */
const wide = { staticData: { wide: true } } as const

const NotFoundPage = lazyPage(() => import('./features/errors/NotFoundPage.tsx'), 'NotFoundPage')
const root = createRootRoute({
  component: Outlet,
  notFoundComponent: NotFoundPage,
  errorComponent: BrokenWholePage,
})

const home = createRoute({
  getParentRoute: () => root,
  path: '/',
  beforeLoad: () => {
    throw redirect(paths.dashboard())
  },
})
const web = createRoute({
  getParentRoute: () => root,
  path: '/web',
  beforeLoad: () => {
    throw redirect(paths.login())
  },
})

const auth = createRoute({ getParentRoute: () => root, path: '/auth' })
const authHome = createRoute({
  getParentRoute: () => auth,
  path: '/',
  beforeLoad: () => {
    throw redirect(paths.login())
  },
})
const login = createRoute({
  getParentRoute: () => auth,
  path: '/login',
  validateSearch: (search: Record<string, unknown>): { to?: string } =>
    typeof search.to === 'string' ? { to: search.to } : {},
  component: lazyPage(() => import('./features/auth/LoginPage.tsx'), 'LoginPage'),
})

const forbidden = createRoute({
  getParentRoute: () => root,
  path: '/403',
  validateSearch: ({ from }: Record<string, unknown>): { from?: string } =>
    typeof from === 'string' ? { from } : {},
  component: lazyPage(() => import('./features/errors/ForbiddenPage.tsx'), 'ForbiddenPage'),
})
const notFound = createRoute({ getParentRoute: () => root, path: '/404', component: NotFoundPage })
const serverError = createRoute({
  getParentRoute: () => root,
  path: '/500',
  validateSearch: ({ request }: Record<string, unknown>): { request?: string } =>
    typeof request === 'string' ? { request } : {},
  component: lazyPage(() => import('./features/errors/ServerErrorPage.tsx'), 'ServerErrorPage'),
})

/** Everything that needs authentication, inside the layout of whoever is signed in. */
const signedIn = createRoute({
  getParentRoute: () => root,
  id: 'signed-in',
  beforeLoad: ({ location }) => requireSession(location.href),
  errorComponent: BrokenWholePage,
  component: lazyPage(() => import('./layouts/SignedInLayout.tsx'), 'SignedInLayout'),
})
const dashboard = createRoute({
  getParentRoute: () => signedIn,
  path: '/dashboard',
  component: lazyPage(() => import('./features/dashboard/DashboardPage.tsx'), 'DashboardPage'),
})

const metodi = createRoute({
  getParentRoute: () => signedIn,
  path: '/metodi',
  ...pagesOf('b2c', 'b2b', 'superuser'),
  component: lazyPage(() => import('./features/sources/SourcesPage.tsx'), 'SourcesPage'),
})

const messaggi = createRoute({
  getParentRoute: () => signedIn,
  path: '/messaggi',
  validateSearch: listSearch,
  component: lazyPage(() => import('./features/messages/MessagesPage.tsx'), 'MessagesPage'),
})
const nuovoMessaggio = createRoute({
  getParentRoute: () => signedIn,
  path: '/messaggi/nuovo',
  ...backOfficePages,
  component: lazyPage(() => import('./features/messages/WriteMessagePage.tsx'), 'WriteMessagePage'),
})

const sicurezza = createRoute({
  getParentRoute: () => signedIn,
  path: '/sicurezza',
  component: lazyPage(() => import('./features/security/SecurityPage.tsx'), 'SecurityPage'),
})

/** What offices and shops share. */
const officeOrStore = createRoute({
  getParentRoute: () => signedIn,
  id: 'office-or-store',
  ...pagesOf('b2b', 'store', 'superuser'),
})
const storia = createRoute({
  getParentRoute: () => officeOrStore,
  path: '/storia',
  ...wide,
  validateSearch: listSearch,
  component: lazyPage(() => import('./features/audit/AuditPage.tsx'), 'AuditPage'),
})

/** The back office's customers. */
const clienti = createRoute({
  getParentRoute: () => signedIn,
  path: '/clienti',
  ...backOfficePages,
  staticData: { ...backOfficePages.staticData, wide: true },
  validateSearch: listSearch,
  component: lazyPage(() => import('./features/customers/CustomersPage.tsx'), 'CustomersPage'),
})
const cliente = createRoute({
  getParentRoute: () => signedIn,
  path: '/clienti/$id',
  ...backOfficePages,
  validateSearch: listSearch,
  component: lazyPage(() => import('./features/customers/CustomerPage.tsx'), 'CustomerPage'),
})
const nuovoCliente = createRoute({
  getParentRoute: () => signedIn,
  path: '/clienti/nuovo',
  ...backOfficePages,
  component: lazyPage(() => import('./features/customers/NewCustomerPage.tsx'), 'NewCustomerPage'),
})
const modificaCliente = createRoute({
  getParentRoute: () => signedIn,
  path: '/clienti/$id/modifica',
  ...backOfficePages,
  component: lazyPage(() => import('./features/customers/EditCustomerPage.tsx'), 'EditCustomerPage'),
})
const clientiIncompleti = createRoute({
  getParentRoute: () => signedIn,
  path: '/clienti/incompleti',
  ...backOfficePages,
  staticData: { ...backOfficePages.staticData, wide: true },
  validateSearch: listSearch,
  component: lazyPage(
    () => import('./features/customers/IncompleteCustomersPage.tsx'),
    'IncompleteCustomersPage',
  ),
})
const clienteIncompleto = createRoute({
  getParentRoute: () => signedIn,
  path: '/clienti/incompleti/$id',
  ...backOfficePages,
  component: lazyPage(
    () => import('./features/customers/IncompleteCustomerPage.tsx'),
    'IncompleteCustomerPage',
  ),
})

const documenti = createRoute({
  getParentRoute: () => signedIn,
  path: '/documenti',
  ...pagesOf('unregistered', 'b2b', 'store', 'superuser'),
  component: lazyPage(() => import('./features/documents/DocumentsPage.tsx'), 'DocumentsPage'),
})

/** Residents pay several bills of theirs in one go. */
const paga = createRoute({
  getParentRoute: () => signedIn,
  path: '/paga',
  validateSearch: ({ ids }: Record<string, unknown>) => ({ ids: typeof ids === 'string' ? ids : '' }),
  ...pagesOf('b2c'),
  component: lazyPage(() => import('./features/mybills/PayTogetherPage.tsx'), 'PayTogetherPage'),
})

const impostazioni = createRoute({
  getParentRoute: () => signedIn,
  path: '/settings',
  ...pagesOf('unregistered', 'b2b', 'store', 'superuser'),
  component: lazyPage(() => import('./features/settings/SettingsPage.tsx'), 'SettingsPage'),
})

/** The office's own people, of customers and stores alike. */
const people = createRoute({
  getParentRoute: () => signedIn,
  id: 'people',
  ...pagesOf('b2b', 'store', 'superuser'),
})
const sottoutenti = createRoute({
  getParentRoute: () => people,
  path: '/subusers',
  ...wide,
  validateSearch: listSearch,
  component: lazyPage(() => import('./features/users/SubUsersPage.tsx'), 'SubUsersPage'),
})
const nuovoSottoutente = createRoute({
  getParentRoute: () => people,
  path: '/subusers/nuovo',
  component: lazyPage(() => import('./features/users/NewSubUserPage.tsx'), 'NewSubUserPage'),
})
const modificaSottoutente = createRoute({
  getParentRoute: () => people,
  path: '/subusers/$id/modifica',
  component: lazyPage(() => import('./features/users/EditSubUserPage.tsx'), 'EditSubUserPage'),
})

/** What only staff (an active customer's users, the back office) may open. */
const staff = createRoute({ getParentRoute: () => signedIn, id: 'staff', ...pagesOf('b2b', 'superuser') })
const bollette = createRoute({
  getParentRoute: () => staff,
  path: '/bollette',
  ...wide,
  validateSearch: listSearch,
  component: lazyPage(() => import('./features/bills/BillsPage.tsx'), 'BillsPage'),
})
const bolletta = createRoute({
  getParentRoute: () => staff,
  path: '/bollette/$id',
  component: lazyPage(() => import('./features/bills/BillPage.tsx'), 'BillPage'),
})
const nuovaBolletta = createRoute({
  getParentRoute: () => staff,
  path: '/bollette/nuova',
  validateSearch: listSearch,
  component: lazyPage(() => import('./features/bills/NewBillPage.tsx'), 'NewBillPage'),
})
const modificaBolletta = createRoute({
  getParentRoute: () => staff,
  path: '/bollette/$id/modifica',
  component: lazyPage(() => import('./features/bills/EditBillPage.tsx'), 'EditBillPage'),
})
const importa = createRoute({
  getParentRoute: () => staff,
  path: '/bollette/importa',
  ...wide,
  component: lazyPage(() => import('./features/imports/ImportsPage.tsx'), 'BillsImportsPage'),
})
const importazione = createRoute({
  getParentRoute: () => staff,
  path: '/bollette/importa/$id',
  ...wide,
  component: lazyPage(() => import('./features/imports/ImportPage.tsx'), 'BillsImportPage'),
})
const importaCondomini = createRoute({
  getParentRoute: () => staff,
  path: '/condomini/importa',
  ...wide,
  component: lazyPage(() => import('./features/imports/ImportsPage.tsx'), 'RegistryImportsPage'),
})
const importazioneCondomini = createRoute({
  getParentRoute: () => staff,
  path: '/condomini/importa/$id',
  ...wide,
  component: lazyPage(() => import('./features/imports/ImportPage.tsx'), 'RegistryImportPage'),
})
const preventivi = createRoute({
  getParentRoute: () => staff,
  path: '/bollette/preventivi',
  ...wide,
  validateSearch: listSearch,
  component: lazyPage(() => import('./features/budgets/BudgetsPage.tsx'), 'BudgetsPage'),
})
const nuovoPreventivo = createRoute({
  getParentRoute: () => staff,
  path: '/bollette/preventivi/nuovo',
  validateSearch: listSearch,
  component: lazyPage(() => import('./features/budgets/NewBudgetPage.tsx'), 'NewBudgetPage'),
})
const preventivo = createRoute({
  getParentRoute: () => staff,
  path: '/bollette/preventivi/$id',
  validateSearch: listSearch,
  component: lazyPage(() => import('./features/budgets/BudgetPage.tsx'), 'BudgetPage'),
})
const transazioni = createRoute({
  getParentRoute: () => staff,
  path: '/transazioni',
  ...wide,
  validateSearch: listSearch,
  component: lazyPage(() => import('./features/payments/PaymentsPage.tsx'), 'PaymentsPage'),
})
const solleciti = createRoute({
  getParentRoute: () => staff,
  path: '/solleciti',
  ...wide,
  validateSearch: listSearch,
  component: lazyPage(() => import('./features/reminders/RemindersPage.tsx'), 'RemindersPage'),
})
const piani = createRoute({
  getParentRoute: () => staff,
  path: '/piani',
  ...wide,
  validateSearch: listSearch,
  component: lazyPage(() => import('./features/plans/PlansPage.tsx'), 'PlansPage'),
})
const nuovoPiano = createRoute({
  getParentRoute: () => staff,
  path: '/piani/nuovo',
  validateSearch: listSearch,
  component: lazyPage(() => import('./features/plans/NewPlanPage.tsx'), 'NewPlanPage'),
})
const passiDeiSolleciti = createRoute({
  getParentRoute: () => staff,
  path: '/solleciti/passi',
  validateSearch: listSearch,
  component: lazyPage(() => import('./features/reminders/SequencePage.tsx'), 'SequencePage'),
})
const quadratura = createRoute({
  getParentRoute: () => staff,
  path: '/quadratura',
  ...wide,
  validateSearch: listSearch,
  component: lazyPage(() => import('./features/reconciliation/QuadraturaPage.tsx'), 'QuadraturaPage'),
})
const accountIncassi = createRoute({
  getParentRoute: () => staff,
  path: '/account-incassi',
  validateSearch: listSearch,
  component: lazyPage(
    () => import('./features/provider-accounts/ProviderAccountPage.tsx'),
    'ProviderAccountPage',
  ),
})
const condomini = createRoute({
  getParentRoute: () => staff,
  path: '/condomini',
  ...wide,
  validateSearch: listSearch,
  component: lazyPage(() => import('./features/accounts/AccountsPage.tsx'), 'AccountsPage'),
})
const anagrafica = createRoute({
  getParentRoute: () => staff,
  path: '/anagrafica',
  ...wide,
  validateSearch: listSearch,
  component: lazyPage(() => import('./features/subjects/SubjectsPage.tsx'), 'SubjectsPage'),
})

/** Records on pages of their own, and the forms that write them. */
const transazione = createRoute({
  getParentRoute: () => staff,
  path: '/transazioni/$id',
  component: lazyPage(() => import('./features/payments/PaymentPage.tsx'), 'PaymentPage'),
})
const condominio = createRoute({
  getParentRoute: () => staff,
  path: '/condomini/$id',
  validateSearch: listSearch,
  component: lazyPage(() => import('./features/accounts/AccountPage.tsx'), 'AccountPage'),
})
const nuovoCondominio = createRoute({
  getParentRoute: () => staff,
  path: '/condomini/nuovo',
  component: lazyPage(() => import('./features/accounts/NewAccountPage.tsx'), 'NewAccountPage'),
})
const modificaCondominio = createRoute({
  getParentRoute: () => staff,
  path: '/condomini/$id/modifica',
  component: lazyPage(() => import('./features/accounts/EditAccountPage.tsx'), 'EditAccountPage'),
})
const persona = createRoute({
  getParentRoute: () => staff,
  path: '/anagrafica/$id',
  validateSearch: listSearch,
  component: lazyPage(() => import('./features/subjects/SubjectPage.tsx'), 'SubjectPage'),
})
const doppioni = createRoute({
  getParentRoute: () => staff,
  path: '/anagrafica/doppioni',
  component: lazyPage(() => import('./features/subjects/DuplicatesPage.tsx'), 'DuplicatesPage'),
})
const unisciPersone = createRoute({
  getParentRoute: () => staff,
  path: '/anagrafica/unisci',
  validateSearch: listSearch,
  component: lazyPage(() => import('./features/subjects/MergePage.tsx'), 'MergePage'),
})
const nuovaPersona = createRoute({
  getParentRoute: () => staff,
  path: '/anagrafica/nuovo',
  component: lazyPage(() => import('./features/subjects/NewSubjectPage.tsx'), 'NewSubjectPage'),
})
const modificaPersona = createRoute({
  getParentRoute: () => staff,
  path: '/anagrafica/$id/modifica',
  component: lazyPage(() => import('./features/subjects/EditSubjectPage.tsx'), 'EditSubjectPage'),
})

export const routeTree = root.addChildren([
  home,
  web,
  auth.addChildren([authHome, login]),
  forbidden,
  notFound,
  serverError,
  signedIn.addChildren([
    dashboard,
    metodi,
    messaggi,
    nuovoMessaggio,
    sicurezza,
    documenti,
    clienti,
    cliente,
    nuovoCliente,
    modificaCliente,
    clientiIncompleti,
    clienteIncompleto,
    officeOrStore.addChildren([storia]),
    paga,
    impostazioni,
    people.addChildren([sottoutenti, nuovoSottoutente, modificaSottoutente]),
    staff.addChildren([
      bollette,
      bolletta,
      nuovaBolletta,
      modificaBolletta,
      importa,
      importazione,
      importaCondomini,
      importazioneCondomini,
      preventivi,
      nuovoPreventivo,
      preventivo,
      transazioni,
      transazione,
      solleciti,
      passiDeiSolleciti,
      piani,
      nuovoPiano,
      quadratura,
      accountIncassi,
      condomini,
      condominio,
      nuovoCondominio,
      modificaCondominio,
      anagrafica,
      persona,
      nuovaPersona,
      doppioni,
      unisciPersone,
      modificaPersona,
    ]),
  ]),
])

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    /** Whose pages these are; everyone's who is signed in when left out. */
    admits?: readonly Variant[]
    wide?: boolean
  }
}
