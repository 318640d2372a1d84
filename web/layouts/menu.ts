import {
  Bank,
  Bell,
  Book,
  Building,
  CalendarCheck,
  ClockRotateRight,
  Coins,
  CreditCard,
  DataTransferBoth,
  DoubleCheck,
  Folder,
  Group,
  HandCash,
  HomeSimple,
  MailOut,
  MoneySquare,
  Page,
  Prohibition,
  Settings,
  ShieldCheck,
  Suitcase,
  TableRows,
  UserBadgeCheck,
  WarningTriangle,
} from 'iconoir-react'
import { opensPage } from '../session/page-permissions.ts'
import type { Variant } from '../session/variant.ts'
import type { ChipWord } from '../ui/Chip.tsx'
import type { IconShape } from '../ui/Icon.tsx'

/**
 * A link of the drawer or of the user's menu. Without an icon its section is still to be built and it shows nowhere:
 * giving it one switches it on. `key`: pressed after `g` it goes there.
 */
export type Entry = {
  to: string
  label: string
  for: readonly Variant[]
  icon?: IconShape
  key?: string
  chip?: ChipWord
  count?: 'bills' | 'accounts'
  /** Not in the consumer build, whoever signs in there. */
  hiddenInB2c?: true
}
type EntryGroup = { name: string | null; entries: readonly Entry[] }

const everyone: readonly Variant[] = ['b2c', 'unregistered', 'b2b', 'store', 'superuser']
const office: readonly Variant[] = ['b2b', 'superuser']
const officeAndStore: readonly Variant[] = ['b2b', 'store', 'superuser']
const backOffice: readonly Variant[] = ['superuser']

/** Every link of specification §2, in the groups of the look: what the drawer of each variant is made of. */
export const menu: readonly EntryGroup[] = [
  {
    name: null,
    entries: [{ to: '/dashboard', label: 'Dashboard', for: everyone, icon: HomeSimple, key: 'd' }],
  },
  {
    name: 'Incassi',
    entries: [
      { to: '/bollette', label: 'Bollette', for: office, icon: Page, key: 'b', count: 'bills' },
      { to: '/transazioni', label: 'Transazioni', for: office, icon: DataTransferBoth, key: 't' },
      { to: '/solleciti', label: 'Solleciti', for: office, icon: MailOut },
      { to: '/piani', label: 'Piani di rientro', for: office, icon: CalendarCheck },
      { to: '/morosita', label: 'Morosità', for: office, icon: WarningTriangle },
      { to: '/quadratura', label: 'Quadratura', for: office, icon: DoubleCheck, key: 'q', chip: 'novità' },
      { to: '/bonifici', label: 'Bonifici', for: office },
      { to: '/addebiti', label: 'Addebiti', for: office },
      { to: '/mav', label: 'Flussi contabili', for: office },
    ],
  },
  {
    name: 'Contabilità',
    entries: [
      { to: '/registro', label: 'Registro contabile', for: office, icon: Book, key: 'r' },
      { to: '/prima-nota', label: 'Prima nota', for: office, icon: TableRows },
      { to: '/accrediti', label: 'Accrediti', for: office, icon: MoneySquare },
    ],
  },
  {
    name: 'Registro',
    entries: [
      { to: '/condomini', label: 'Condomìni', for: office, icon: Building, key: 'c', count: 'accounts' },
      { to: '/anagrafica', label: 'Anagrafica', for: office, icon: Group, key: 'a' },
    ],
  },
  {
    name: 'Documenti',
    entries: [
      { to: '/signature-room', label: 'Sala firme', for: officeAndStore },
      { to: '/fill', label: 'Documenti digitali', for: officeAndStore },
    ],
  },
  {
    name: 'Studio',
    entries: [
      { to: '/store', label: 'Punti vendita', for: ['store'] },
      { to: '/mstore', label: 'MStore', for: officeAndStore },
      { to: '/consumi-crediti', label: 'Consumi e crediti', for: officeAndStore },
      {
        to: '/subusers',
        label: 'Sottoutenti',
        for: officeAndStore,
        icon: UserBadgeCheck,
        key: 's',
        chip: 'novità',
      },
      { to: '/agenti', label: 'Agenti', for: office, icon: HandCash },
      { to: '/develop', label: 'Sviluppatori', for: officeAndStore },
    ],
  },
  {
    name: 'Gestione',
    entries: [
      { to: '/clienti', label: 'Clienti', for: backOffice, icon: Suitcase, key: 'l' },
      { to: '/signature-room-admin', label: 'Sala firme di tutti', for: backOffice },
      { to: '/management/query', label: 'Interrogazioni', for: backOffice },
      { to: '/admin-management/query-admin', label: 'Interrogazioni salvate', for: backOffice },
      { to: '/admin-management/file', label: 'File', for: backOffice },
      { to: '/admin-management/email', label: 'E-mail', for: backOffice },
      { to: '/admin-management/email-template', label: 'Modelli di e-mail', for: backOffice },
      {
        to: '/admin-management/iban-blacklist',
        label: 'IBAN bloccati',
        for: backOffice,
        icon: Prohibition,
      },
      {
        to: '/admin-management/debiti-studi',
        label: 'Debiti degli studi',
        for: backOffice,
        icon: Coins,
      },
      { to: '/admin-management/codici-promozionali', label: 'Codici promozionali', for: backOffice },
      { to: '/admin-management/moneynet', label: 'Spostamenti di denaro', for: backOffice },
    ],
  },
]

/** What the initials open, before Logout, which is always there. */
export const userMenu: readonly Entry[] = [
  { to: '/metodi', label: 'Metodi di pagamento', for: ['b2c', 'b2b', 'superuser'], icon: CreditCard },
  { to: '/account-incassi', label: 'Account incassi', for: office, icon: Bank },
  { to: '/messaggi', label: 'Messaggi', for: everyone, icon: Bell },
  { to: '/sicurezza', label: 'Sicurezza', for: everyone, icon: ShieldCheck },
  {
    to: '/storia',
    label: 'Registro modifiche',
    for: officeAndStore,
    icon: ClockRotateRight,
  },
  {
    to: '/settings',
    label: 'Impostazioni',
    for: ['unregistered', 'b2b', 'store', 'superuser'],
    icon: Settings,
    hiddenInB2c: true,
  },
  {
    to: '/documenti',
    label: 'Documenti',
    for: ['unregistered', 'b2b', 'store', 'superuser'],
    icon: Folder,
    hiddenInB2c: true,
  },
  { to: '/api', label: 'API', for: ['unregistered', 'b2b', 'store', 'superuser'], hiddenInB2c: true },
  { to: '/logs', label: 'Log API', for: everyone },
  { to: '/webhooklogs', label: 'Log webhook', for: everyone },
]

/** What a sub-user was granted; `permissions` null for everybody else, who have all that their variant has. */
export type Granted = { permissions: readonly string[] | null; sees_some: boolean }
const everything: Granted = { permissions: null, sees_some: false }

/** The drawer of a variant: its groups with the entries that lead somewhere; groups without any are left out. */
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
  (entry: Entry): entry is Entry & { icon: IconShape } =>
    entry.icon !== undefined && entry.for.includes(variant) && opensPage(entry.to, granted)
