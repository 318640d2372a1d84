import type { Permission } from '@saldo/contract/sections'
import type { AnyRouter } from '@tanstack/react-router'
import type { Variant } from './variant.ts'

/** Who may open a page. Every route declares it in its `staticData`; leaving it out is a type error. */
export type PageAccess = {
  /** Variants that the page is for. */
  admits: readonly Variant[]
  /** The permission that a sub-user needs; null: none. */
  permission: Permission | null
  /** About all condominiums together: closed to sub-users restricted to some of them. */
  wholeOffice?: true
}

/** The grants of a sub-user; `permissions` is null for all other users, who are not restricted. */
export type Granted = { permissions: readonly string[] | null; sees_some: boolean }

/** Whether these grants open the page. */
export function canOpenPage(
  { permission, wholeOffice }: Pick<PageAccess, 'permission' | 'wholeOffice'>,
  { permissions, sees_some }: Granted,
): boolean {
  if (permissions === null) return true
  return !(permission && !permissions.includes(permission)) && !(sees_some && wholeOffice)
}

/** The access that the page at an address declares; undefined when no page has the address. */
export function accessOfAddress(router: AnyRouter, pathname: string): PageAccess | undefined {
  const [, , route] = router.getMatchedRoutes(pathname)
  return route?.options.staticData
}
