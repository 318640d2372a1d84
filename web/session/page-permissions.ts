import type { Permission, Section } from '@saldo/contract/sections'

/** Which section a page belongs to, by how its address begins. */
const sectionOfPage: Record<string, Section> = {
  '/bollette': 'bills',
  '/solleciti': 'bills',
  '/piani': 'bills',
  '/transazioni': 'payments',
  '/quadratura': 'payments',
  '/registro': 'payments',
  '/prima-nota': 'payments',
  '/accrediti': 'payments',
  '/morosita': 'bills',
  '/account-incassi': 'payments',
  '/condomini': 'accounts',
  '/anagrafica': 'subjects',
  '/documenti': 'documents',
  '/subusers': 'office',
}
/** One for all condominiums: nothing for whoever sees some. */
const ofWholeOffice = /^\/(quadratura|accrediti|account-incassi|documenti)(\/|$)/
/** A form, what leads to nothing else, or what changes as soon as it is opened. */
const changes = /\/(nuov[ao]|modifica|importa|unisci|doppioni)(\/|$)/

/** What a sub-user needs to open the page; null: nothing in particular. */
export function permissionOfPage(pathname: string): Permission | null {
  const [, first = ''] = pathname.split('/')
  const section = sectionOfPage[`/${first}`]
  return section ? `${section}:${changes.test(pathname) ? 'write' : 'read'}` : null
}

/** Whether these grants open the page; `permissions` null: no sub-user. */
export function opensPage(
  pathname: string,
  { permissions, sees_some }: { permissions: readonly string[] | null; sees_some: boolean },
): boolean {
  if (permissions === null) return true
  const needed = permissionOfPage(pathname)
  return !(needed && !permissions.includes(needed)) && !(sees_some && ofWholeOffice.test(pathname))
}
