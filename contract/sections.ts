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

/** The permission that a sub-user needs to call the endpoint; null: none. */
export const permissionFor = ({ permission }: Pick<Endpoint, 'permission'>): Permission | null => permission

/** Whether only users who see all of the customer's condominiums may call it. */
export const isOfWholeOffice = ({ scope }: Pick<Endpoint, 'scope'>): boolean =>
  scope === 'whole_office' || scope === 'whole_office_of_any'

/** Whether the endpoint ignores the customer that a super user impersonates. */
export const isOfAllCustomers = ({ scope }: Pick<Endpoint, 'scope'>): boolean =>
  scope === 'all_customers' || scope === 'whole_office_of_any'
