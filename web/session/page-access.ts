import type { Permission } from '@saldo/contract/sections'
import type { AnyRouter } from '@tanstack/react-router'
import type { Variant } from './variant.ts'

/** Who may open a page. Every route declares it in its `staticData`: one that does not, does not compile. */
export type PageAccess = {
  /** Whose page it is. */
  admits: readonly Variant[]
  /** What a sub-user must have been granted; null: nothing in particular. */
  permission: Permission | null
  /** About all condominiums together: closed to a sub-user who sees only some of them. */
  wholeOffice?: true
}

/** What a sub-user was granted; `permissions` is null for everybody else, who may do all that their variant may. */
export type Granted = { permissions: readonly string[] | null; sees_some: boolean }

/** Whether these grants open the page. */
export function canOpenPage(
  { permission, wholeOffice }: Pick<PageAccess, 'permission' | 'wholeOffice'>,
  { permissions, sees_some }: Granted,
): boolean {
  if (permissions === null) return true
  return !(permission && !permissions.includes(permission)) && !(sees_some && wholeOffice)
}

/** What the page at an address declares; undefined when no page has it. */
export function accessOfAddress(router: AnyRouter, pathname: string): PageAccess | undefined {
  const [, , route] = router.getMatchedRoutes(pathname)
  return route?.options.staticData
}
