import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createMemoryHistory, createRouter } from '@tanstack/react-router'
import { describe, expect, it, vi } from 'vitest'
import type { PageAccess } from './session/permissions/page-access.ts'

vi.stubGlobal('localStorage', { getItem: () => null, setItem: () => undefined })
vi.stubGlobal('sessionStorage', { getItem: () => null, setItem: () => undefined })
const { routeTree } = await import('./routes.ts')
const { accessOfAddress } = await import('./session/permissions/page-access.ts')
const { variants } = await import('./session/permissions/variant.ts')
const { actions } = await import('./actions.ts')
const { actionsOf, commandsOf } = await import('./layouts/commands/commands.ts')

const web = import.meta.dirname
const router = createRouter({ routeTree, history: createMemoryHistory() })
const accessOf = (pathname: string) => accessOfAddress(router, pathname)
const everything = { permissions: null, sees_some: false }
type User = Parameters<typeof actionsOf>[0]
const user = (variant: User['variant'], more: Partial<User> = {}): User => ({
  variant,
  who: variant,
  granted: everything,
  consumerBuild: false,
  outbox: false,
  everyone: false,
  waiting: null,
  accessOf,
  ...more,
})
const idsOf = (...of: Parameters<typeof user>) => actionsOf(user(...of)).map(({ id }) => id)
const features = readdirSync(join(web, 'features'))
/** The source of a feature’s pages, without its tests. */
const sourceOf = (feature: string) =>
  readdirSync(join(web, 'features', feature), { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file) && !/\.test\.|(^|\/)(actions|feature)\.ts$/.test(file))
    .map((file) => readFileSync(join(web, 'features', feature, file), 'utf8'))
    .join('\n')
const featuresWithActions = features.filter((folder) =>
  existsSync(join(web, 'features', folder, 'actions.ts')),
)

it('the list has the actions of every section that declares some', () => {
  const list = readFileSync(join(web, 'actions.ts'), 'utf8')
  const imported = [...list.matchAll(/import \{ (\w+) \} from '\.\/features\/([\w-]+)\/actions\.ts'/g)]
  expect(imported.map(([, , folder]) => folder).sort()).toEqual(featuresWithActions.sort())
  const listed = [...list.matchAll(/\.\.\.(\w+),/g)].map(([, name]) => name)
  expect(listed.sort()).toEqual(imported.map(([, name]) => name).sort())
})

describe('every action', () => {
  it('has an id and a label of its own', () => {
    for (const key of ['id', 'label'] as const) {
      const all = actions.map((action) => action[key])
      expect(new Set(all).size).toBe(all.length)
    }
  })

  it.each(actions)(
    '$label leads to a page that exists and is offered only to whom it admits',
    ({ id, to, only }) => {
      const page = accessOf(to.to) as PageAccess
      expect([to.to, page]).toEqual([to.to, expect.objectContaining({ admits: expect.any(Array) })])
      const offered = variants.filter((variant) => idsOf(variant).includes(id))
      expect(offered).toEqual(variants.filter((variant) => (only ?? page.admits).includes(variant)))
      expect(offered.length).toBeGreaterThan(0)
      for (const variant of offered) expect(page.admits).toContain(variant)
    },
  )

  it.each(actions.filter(({ only }) => !only?.includes('b2c')))(
    '$label is offered to a sub-user with the page’s and the button’s permission, and to no other',
    ({ id, to, permission, full }) => {
      const page = accessOf(to.to) as PageAccess
      const needed = [page.permission, permission].filter((each) => each != null)
      const variant = page.admits.includes('b2b') ? 'b2b' : 'superuser'
      const offered = (permissions: readonly string[], sees_some = false) =>
        idsOf(variant, { granted: { permissions, sees_some } }).includes(id)
      expect(offered(needed)).toBe(!full)
      expect(offered(needed, true)).toBe(!full && !page.wholeOffice)
      for (const missing of needed)
        expect(offered(needed.filter((each) => each !== missing)), `without ${missing}`).toBe(false)
    },
  )

  it.each(actions.filter(({ to }) => 'azione' in (('search' in to && to.search) || {})))(
    '$label opens a dialog that its page knows, behind the permission that the button asks for',
    ({ to, permission }) => {
      const asked = (to as unknown as { search: { azione: string } }).search.azione
      if (asked === 'esporta') return
      const source = features.map(sourceOf).filter((text) => text.includes(`useAskedAct('${asked}'`))
      expect(source).toHaveLength(1)
      if (permission) expect(source[0]).toContain(`usePermission('${permission}')`)
    },
  )
})

describe('no page where something is made lacks its action', () => {
  const paths = [...routesByPath()]
  const making = paths.filter((path) => /\/(nuov[oa]|importa|carica|passaggio)$/.test(path))

  it('finds them', () => {
    expect(making.length).toBeGreaterThan(12)
  })
  it.each(making)('%s', (path) => {
    expect(actions.map(({ to }) => to.to as string)).toContain(path)
  })

  function routesByPath(): Set<string> {
    return new Set(Object.keys(router.routesByPath as object))
  }
})

describe('what each role is offered', () => {
  it('residents: their bills, payments and saved methods, and nothing of an office', () => {
    expect(idsOf('b2c').sort()).toEqual([
      ...['change-password', 'my-bills', 'own-sources', 'pay-bills', 'payments-made', 'shared-documents'],
    ])
  })
  it('an office not yet active: its documents, its data, its password', () => {
    expect(idsOf('unregistered').sort()).toEqual(['change-password', 'own-data', 'upload-document'])
  })
  it('a store: its people, its documents, its data', () => {
    expect(idsOf('store')).toEqual(
      expect.arrayContaining(['new-subuser', 'invite-colleague', 'upload-document', 'own-data']),
    )
    expect(idsOf('store')).not.toContain('new-bill')
  })
  it('an office: its work, and not the back office’s', () => {
    expect(idsOf('b2b')).toEqual(
      expect.arrayContaining(['new-bill', 'import-bills', 'register-collection', 'new-account', 'remind']),
    )
    for (const id of ['activate-customer', 'block-iban', 'write-message', 'new-agent'])
      expect(idsOf('b2b')).not.toContain(id)
  })
  it('the back office: all of an office’s work, and its own', () => {
    expect(idsOf('superuser')).toEqual(
      expect.arrayContaining([
        'activate-customer',
        'complete-customers',
        'block-iban',
        'new-bill',
        'new-agent',
      ]),
    )
  })
})

describe('an act for one customer', () => {
  const did: unknown[] = []
  const acts = new Proxy({} as Parameters<typeof commandsOf>[1], {
    get: (_, name) => (to: unknown) => void did.push(name, to),
  })
  const named = (id: string, more: Partial<User>) =>
    commandsOf(user('superuser', more), acts).find((command) => command.id === id)

  it('lets a super user without a customer choose one first, and says so', () => {
    did.length = 0
    const command = named('new-account', { everyone: true })
    expect(command?.note).toBe('Scegli prima per quale cliente')
    command?.run()
    expect(did).toEqual(['choose', expect.objectContaining({ to: '/condomini/nuovo' })])
  })
  it('opens at once for a super user who chose one', () => {
    did.length = 0
    const command = named('new-account', {})
    expect(command?.note).toBeUndefined()
    command?.run()
    expect(did).toEqual(['go', expect.objectContaining({ to: '/condomini/nuovo' })])
  })
  it('the chosen customer that waits can be activated, and left', () => {
    const waiting = { customer_id: 7, business_name: 'Studio Neri' }
    expect(named('activate-chosen', { waiting })?.label).toBe('Attiva Studio Neri')
    expect(named('activate-chosen', {})).toBeUndefined()
    expect(named('leave-customer', {})).toBeDefined()
    expect(named('leave-customer', { everyone: true })).toBeUndefined()
    expect(named('change-customer', { everyone: true })?.label).toBe('Scegli un cliente')
  })
})
