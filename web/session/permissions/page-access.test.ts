import { type AnyRoute, createMemoryHistory, createRouter } from '@tanstack/react-router'
import { describe, expect, it, vi } from 'vitest'
import { accessOfAddress, canOpenPage, type PageAccess } from './page-access.ts'
import type { Variant } from './variant.ts'

vi.stubGlobal('localStorage', { getItem: () => null, setItem: () => undefined })
vi.stubGlobal('sessionStorage', { getItem: () => null, setItem: () => undefined })
const { routeTree } = await import('../../routes.ts')
const router = createRouter({ routeTree, history: createMemoryHistory() })

const permissionOfPage = (path: string) => accessOfAddress(router, path)?.permission
const opens = (path: string, granted: Parameters<typeof canOpenPage>[1]) =>
  canOpenPage(accessOfAddress(router, path)!, granted)

/** The pages for office users only: neither for residents nor for the back office. */
const officePages: string[] = []
walk(routeTree, undefined)
function walk(route: AnyRoute, above: readonly Variant[] | undefined) {
  const { path, staticData } = route.options as unknown as { path?: string; staticData?: PageAccess }
  const admits = staticData?.admits ?? above
  if (path?.startsWith('/') && admits?.includes('b2b') && !admits.includes('b2c')) officePages.push(path)
  for (const child of Object.values((route.children ?? {}) as Record<string, AnyRoute>)) walk(child, admits)
}
/** The audit log is filtered line by line, and the agents to call are not secret. */
const everybodys = ['/storia', '/settings', '/agenti']

describe('page access of sub-users', () => {
  it.each(officePages.filter((path) => !everybodys.includes(path)))('%s belongs to a section', (path) => {
    expect(permissionOfPage(path)).toEqual(expect.any(String))
  })
  it.each([
    ['/bollette', 'bills:read'],
    ['/bollette/418', 'bills:read'],
    ['/bollette/nuova', 'bills:write'],
    ['/bollette/importa/3', 'bills:write'],
    ['/condomini/7/modifica', 'accounts:write'],
    ['/anagrafica/unisci', 'subjects:write'],
    ['/dashboard', null],
    ['/', null],
  ])('%s: %s', (path, needed) => {
    expect(permissionOfPage(path)).toBe(needed)
  })
  it('opens with the permission; pages about the whole office open only to users who see all condominiums', () => {
    const of = (permissions: string[] | null, sees_some = false) => ({ permissions, sees_some })
    expect(opens('/bollette/nuova', of(['bills:read']))).toBe(false)
    expect(opens('/bollette/nuova', of(['bills:read', 'bills:write']))).toBe(true)
    expect(opens('/quadratura', of(['payments:read']))).toBe(true)
    expect(opens('/quadratura', of(['payments:read'], true))).toBe(false)
    expect(opens('/quadratura', of(null))).toBe(true)
  })
})
