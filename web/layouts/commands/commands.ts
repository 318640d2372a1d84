import {
  CheckCircle,
  HalfMoon,
  Keyframe,
  LogOut,
  SidebarCollapse,
  Suitcase,
  SunLight,
  TableRows,
} from 'iconoir-react'
import { actions } from '../../actions.ts'
import type { Command } from '../../features/search/commands.ts'
import { type Address, paths } from '../../paths.ts'
import type { Action } from '../../sections/action.ts'
import { canOpenPage, type Granted, type PageAccess } from '../../session/permissions/page-access.ts'
import { includesPermission } from '../../session/permissions/permission.ts'
import type { Variant } from '../../session/permissions/variant.ts'
import { menuOf, userMenuOf } from '../sidebar/menu.ts'

/** Whom the commands are for. `accessOf`: the access that the page at an address declares. */
export type CommandUser = {
  variant: Variant
  /** The variant regardless of the build, for the user menu. */
  who: Variant
  granted: Granted
  consumerBuild: boolean
  outbox: boolean
  /** A super user who works for no customer in particular. */
  everyone: boolean
  /** The customer for whom a super user works, if it waits to be activated. */
  waiting: { customer_id: number; business_name: string } | null
  accessOf: (pathname: string) => PageAccess | undefined
}

/** What commands do. */
export type CommandActs = {
  go: (to: Address | string) => void
  /** Lets a super user choose a customer, then opens the address. */
  choose: (then?: Address) => void
  leaveCustomer: () => void
  theme: (theme: 'system' | 'light' | 'dark') => void
  density: (density: 'wide' | 'compact') => void
  sidebar: () => void
  shortcuts: () => void
  logout: () => void
}

/** The actions that the user may do, by the rules of the pages that they open. */
export const actionsOf = (user: CommandUser): Action[] => actions.filter((action) => mayDo(action, user))

/** All commands of the user: actions, pages of the menus, customers, settings. */
export function commandsOf(user: CommandUser, acts: CommandActs): Command[] {
  return [
    ...(user.variant === 'superuser' ? customerCommands(user, acts) : []),
    ...actionsOf(user).map((action) => actionCommand(action, user, acts)),
    ...pageCommands(user, acts),
    ...settingCommands(user, acts),
  ]
}

function mayDo({ to, only, permission, full }: Action, { variant, granted, accessOf }: CommandUser): boolean {
  const page = accessOf(to.to)
  if (!page?.admits.includes(variant) || !canOpenPage(page, granted)) return false
  if (only && !only.includes(variant)) return false
  if (full && granted.permissions !== null) return false
  return permission === undefined || includesPermission(granted.permissions, permission)
}

function actionCommand(
  { id, label, words, icon, to, useful, ofOneCustomer }: Action,
  { everyone }: CommandUser,
  { go, choose }: CommandActs,
): Command {
  const asks = everyone && ofOneCustomer === true
  return {
    id,
    label,
    words,
    icon,
    useful,
    group: 'Azioni',
    note: asks ? 'Scegli prima per quale cliente' : undefined,
    run: () => (asks ? choose(to) : go(to)),
  }
}

function customerCommands(
  { everyone, waiting }: CommandUser,
  { go, choose, leaveCustomer }: CommandActs,
): Command[] {
  const group = 'Azioni' as const
  const icon = Suitcase
  const change: Command = {
    id: 'change-customer',
    label: everyone ? 'Scegli un cliente' : 'Cambia cliente',
    words: 'cambia scegli lavora per agisci come studio amministratore impersona',
    group,
    icon,
    useful: 1,
    run: () => choose(),
  }
  const leave: Command = {
    id: 'leave-customer',
    label: 'Lascia il cliente',
    words: 'torna a tutti i clienti esci',
    group,
    icon,
    keys: 'Alt+U',
    run: leaveCustomer,
  }
  const activate = waiting && {
    id: 'activate-chosen',
    label: `Attiva ${waiting.business_name}`,
    words: 'attiva cliente attivazione',
    group,
    icon: CheckCircle,
    useful: 0,
    run: () => go(paths.activateCustomer(waiting.customer_id)),
  }
  return everyone ? [change] : [...(activate ? [activate] : []), change, leave]
}

function pageCommands({ variant, who, granted, consumerBuild, outbox }: CommandUser, { go }: CommandActs) {
  const own = userMenuOf(who, consumerBuild, granted).filter(
    ({ onlyWithOutbox }) => outbox || !onlyWithOutbox,
  )
  return [...menuOf(variant, granted).flatMap(({ entries }) => entries), ...own].map(
    ({ to, label, icon, key, group }): Command => ({
      id: `go ${to}`,
      label: `Vai a ${label}`,
      words: `apri pagina ${group}`,
      group: 'Vai a',
      icon,
      keys: key && `g ${key}`,
      run: () => go(to),
    }),
  )
}

function settingCommands({ variant }: CommandUser, acts: CommandActs): Command[] {
  const setting = (
    id: string,
    label: string,
    words: string,
    icon: Command['icon'],
    run: () => void,
    keys?: string,
  ) => ({ id, label, words, icon, run, keys, group: 'Impostazioni' }) satisfies Command
  const lists =
    variant === 'b2c'
      ? []
      : [
          setting('rows-compact', 'Righe strette', 'densità compatte elenchi aspetto', TableRows, () =>
            acts.density('compact'),
          ),
          setting('rows-wide', 'Righe ampie', 'densità comode elenchi aspetto', TableRows, () =>
            acts.density('wide'),
          ),
          setting(
            'sidebar',
            'Riduci o allarga il menu',
            'barra laterale icone',
            SidebarCollapse,
            acts.sidebar,
            '[',
          ),
        ]
  return [
    setting('theme-dark', 'Tema scuro', 'aspetto notte nero colori', HalfMoon, () => acts.theme('dark')),
    setting('theme-light', 'Tema chiaro', 'aspetto giorno bianco colori', SunLight, () =>
      acts.theme('light'),
    ),
    setting('theme-system', 'Tema come il dispositivo', 'aspetto automatico sistema colori', SunLight, () =>
      acts.theme('system'),
    ),
    ...lists,
    setting('shortcuts', 'Scorciatoie da tastiera', 'tasti aiuto comandi', Keyframe, acts.shortcuts, '?'),
    setting('logout', 'Esci', 'logout disconnetti chiudi sessione', LogOut, acts.logout),
  ]
}
