import { type MenuGroup, type MenuLink, menuGroups, type Section } from '../../sections/section.ts'
import { sections } from '../../sections.ts'
import { canOpenPage, type Granted, type PageAccess } from '../../session/permissions/page-access.ts'
import { backOffice, officeAndStore, type Variant, variants } from '../../session/permissions/variant.ts'
import type { IconShape } from '../../ui/icons/Icon.tsx'

/** A link of the sidebar or of the user menu. Without an icon its section is not built yet, and it is hidden. */
export type MenuEntry = Pick<
  MenuLink,
  'group' | 'label' | 'key' | 'chip' | 'count' | 'hiddenInB2c' | 'onlyWithOutbox'
> & {
  to: string
  for: readonly Variant[]
  icon?: IconShape
  access?: PageAccess
}
type EntryGroup = { name: string | null; entries: readonly MenuEntry[] }

/** Links of specification §2 whose sections are not built yet. A section that adds its link removes its line here. */
const planned: readonly MenuEntry[] = [
  { to: '/signature-room', label: 'Sala firme', group: 'Documenti', for: officeAndStore },
  { to: '/fill', label: 'Documenti digitali', group: 'Documenti', for: officeAndStore },
  { to: '/store', label: 'Punti vendita', group: 'Studio', for: ['store'] },
  { to: '/mstore', label: 'MStore', group: 'Studio', for: officeAndStore },
  { to: '/consumi-crediti', label: 'Consumi e crediti', group: 'Studio', for: officeAndStore },
  { to: '/develop', label: 'Sviluppatori', group: 'Studio', for: officeAndStore },
  { to: '/signature-room-admin', label: 'Sala firme di tutti', group: 'Gestione', for: backOffice },
  {
    to: '/admin-management/codici-promozionali',
    label: 'Codici promozionali',
    group: 'Gestione',
    for: backOffice,
  },
  {
    to: '/api',
    label: 'API',
    group: 'user',
    for: ['unregistered', 'b2b', 'store', 'superuser'],
    hiddenInB2c: true,
  },
  { to: '/logs', label: 'Log API', group: 'user', for: variants },
  { to: '/webhooklogs', label: 'Log webhook', group: 'user', for: variants },
]

const all: readonly MenuEntry[] = [
  ...sections.flatMap(({ menu = [] }: Section) => menu.map(entryOf)),
  ...planned,
]
const inGroup = (group: MenuGroup | 'user') => all.filter((entry) => entry.group === group)

function entryOf({ page, ...link }: MenuLink): MenuEntry {
  const { path: to, staticData: access } = page.options as unknown as { path: string; staticData: PageAccess }
  return { ...link, to, for: access.admits, access }
}

/** The sidebar's links by group, including those not built yet. */
export const menu: readonly EntryGroup[] = menuGroups.map((group) => ({
  name: group || null,
  entries: inGroup(group),
}))

/** The links of the user menu, before Logout, which is always there. */
export const userMenu: readonly MenuEntry[] = inGroup('user')

const everything: Granted = { permissions: null, sees_some: false }

/** The sidebar of a variant: groups with their visible entries; empty groups are left out. */
export function menuOf(variant: Variant, granted: Granted = everything) {
  return menu
    .map(({ name, entries }) => ({ name, entries: entries.filter(shownTo(variant, granted)) }))
    .filter(({ entries }) => entries.length > 0)
}

/** The user's menu of a variant. */
export const userMenuOf = (variant: Variant, consumerBuild: boolean, granted: Granted = everything) =>
  userMenu.filter((entry) => !(consumerBuild && entry.hiddenInB2c)).filter(shownTo(variant, granted))

const shownTo =
  (variant: Variant, granted: Granted) =>
  (entry: MenuEntry): entry is MenuEntry & { icon: IconShape } =>
    entry.access !== undefined && entry.for.includes(variant) && canOpenPage(entry.access, granted)
