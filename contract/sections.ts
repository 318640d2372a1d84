import type { Endpoint } from './endpoint.ts'

/** What is granted to a sub-user one by one; `write` includes `read`. */
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
/** As people read them. */
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
  // The back office's own; who looks after an office is no secret from anybody in it.
  agents: null,
  arrears: 'bills',
  // The log is told by section, line by line.
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
  // The back office's own.
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

/** What a sub-user must have been granted to call the endpoint; null: nothing in particular. */
export function permissionFor(endpoint: Endpoint): Permission | null {
  if (endpoint.allow.includes('anonymous')) return null
  const section = endpoint.section === undefined ? sectionOf(endpoint.route) : endpoint.section
  if (section === null) return null
  const reads = endpoint.reads ?? endpoint.route.startsWith('GET ')
  return `${section}:${reads ? 'read' : 'write'}`
}

/** The daily match, the payouts and the account at the provider are one for all condominiums, whatever is asked of them. */
const ofWholeOffice = /^[A-Z]+ \/v1\/(account|payouts|reconciliation|stripe\/account)(\/|$)/

/** Whether only those may call it who see all of the customer's condominiums. */
export const isOfWholeOffice = ({ route, whole_office }: Endpoint): boolean =>
  whole_office ?? ofWholeOffice.test(route)

/** What the back office looks after for all customers at once, also while it works for one of them. */
const ofAllCustomers = /^([A-Z]+ \/v1\/(agents|customers|iban-blacklist)|POST \/v1\/office-debts)(\/|$)/

/** Whether the customer a super user has chosen to work for counts for nothing. */
export const isOfAllCustomers = ({ route }: Endpoint): boolean => ofAllCustomers.test(route)

function sectionOf(route: string): Section | null {
  const noun = /\/v1\/([a-z0-9_-]+)/.exec(route)?.[1]
  if (noun === undefined) return null
  const section = sectionOfNoun[noun]
  if (section === undefined) throw new Error(`contract/sections.ts does not say whose section /v1/${noun} is`)
  return section
}
