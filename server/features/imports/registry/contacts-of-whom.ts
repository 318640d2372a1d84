import { fold } from '@saldo/domain/fold'
import type { RecognisedColumn } from '../read/recognise-columns.ts'
import { type RegistryField, registryFieldOf } from './registry-fields.ts'
import { tenantFields } from './tenant-cells.ts'

type Column = RecognisedColumn<RegistryField | 'weight'>
type Contact = 'fiscal_code' | 'email' | 'phone' | 'address'
const CONTACTS: readonly Contact[] = ['fiscal_code', 'email', 'phone', 'address']

const TENANT = /\b(?:inquilin[oi]|conduttor[ei]|locatari[oi]?|affittuari[oi]?)\b/
const OWNER = /\b(?:proprietari[oi]?|condomin[oi]|locatore|intestatari[oi]?)\b/

/**
 * Gives the columns of tax codes and contacts to owner or tenant, in tables with a column for each: as the heading above
 * them says, or their place, if each person's stand behind that person's name. `whose` marks those of which neither says it.
 */
export function contactsOfWhom(columns: Column[]): Column[] {
  namesBelowHeadings(columns)
  const owner = columns.find(({ field }) => field === 'holder' || field === 'surname')
  const tenant = columns.find(({ field }) => field === 'tenant' || field === 'tenant_surname')
  if (!owner || !tenant) return columns
  for (const kind of CONTACTS) {
    const open = columns.filter((column) => isOpen(column, kind))
    for (const column of open.filter(({ group }) => TENANT.test(fold(group))))
      give(column, tenantFields[kind])
    const plain = open.filter(({ group }) => !TENANT.test(fold(group)))
    const owners = plain.filter(({ header, group }) => OWNER.test(fold(`${group} ${header}`)))
    if (owners[0]) give(owners[0], kind)
    const left = plain.filter((column) => !owners.includes(column))
    const taken = (field: RegistryField) => columns.some((column) => column.field === field)
    const [one, two, ...more] = left
    if (!one) continue
    if (two && more.length === 0 && standsBehind([owner, one, tenant, two])) {
      give(one, kind)
      give(two, tenantFields[kind])
    } else if (two && more.length === 0 && standsBehind([tenant, one, owner, two])) {
      give(one, tenantFields[kind])
      give(two, kind)
    } else if (!two && taken(tenantFields[kind])) give(one, kind)
    else if (!two && !standsBehind([owner, one, tenant])) ask(one, kind)
    else if (two) for (const column of left) ask(column, kind)
  }
  return columns
}

const isOpen = ({ header, field, tied }: Column, kind: Contact): boolean => {
  const meant = registryFieldOf(header)?.field
  return (meant === kind && (field === null || field === kind)) || tied === kind
}

const standsBehind = (order: readonly Column[]): boolean =>
  order.every(({ index }, at) => at === 0 || index > (order[at - 1]?.index ?? 0))

function give(column: Column, field: RegistryField): void {
  delete column.tied
  Object.assign(column, { field, confidence: Math.max(column.confidence, 0.6) })
}

/** Read as the owner's, if that is free, until somebody answers. */
function ask(column: Column, kind: Contact): void {
  delete column.tied
  column.whose = kind
}

/** `Nome`, `Cognome` and `Nominativo` below a heading for tenants are the tenant's. */
function namesBelowHeadings(columns: Column[]): void {
  const below = (column: Column, role: RegExp) => role.test(fold(column.group))
  const names = columns.filter(({ header }) => {
    const meant = registryFieldOf(header)?.field
    return meant === 'holder' || meant === 'surname' || meant === 'given_name'
  })
  if (!names.some((column) => below(column, TENANT)) || !names.some((column) => !below(column, TENANT)))
    return
  for (const own of [false, true]) {
    const some = names.filter((column) => below(column, TENANT) === own)
    const of = (field: RegistryField) => some.find(({ header }) => registryFieldOf(header)?.field === field)
    const whole = of('holder') ?? (of('surname') ? undefined : of('given_name'))
    for (const column of some) release(column)
    if (whole) give(whole, own ? 'tenant' : 'holder')
    else {
      const [surname, given] = [of('surname'), of('given_name')]
      if (surname) give(surname, own ? 'tenant_surname' : 'surname')
      if (given) give(given, own ? 'tenant_given_name' : 'given_name')
    }
  }
}

function release(column: Column): void {
  delete column.tied
  Object.assign(column, { field: null, confidence: 0 })
}
