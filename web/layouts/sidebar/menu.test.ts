import type { AnyRoute } from '@tanstack/react-router'
import { describe, expect, it, vi } from 'vitest'
import type { PageAccess } from '../../session/permissions/page-access.ts'
import { type Variant, variantOf, variants } from '../../session/permissions/variant.ts'
import type { MenuEntry } from './menu.ts'

vi.stubGlobal('localStorage', { getItem: () => null, setItem: () => undefined })
vi.stubGlobal('sessionStorage', { getItem: () => null, setItem: () => undefined })
const { routeTree } = await import('../../routes.ts')
const { menu, menuOf, userMenu, userMenuOf } = await import('./menu.ts')

/** Every route of the tree by address, with the variants that its guards admit. */
const routes = new Map<string, readonly Variant[]>()
walk(routeTree, '', variants)
function walk(route: AnyRoute, above: string, admitted: readonly Variant[]) {
  const { path, staticData } = route.options as unknown as { path?: string; staticData?: PageAccess }
  const here = `${above}/${path ?? ''}`.replace(/\/+/g, '/').replace(/(.)\/$/, '$1')
  const admits = admitted.filter((variant) => staticData?.admits.includes(variant) ?? true)
  const children = Object.values((route.children ?? {}) as Record<string, AnyRoute>)
  if (path !== undefined) routes.set(here, admits)
  for (const child of children) walk(child, here, admits)
}

const everyEntry: readonly MenuEntry[] = [...menu.flatMap(({ entries }) => entries), ...userMenu]

describe('the menus', () => {
  it.each(variants)('%s: every entry leads to a page that admits them', (variant) => {
    const shown = [...menuOf(variant).flatMap(({ entries }) => entries), ...userMenuOf(variant, false)]
    expect(shown.length).toBeGreaterThan(0)
    for (const { to } of shown)
      expect([to, routes.get(to) ?? 'nowhere']).toEqual([to, expect.arrayContaining([variant])])
  })

  it.each(everyEntry.map((entry) => [entry.to, entry] as const))(
    '%s is on when its page is built, and only then',
    (to, entry) => {
      expect(entry.icon !== undefined).toBe(routes.has(to))
    },
  )

  it.each(everyEntry.filter(({ icon }) => icon).map((entry) => [entry.to, entry] as const))(
    '%s shows in the menu of everyone whom its page admits',
    (to, entry) => {
      expect(new Set(entry.for)).toEqual(new Set(routes.get(to)))
    },
  )

  it('contain every link of the specification, once', () => {
    const links =
      '/dashboard /mstore /consumi-crediti /signature-room /signature-room-admin /fill /transazioni /bonifici /addebiti /condomini /anagrafica /bollette /mav /subusers /agenti /management/query /admin-management/query-admin /admin-management/file /admin-management/email /admin-management/email-template /admin-management/iban-blacklist /admin-management/codici-promozionali /admin-management/moneynet /store /develop /settings /documenti /api /logs /webhooklogs'
    const all = everyEntry.map(({ to }) => to)
    expect(all).toEqual(expect.arrayContaining(links.split(' ')))
    expect(new Set(all).size).toBe(all.length)
  })

  it('residents and unregistered customers have the dashboard only', () => {
    for (const variant of ['b2c', 'unregistered'] as const)
      expect(
        menu
          .flatMap(({ entries }) => entries)
          .filter((entry) => entry.for.includes(variant))
          .map(({ to }) => to),
      ).toEqual(['/dashboard'])
  })

  it('points of sale are in the store’s menu only, administration tools in the back office’s', () => {
    const whose = (to: string) => everyEntry.find((entry) => entry.to === to)?.for
    expect(whose('/store')).toEqual(['store'])
    for (const { to } of everyEntry.filter((entry) => /^\/(admin-)?management\//.test(entry.to)))
      expect([to, whose(to)]).toEqual([to, ['superuser']])
  })

  it('settings, documents and API are hidden in the consumer build; both logs are shown to everyone', () => {
    const hidden = userMenu.filter(({ hiddenInB2c }) => hiddenInB2c).map(({ to }) => to)
    expect(hidden).toEqual(['/settings', '/documenti', '/api'])
    for (const { to, for: whom } of userMenu)
      if (hidden.includes(to)) expect(whom).not.toContain('b2c')
      else if (/logs$/.test(to)) expect(whom).toEqual(variants)
  })

  it('no two entries share a shortcut key', () => {
    const keys = everyEntry.flatMap(({ key }) => (key ? [key] : []))
    expect(new Set(keys).size).toBe(keys.length)
  })
})

describe('the variant of a user’s menu (specification §6)', () => {
  const user = { flag_super_user: false, flag_store: false, role: 'customer' }
  it.each([
    [
      'a super user has the back office’s, also with other flags',
      { ...user, flag_super_user: true, flag_store: true },
      false,
      'superuser',
    ],
    [
      'a store has its own, whatever the result of the state check',
      { ...user, flag_store: true, role: 'store' },
      false,
      'store',
    ],
    ['a customer has the full one if the state check allows it', user, true, 'b2b'],
    ['a customer has the reduced one if it does not', { ...user, role: 'awaiting' }, false, 'unregistered'],
    ['a resident has the consumer’s', { ...user, role: 'consumer' }, false, 'b2c'],
  ] as const)('%s', (_what, who, allowed, variant) => {
    expect(variantOf(who, allowed)).toBe(variant)
  })
})
