import type { Query } from './ui/grid/list.ts'

/** Links as functions: `<Link {...paths.bills({ state: 'overdue' })}>`, `navigate(paths.bill(418))`. */
export const paths = {
  login: (to?: string) => ({ to: '/auth/login', search: to ? { to } : {} }) as const,
  /** Where a super user sets up the first second step, on the way to `to`. */
  setUp: (to?: string) => ({ to: '/secondo-passo', search: to ? { to } : {} }) as const,
  /** The first page; of one condominium, or of all. */
  dashboard: (account_id?: string | null) =>
    ({ to: '/dashboard', search: (account_id ? { account_id } : {}) as Query }) as const,
  /** A resident's payments, and all bills of theirs. */
  myPayments: () => ({ to: '/i-miei-pagamenti', search: {} as Query }) as const,
  myBills: () => ({ to: '/le-mie-bollette', search: {} as Query }) as const,
  /** What administrators share with a resident. */
  myDocuments: () => ({ to: '/documenti-del-condominio', search: {} as Query }) as const,
  security: () => ({ to: '/sicurezza' }) as const,
  /** The data of the user and of the office; the office's documents. */
  settings: () => ({ to: '/settings' }) as const,
  documents: () => ({ to: '/documenti' }) as const,
  /** Residents pay here everything that is due now, or the bills that they chose. */
  payDue: () => ({ to: '/paga', search: {} }) as const,
  payTogether: (bill_ids: readonly number[]) =>
    ({ to: '/paga', search: { ids: bill_ids.join(',') } }) as const,
  /** How payments made in one act went, by their result tokens, and the bills that are left. */
  paidTogether: (tokens: readonly string[], left: readonly number[]) =>
    ({
      to: '/paga',
      search: { esiti: tokens.join(','), ...(left.length > 0 ? { ids: left.join(',') } : {}) },
    }) as const,
  /** Lists, which the search leads to; the query filters, sorts or opens a record. */
  accounts: (search: Query = {}) => ({ to: '/condomini', search }) as const,
  subjects: (search: Query = {}) => ({ to: '/anagrafica', search }) as const,
  bills: (search: Query = {}) => ({ to: '/bollette', search }) as const,
  payments: (search: Query = {}) => ({ to: '/transazioni', search }) as const,
  /** Direct debits: all, one beside the list; those presented to banks by file, one file, a new one; mandates. */
  debits: (search: Query = {}) => ({ to: '/addebiti', search }) as const,
  debit: (id: number) => ({ to: '/addebiti', search: { open: String(id) } as Query }) as const,
  debitRuns: (search: Query = {}) => ({ to: '/addebiti/distinte', search }) as const,
  debitRun: (id: number, search: Query = {}) =>
    ({ to: '/addebiti/distinte/$id', params: { id: String(id) }, search }) as const,
  newDebitRun: (search: Query = {}) => ({ to: '/addebiti/distinte/nuova', search }) as const,
  mandates: (search: Query = {}) => ({ to: '/addebiti/mandati', search }) as const,
  mandate: (id: number) => ({ to: '/addebiti/mandati', search: { open: String(id) } as Query }) as const,
  /** Movements of bank accounts, one of them, their statements, and what was learned of the payers. */
  transfers: (search: Query = {}) => ({ to: '/bonifici', search }) as const,
  transfer: (id: number) => ({ to: '/bonifici', search: { open: String(id) } as Query }) as const,
  bankStatements: (search: Query = {}) => ({ to: '/bonifici/estratti', search }) as const,
  payerRules: (search: Query = {}) => ({ to: '/bonifici/regole', search }) as const,
  credits: (search: Query = {}) => ({ to: '/bonifici/crediti', search }) as const,
  creditRefunds: (search: Query = {}) => ({ to: '/bonifici/restituzioni', search }) as const,
  importStatements: () => ({ to: '/bonifici/importa' }) as const,
  /** Files exchanged with banks, one of them, and loading one. */
  flows: (search: Query = {}) => ({ to: '/mav', search }) as const,
  flow: (id: number) => ({ to: '/mav', search: { open: String(id) } as Query }) as const,
  receipts: () => ({ to: '/mav/incassi' }) as const,
  /** Notices of bills, one of them, new ones, and the files that were made. */
  notices: (search: Query = {}) => ({ to: '/mav/avvisi', search }) as const,
  notice: (id: number) => ({ to: '/mav/avvisi', search: { open: String(id) } as Query }) as const,
  newNotices: (search: Query = {}) => ({ to: '/mav/avvisi/nuovo', search }) as const,
  noticeFiles: (flow_ids: readonly number[]) =>
    ({ to: '/mav/avvisi/file', search: { flussi: flow_ids.join(',') } as Query }) as const,
  uploadFlow: () => ({ to: '/mav/carica' }) as const,
  auditLog: (search: Query = {}) => ({ to: '/storia', search }) as const,
  reminders: (search: Query = {}) => ({ to: '/solleciti', search }) as const,
  plans: (search: Query = {}) => ({ to: '/piani', search }) as const,
  newPlan: (search: Query = {}) => ({ to: '/piani/nuovo', search }) as const,
  /** The reminder sequence of the office, or of one condominium. */
  reminderSequence: (account_id?: number) =>
    ({
      to: '/solleciti/passi',
      search: (account_id ? { condominio: String(account_id) } : {}) as Query,
    }) as const,
  reconciliation: (search: Query = {}) => ({ to: '/quadratura', search }) as const,
  /** Cash of all condominiums; the accounting register of one. */
  cash: (search: Query = {}) => ({ to: '/registro', search }) as const,
  register: (account_id: number, search: Query = {}) =>
    ({ to: '/registro/$id', params: { id: String(account_id) }, search }) as const,
  journal: (search: Query = {}) => ({ to: '/prima-nota', search }) as const,
  /** Payouts of the provider; one payout. */
  payouts: (search: Query = {}) => ({ to: '/accrediti', search }) as const,
  payout: (id: number, search: Query = {}) =>
    ({ to: '/accrediti/$id', params: { id: String(id) }, search }) as const,
  /** Overdue amounts by age: of condominiums, of people. */
  arrears: (search: Query = {}) => ({ to: '/morosita', search }) as const,
  subjectArrears: (search: Query = {}) => ({ to: '/morosita/persone', search }) as const,
  /** The figures of a period; the query has its filters. */
  report: (search: Query = {}) => ({ to: '/report', search }) as const,
  /** The customer's account at the provider. */
  providerAccount: (search: Query = {}) => ({ to: '/account-incassi', search }) as const,
  /** Records opened beside their lists. */
  account: (id: number) => ({ to: '/condomini', search: { open: String(id) } as Query }) as const,
  subject: (id: number) => ({ to: '/anagrafica', search: { open: String(id) } as Query }) as const,
  bill: (id: number) => ({ to: '/bollette', search: { open: String(id) } as Query }) as const,
  payment: (id: number) => ({ to: '/transazioni', search: { open: String(id) } as Query }) as const,
  /** Records on their own pages, and their forms. */
  accountPage: (id: number, tab?: string) =>
    ({ to: '/condomini/$id', params: { id: String(id) }, search: (tab ? { tab } : {}) as Query }) as const,
  /** The weights of a condominium, at a unit's row. */
  weightsOfUnit: (id: number, unit_id: number) =>
    ({
      to: '/condomini/$id',
      params: { id: String(id) },
      search: { tab: 'tabelle', unita: String(unit_id) } as Query,
    }) as const,
  /** A part of a condominium in which a budget lacks something; from there a link goes back to it. */
  accountForBudget: (id: number, tab: 'unita' | 'tabelle', budget_id: number) =>
    ({
      to: '/condomini/$id',
      params: { id: String(id) },
      search: { tab, preventivo: String(budget_id) } as Query,
    }) as const,
  /** Imports of condominiums, units and people; one import. */
  importAccounts: () => ({ to: '/condomini/importa' }) as const,
  importedAccounts: (id: number) => ({ to: '/condomini/importa/$id', params: { id: String(id) } }) as const,
  /** The ZIP of another administrator: to load one, and one that was loaded. */
  takeOver: () => ({ to: '/condomini/passaggio' }) as const,
  takenOver: (id: number) => ({ to: '/condomini/passaggio/$id', params: { id: String(id) } }) as const,
  newAccount: () => ({ to: '/condomini/nuovo' }) as const,
  editAccount: (id: number) => ({ to: '/condomini/$id/modifica', params: { id: String(id) } }) as const,
  subjectPage: (id: number, tab?: string) =>
    ({ to: '/anagrafica/$id', params: { id: String(id) }, search: (tab ? { tab } : {}) as Query }) as const,
  duplicateSubjects: () => ({ to: '/anagrafica/doppioni' }) as const,
  /** Merges the second into the first; without it, the page lets one choose. */
  mergeSubjects: (kept: number, merged?: number) =>
    ({
      to: '/anagrafica/unisci',
      search: { kept: String(kept), ...(merged ? { merged: String(merged) } : {}) } as Query,
    }) as const,
  newSubject: () => ({ to: '/anagrafica/nuovo' }) as const,
  editSubject: (id: number) => ({ to: '/anagrafica/$id/modifica', params: { id: String(id) } }) as const,
  billPage: (id: number) => ({ to: '/bollette/$id', params: { id: String(id) } }) as const,
  /** Progress of cancelling many bills. */
  cancelRun: (id: number) => ({ to: '/bollette/annullamenti/$id', params: { id: String(id) } }) as const,
  newBill: (search: Query = {}) => ({ to: '/bollette/nuova', search }) as const,
  editBill: (id: number) => ({ to: '/bollette/$id/modifica', params: { id: String(id) } }) as const,
  /** Back office: customers, one customer, their forms, incomplete customers. */
  customers: (search: Query = {}) => ({ to: '/clienti', search }) as const,
  customerPage: (id: number, tab?: string) =>
    ({ to: '/clienti/$id', params: { id: String(id) }, search: (tab ? { tab } : {}) as Query }) as const,
  /** The customer's page with the question whether to activate it. */
  activateCustomer: (id: number) =>
    ({
      to: '/clienti/$id',
      params: { id: String(id) },
      search: { azione: 'attiva' } as Query,
    }) as const,
  newCustomer: () => ({ to: '/clienti/nuovo' }) as const,
  editCustomer: (id: number) => ({ to: '/clienti/$id/modifica', params: { id: String(id) } }) as const,
  /** The queue of documents that wait for a check, over all customers or of one. */
  documentChecks: (search: Query = {}) => ({ to: '/verifica-documenti', search }) as const,
  activations: (search: Query = {}) => ({ to: '/clienti/da-attivare', search }) as const,
  incompleteCustomers: (search: Query = {}) => ({ to: '/clienti/incompleti', search }) as const,
  incompleteCustomer: (id: number) =>
    ({ to: '/clienti/incompleti/$id', params: { id: String(id) } }) as const,
  /** Agents: all, one, a month of theirs, their forms. */
  agents: (search: Query = {}) => ({ to: '/agenti', search }) as const,
  agentPage: (id: number, tab?: string) =>
    ({ to: '/agenti/$id', params: { id: String(id) }, search: (tab ? { tab } : {}) as Query }) as const,
  agentMonth: (id: number, month: string) =>
    ({
      to: '/agenti/$id',
      params: { id: String(id) },
      search: { tab: 'provvigioni', mese: month } as Query,
    }) as const,
  newAgent: () => ({ to: '/agenti/nuovo' }) as const,
  editAgent: (id: number) => ({ to: '/agenti/$id/modifica', params: { id: String(id) } }) as const,
  /** Imports of bills; one import. */
  importBills: () => ({ to: '/bollette/importa' }) as const,
  importedBills: (id: number) => ({ to: '/bollette/importa/$id', params: { id: String(id) } }) as const,
  /** Budgets: all, a new one, and one at a step. */
  budgets: (search: Query = {}) => ({ to: '/bollette/preventivi', search }) as const,
  newBudget: (search: Query = {}) => ({ to: '/bollette/preventivi/nuovo', search }) as const,
  budget: (id: number, step?: 'voci' | 'rate' | 'anteprima') =>
    ({
      to: '/bollette/preventivi/$id',
      params: { id: String(id) },
      search: (step ? { passo: step } : {}) as Query,
    }) as const,
  /** Sub-users of the office: all, one beside the list, and their forms. */
  subUsers: (search: Query = {}) => ({ to: '/subusers', search }) as const,
  subUser: (id: number) => ({ to: '/subusers', search: { open: String(id) } as Query }) as const,
  /** The users of the office who may do everything. */
  colleagues: (search: Query = {}) => ({ to: '/subusers/colleghi', search }) as const,
  newSubUser: () => ({ to: '/subusers/nuovo' }) as const,
  editSubUser: (id: number) => ({ to: '/subusers/$id/modifica', params: { id: String(id) } }) as const,
  paymentPage: (id: number) => ({ to: '/transazioni/$id', params: { id: String(id) } }) as const,
  /** The user's messages; for super users, writing one. */
  messages: (search: Query = {}) => ({ to: '/messaggi', search }) as const,
  /** Back office: the stored files, and the store as a whole. */
  files: (search: Query = {}) => ({ to: '/admin-management/file', search }) as const,
  fileStore: () => ({ to: '/admin-management/file/archivio' }) as const,
  /** The mails that were not sent: all, for the back office, or one's own. */
  queries: () => ({ to: '/management/query' }) as const,
  query: (id: number) => ({ to: '/management/query/$id', params: { id: String(id) } }) as const,
  queryAdmin: () => ({ to: '/admin-management/query-admin' }) as const,
  queryRuns: () => ({ to: '/admin-management/query-admin/esecuzioni' }) as const,
  queryAuthors: () => ({ to: '/admin-management/query-admin/autori' }) as const,
  newQuery: () => ({ to: '/admin-management/query-admin/nuova' }) as const,
  editQuery: (id: number) =>
    ({ to: '/admin-management/query-admin/$id', params: { id: String(id) } }) as const,
  outbox: (all: boolean, search: Query = {}) =>
    ({ to: all ? '/admin-management/email' : '/posta', search }) as const,
  /** How Saldo fares, and what can be mended. */
  operations: () => ({ to: '/admin-management/operazioni' }) as const,
  failedJobs: (search: Query = {}) => ({ to: '/admin-management/operazioni/lavori', search }) as const,
  stuckAttempts: (search: Query = {}) => ({ to: '/admin-management/operazioni/pagamenti', search }) as const,
  providerEvents: (search: Query = {}) => ({ to: '/admin-management/operazioni/eventi', search }) as const,
  /** The switches of the product. */
  maintenances: (search: Query = {}) => ({ to: '/admin-management/piattaforma', search }) as const,
  features: () => ({ to: '/admin-management/piattaforma/funzioni' }) as const,
  announcements: (search: Query = {}) => ({ to: '/admin-management/piattaforma/avvisi', search }) as const,
  minimumVersions: () => ({ to: '/admin-management/piattaforma/versioni' }) as const,
  /** All mails, the addresses that take none, and the reports of those that came back. */
  emails: (search: Query = {}) => ({ to: '/admin-management/email', search }) as const,
  suppressedAddresses: (search: Query = {}) => ({ to: '/admin-management/email/soppressi', search }) as const,
  bounces: (search: Query = {}) => ({ to: '/admin-management/email/rapporti', search }) as const,
  /** Money from the provider to a condominium's bank account, and the balances at the provider. */
  moneyTransfers: (search: Query = {}) => ({ to: '/admin-management/moneynet', search }) as const,
  movableBalances: (search: Query = {}) => ({ to: '/admin-management/moneynet/saldi', search }) as const,
  balanceStatement: (id: number) =>
    ({ to: '/admin-management/moneynet/saldi/$id', params: { id: String(id) } }) as const,
  outboxMail: (id: number) => ({ to: '/posta/$id', params: { id: String(id) } }) as const,
  blockedIbans: (search: Query = {}) => ({ to: '/admin-management/iban-blacklist', search }) as const,
  /** Back office: the templates of mails; one, at one of its tabs. */
  emailTemplates: (search: Query = {}) => ({ to: '/admin-management/email-template', search }) as const,
  emailTemplate: (id: number, tab?: string) =>
    ({
      to: '/admin-management/email-template/$id',
      params: { id: String(id) },
      search: (tab ? { tab } : {}) as Query,
    }) as const,
  writeMessage: () => ({ to: '/messaggi/nuovo' }) as const,
  /** The user's saved cards and accounts. */
  sources: () => ({ to: '/metodi' }) as const,
  /** `from`: the address that was refused. */
  forbidden: (from?: string) => ({ to: '/403', search: from ? { from } : {} }) as const,
}

/** The address of any page. */
export type Address = ReturnType<(typeof paths)[keyof typeof paths]>
