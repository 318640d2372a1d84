import type { Endpoint } from './endpoint.ts'

/** The sections of the product. A sub-user has a permission per section; `write` includes `read`. */
export const sections = [
  'accounts',
  'subjects',
  'bills',
  'payments',
  'debits',
  'documents',
  'office',
] as const
export type Section = (typeof sections)[number]
/** Their labels on screen. */
export const sectionNames: Record<Section, string> = {
  accounts: 'Condomìni',
  subjects: 'Anagrafica',
  bills: 'Bollette',
  payments: 'Transazioni',
  debits: 'Addebiti e metodi di pagamento',
  documents: 'Documenti',
  office: 'Ufficio e sottoutenti',
}
export const levels = ['read', 'write'] as const
export type Level = (typeof levels)[number]
export type Permission = `${Section}:${Level}`

/**
 * The section of each noun of a path. `null`: everyone's own affairs, or what shows each as much as row-level security
 * lets them see. A noun that is missing here is refused by the contract's test.
 */
const sectionOfNoun: Record<string, Section | null> = {
  account: 'payments',
  accounts: 'accounts',
  // Back office only, except `mine`: everybody in an office may see its agent.
  agents: null,
  arrears: 'bills',
  // Row-level security filters the log by section, line by line.
  audit: null,
  auth: null,
  bills: 'bills',
  books: 'payments',
  budgets: 'bills',
  certificates: 'subjects',
  'checkout-result': null,
  city: null,
  customers: 'office',
  dashboard: null,
  debits: 'debits',
  disputes: 'payments',
  // Back office only.
  'iban-blacklist': null,
  'late-interest': 'bills',
  live: null,
  mybill: null,
  mybills: null,
  'office-debts': 'payments',
  otp: null,
  payments: 'payments',
  payouts: 'payments',
  plans: 'bills',
  push: null,
  reconciliation: 'payments',
  reminders: 'bills',
  research: null,
  sessions: null,
  settings: null,
  'source-links': null,
  stripe: 'payments',
  subjects: 'subjects',
  units: 'accounts',
  users: null,
}

/** The permission that a sub-user needs to call the endpoint; null: none. */
export function permissionFor(endpoint: Endpoint): Permission | null {
  if (endpoint.allow.includes('anonymous')) return null
  const section = endpoint.section === undefined ? sectionOf(endpoint.route) : endpoint.section
  if (section === null) return null
  const reads = endpoint.reads ?? endpoint.route.startsWith('GET ')
  return `${section}:${reads ? 'read' : 'write'}`
}

/** Reconciliation, payouts and the provider account concern all condominiums of a customer at once. */
const ofWholeOffice = /^[A-Z]+ \/v1\/(account|payouts|reconciliation|stripe\/account)(\/|$)/

/** Whether only users who see all of the customer's condominiums may call it. */
export const isOfWholeOffice = ({ route, whole_office }: Endpoint): boolean =>
  whole_office ?? ofWholeOffice.test(route)

/** Nouns of the back office that concern all customers, also while a super user impersonates one. */
const ofAllCustomers = /^([A-Z]+ \/v1\/(agents|customers|iban-blacklist)|POST \/v1\/office-debts)(\/|$)/

/** Whether the endpoint ignores the customer that a super user impersonates. */
export const isOfAllCustomers = ({ route }: Endpoint): boolean => ofAllCustomers.test(route)

function sectionOf(route: string): Section | null {
  const noun = /\/v1\/([a-z0-9_-]+)/.exec(route)?.[1]
  if (noun === undefined) return null
  const section = sectionOfNoun[noun]
  if (section === undefined) throw new Error(`contract/sections.ts does not say whose section /v1/${noun} is`)
  return section
}
