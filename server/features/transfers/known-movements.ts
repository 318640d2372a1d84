import { createHash } from 'node:crypto'
import { addDays, formatDate } from '@saldo/domain/dates'
import { formatEuro } from '@saldo/domain/money'
import { contradicts, likeness, otherPayer, type Said } from '@saldo/domain/transfers/same-movement'
import { BankFileRefused, type BankMovement } from '../../bank-files/bank-file.ts'
import type { Tx } from '../../db/connection.ts'

/** `maybe_known`: another file brought a movement of this amount and day, or nearly, and it is not sure that it is another. */
export type NewMovement = { movement: BankMovement; identity: string; maybe_known: boolean }

/** `opening`, `closing`: the balances of the statement, in cents; null where the file has none. */
type Of = {
  customer_id: number
  account_id: number
  flow_id: number
  format: string
  opening: number | null
  closing: number | null
}
type Known = { identity: string; booked_on: string; amount: number }
type Named = { movement: BankMovement; by_reference: boolean; identity: string; longer: string }

/**
 * Those movements of a statement that no earlier file brought. A reference of the bank that comes with another day or
 * amount refuses the whole file.
 */
export async function newMovements(
  tx: Tx,
  of: Of,
  movements: readonly BankMovement[],
): Promise<NewMovement[]> {
  if (movements.length === 0) return []
  const named = identified(movements)
  const known = await tx<Known[]>`
    select identity, booked_on, amount from bank_movements
    where customer_id = ${of.customer_id} and account_id = ${of.account_id}
      and identity = any(${named.flatMap(({ identity, longer }) => [identity, longer])}::text[])`
  const byIdentity = new Map(known.map((each) => [each.identity, each]))
  const recognised = new Set<string>()
  const mine = new Map<string, BankMovement>()
  const unknown: { movement: BankMovement; identity: string; by_reference: boolean }[] = []
  for (const { movement, by_reference, identity, longer } of named) {
    const short = mine.get(identity) ?? byIdentity.get(identity)
    const own = short && !isSame(short, movement) ? longer : identity
    if (short && own === longer && !byIdentity.has(longer)) refuseChanged(short, movement, mine.has(identity))
    if (mine.has(own)) throw twice(movement)
    mine.set(own, movement)
    if (byIdentity.has(own)) recognised.add(own)
    else unknown.push({ movement, identity: own, by_reference })
  }
  return withoutThoseOfOtherFiles(tx, of, unknown, recognised)
}

/**
 * What makes each movement the same one in another file: the bank's reference with the item of the entry, else a hash of
 * what it says and how often the same was said before on that day. `longer`: with day and amount, for a reference that the
 * bank uses again, such as for a transfer and its charges.
 */
function identified(movements: readonly BankMovement[]): Named[] {
  const seen = new Map<string, number>()
  return movements.map((movement) => {
    const { bank_reference, item, booked_on, amount, text, party_name, end_to_end_id, structured_reference } =
      movement
    if (isReference(bank_reference)) {
      const identity = `ref:${bank_reference}:${item}`
      return { movement, by_reference: true, identity, longer: `${identity}:${booked_on}:${amount}` }
    }
    const hash = hashOf([booked_on, amount, text, party_name, end_to_end_id, structured_reference])
    const occurrence = (seen.get(hash) ?? 0) + 1
    seen.set(hash, occurrence)
    const identity = `hash:${hash}:${occurrence}`
    return { movement, by_reference: false, identity, longer: identity }
  })
}

const isReference = (reference: string | null): reference is string =>
  reference !== null && !/^(?:NOT ?PROVIDED|NONREF|NOREF|0*)$/i.test(reference.trim())

const isSame = (
  one: { booked_on: string; amount: number },
  { booked_on, amount }: { booked_on: string; amount: number },
): boolean => one.booked_on === booked_on && one.amount === amount

/**
 * Refuses the file when one reference has two contents that look like one movement, changed: the same day or the same
 * amount. In one file both may stand, since its balances hold both; the other way of the money is never the same movement.
 */
function refuseChanged(
  known: { booked_on: string; amount: number },
  { bank_reference, booked_on, amount, line }: BankMovement,
  inThisFile: boolean,
): void {
  const changed =
    Math.sign(known.amount) === Math.sign(amount) &&
    (known.booked_on === booked_on || known.amount === amount)
  if (inThisFile || !changed) return
  throw new BankFileRefused(
    `Il movimento ${bank_reference} del ${formatDate(booked_on)}, ${formatEuro(amount)}, era già stato letto con un altro contenuto (${formatDate(known.booked_on)}, ${formatEuro(known.amount)}): chiedi alla banca un nuovo estratto conto.`,
    line,
  )
}

const twice = ({ bank_reference, line }: BankMovement) =>
  new BankFileRefused(`Il movimento ${bank_reference} è nel file due volte con lo stesso riferimento.`, line)

type Unknown = { movement: BankMovement; identity: string; by_reference: boolean }
type Other = Said & {
  identity: string
  booked_on: string
  amount: number
  same_format: boolean
  same_balances: boolean
}
type Found = { of: Unknown; as: NewMovement }

/**
 * A bank's formats give one movement different references, or none: as many movements of a day and an amount as another
 * format brought are the same ones, because a statement lists them all. Where the file has more, those most alike are the
 * same; if it is not plain which, all that may be new are left to a person. So are those that look like a movement of an
 * earlier file which has another day, other words, or another reference.
 */
async function withoutThoseOfOtherFiles(
  tx: Tx,
  { customer_id, account_id, flow_id, format, opening, closing }: Of,
  unknown: readonly Unknown[],
  recognised: ReadonlySet<string>,
): Promise<NewMovement[]> {
  const days = unknown.flatMap(({ movement: { booked_on } }) =>
    [-1, 0, 1].map((by) => addDays(booked_on, by)),
  )
  const others = await tx<Other[]>`
    select m.identity, m.booked_on, m.amount, m.text, m.party_name, m.party_iban, m.end_to_end_id, m.structured_reference,
      s.format = ${format} as same_format,
      coalesce(s.opening = ${opening} and s.closing = ${closing}, false) as same_balances
    from bank_movements m
    join bank_statements s on s.customer_id = m.customer_id and s.statement_id = m.statement_id
    where m.customer_id = ${customer_id} and m.account_id = ${account_id}
      and m.booked_on = any(${[...new Set(days)]}::date[]) and m.flow_id <> ${flow_id}
      -- Where one statement begins with the balance that the other ends with, no movement is in both.
      and not coalesce(s.opening <> s.closing and (s.closing = ${opening} or s.opening = ${closing}), false)
    order by m.movement_id`
  const left = others.filter(({ identity }) => !recognised.has(identity))
  const ofOtherFormats = Map.groupBy(
    left.filter(({ same_format }) => !same_format),
    keyOf,
  )
  const byAmount = Map.groupBy(left, ({ amount }) => amount)
  const groups = Map.groupBy(unknown, ({ movement }) => keyOf(movement))
  const found = new Map<Unknown, NewMovement>()
  for (const [key, mine] of groups)
    for (const { of, as } of newAmong(mine, ofOtherFormats.get(key) ?? [])) {
      const looksKnown = (byAmount.get(of.movement.amount) ?? []).some((other) => looksLike(of, other))
      found.set(of, { ...as, maybe_known: as.maybe_known || looksKnown })
    }
  return unknown.flatMap((each) => found.get(each) ?? [])
}

const keyOf = ({ booked_on, amount }: { booked_on: string; amount: number }) => `${booked_on}:${amount}`

function newAmong(mine: readonly Unknown[], others: readonly Other[]): Found[] {
  const as = (of: Unknown, maybe_known: boolean): Found => {
    const { movement, identity } = of
    return { of, as: { movement, identity, maybe_known } }
  }
  const [same, different] = split(mine, ({ movement }) => others.some((each) => !contradicts(movement, each)))
  const fresh = different.map((each) => as(each, false))
  if (others.length === 0) return fresh
  const ranked = same
    .map((each) => ({ each, alike: Math.max(...others.map((other) => likeness(each.movement, other))) }))
    .sort((one, other) => other.alike - one.alike)
  const [last, next] = [ranked[others.length - 1]?.alike ?? 0, ranked[others.length]?.alike ?? 0]
  // Only what is clearly the less alike is clearly new.
  const plain = last > next
  return [
    ...fresh,
    ...ranked.slice(others.length).map(({ each }) => as(each, !plain)),
    // Day and amount are the same, and the payer is another: equal instalments, or one movement told in other words.
    ...ranked
      .slice(0, others.length)
      .filter(({ each }) => others.every((other) => otherPayer(each.movement, other)))
      .map(({ each }) => as(each, true)),
  ]
}

/** So much of the shorter one's words. The words that all transfers have are fewer. */
const nearlyAll = 0.75

/**
 * Whether a movement may be one that another file brought. References of one format tell movements apart, except in a
 * statement that comes again with the same balances.
 */
function looksLike({ movement, by_reference }: Unknown, other: Other): boolean {
  if (contradicts(movement, other) || otherPayer(movement, other)) return false
  const bothNamed = by_reference && other.identity.startsWith('ref:')
  if (other.same_format && bothNamed) return other.same_balances && movement.booked_on === other.booked_on
  return likeness(movement, other) >= nearlyAll
}

function split<T>(all: readonly T[], isFirst: (each: T) => boolean): [T[], T[]] {
  return [all.filter(isFirst), all.filter((each) => !isFirst(each))]
}

export const hashOf = (said: readonly unknown[]): string =>
  createHash('sha256').update(JSON.stringify(said)).digest('base64url')
