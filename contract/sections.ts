import type { Section } from '@saldo/domain/section'
import type { Endpoint } from './endpoint.ts'

/** The levels of a permission; `write` includes `read`. */
export const levels = ['read', 'write'] as const
export type Level = (typeof levels)[number]
export type Permission = `${Section}:${Level}`

/** The permission that a sub-user needs to call the endpoint; null: none. */
export const permissionFor = ({ permission }: Pick<Endpoint, 'permission'>): Permission | null => permission

/** Whether only users who see all of the customer's condominiums may call it. */
export const isOfWholeOffice = ({ scope }: Pick<Endpoint, 'scope'>): boolean =>
  scope === 'whole_office' || scope === 'whole_office_of_any'

type Reach = Pick<Endpoint, 'route' | 'scope' | 'permission' | 'impersonation'>

/**
 * Whether the endpoint ignores the customer that a super user has chosen. What an office keeps of itself they see of any, but
 * change only of the one whom they impersonate: row-level security then compares it with the record's.
 */
export const isOfAllCustomers = (endpoint: Reach): boolean =>
  endpoint.scope === 'all_customers' ||
  (endpoint.scope === 'whole_office_of_any' && !needsImpersonation(endpoint))

/**
 * Whether it is an act of the back office itself, or of the caller alone: a super user needs no impersonation. All other
 * endpoints run in a transaction that only reads, unless the super user impersonates the customer.
 */
export const isOwnAct = ({ scope, permission, impersonation }: Omit<Reach, 'route'>): boolean =>
  scope === 'all_customers' || permission === null || impersonation !== undefined

/** Whether a super user calls it only while impersonating the customer whose records it changes. */
export const needsImpersonation = (endpoint: Reach): boolean =>
  !isOwnAct(endpoint) && !endpoint.route.startsWith('GET ') && !endpoint.permission?.endsWith(':read')
