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

/** What a sub-user must have been granted to call the endpoint; null: nothing in particular. */
export const permissionFor = ({ permission }: Pick<Endpoint, 'permission'>): Permission | null => permission

/** Whether only those may call it who see all of the customer's condominiums. */
export const isOfWholeOffice = ({ scope }: Pick<Endpoint, 'scope'>): boolean =>
  scope === 'whole_office' || scope === 'whole_office_of_any'

/** Whether the customer a super user has chosen to work for counts for nothing. */
export const isOfAllCustomers = ({ scope }: Pick<Endpoint, 'scope'>): boolean =>
  scope === 'all_customers' || scope === 'whole_office_of_any'
