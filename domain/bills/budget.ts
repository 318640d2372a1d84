import type { Cents } from '../money.ts'
import type { RightKind } from '../right-holder.ts'
import { apportion, splitInstalments } from './apportion.ts'

/** The weight of each unit, by its id: millesimi, floors, a meter's reading. A missing unit has no weight. */
export type Weights = ReadonlyMap<number, bigint | number>

/**
 * The rule by which an expense is shared. `stairs`: half by value, half by floor height (art. 1124 c.c.). `terrace`: a
 * third to the units that have its sole use, two thirds to the units it covers, by value (art. 1126). `metered`:
 * `fixed_percent` of it by a table, the rest by the meters' readings. `direct`: to these units, in equal parts.
 */
export type Criterion =
  | { kind: 'table'; weights: Weights }
  | { kind: 'stairs'; value: Weights; height: Weights }
  | { kind: 'terrace'; users: readonly number[]; covered: Weights }
  | { kind: 'metered'; fixed: Weights; readings: Weights; fixed_percent: number }
  | { kind: 'direct'; units: readonly number[] }

export const criteria = {
  table: 'Tabella millesimale',
  stairs: 'Scale e ascensore: metà valore, metà altezza (art. 1124 c.c.)',
  terrace: 'Lastrico in uso esclusivo: un terzo a chi lo usa (art. 1126 c.c.)',
  metered: 'A consumo, con una quota fissa',
  direct: 'Solo a queste unità',
} as const satisfies Record<Criterion['kind'], string>
export type CriterionKind = Criterion['kind']
export const criterionKinds = Object.keys(criteria) as [CriterionKind, ...CriterionKind[]]

/**
 * A year's expense shared among units, in cents: unit → share, of those that have any weight. The shares always add up
 * to `amount`; none is a cent or more off its ideal; a negative amount mirrors the positive one; the order in which
 * units come decides nothing. Throws RangeError when a part of it has no unit to go to.
 */
export function shareExpense(amount: Cents, criterion: Criterion): Map<number, Cents> {
  const parts = partsOf(Math.abs(amount), criterion).filter(({ cents }) => cents > 0)
  if (parts.length === 0) return new Map()
  const sums = parts.map(({ weights }) => sumOf(weights))
  if (sums.includes(0n)) throw new RangeError('a part of the expense has nobody to go to')
  const units = [...new Set(parts.flatMap(({ weights }) => [...weights.keys()]))].sort((a, b) => a - b)
  // All parts over one denominator and rounded once: rounding each by itself could put two cents on the same unit.
  const scales = sums.map((_, at) =>
    sums.reduce((product, sum, other) => (other === at ? product : product * sum), 1n),
  )
  const claims = units.map((unit) =>
    parts.reduce(
      (claim, { cents, weights }, at) =>
        claim + BigInt(cents) * weightOf(weights, unit) * (scales[at] as bigint),
      0n,
    ),
  )
  const shares = apportion(amount, claims)
  return new Map(units.map((unit, at) => [unit, shares[at] as Cents]))
}

type Part = { cents: Cents; weights: Weights }

/** Splits a non-negative amount into the criterion's parts, each with the weights to share it by. */
function partsOf(amount: Cents, criterion: Criterion): Part[] {
  switch (criterion.kind) {
    case 'table':
      return [{ cents: amount, weights: criterion.weights }]
    case 'direct':
      return [{ cents: amount, weights: equally(criterion.units) }]
    case 'stairs': {
      const byHeight = Math.floor(amount / 2)
      return [
        { cents: amount - byHeight, weights: criterion.value },
        { cents: byHeight, weights: criterion.height },
      ]
    }
    case 'terrace': {
      const [covered = 0, users = 0] = apportion(amount, [2, 1])
      return [
        { cents: users, weights: equally(criterion.users) },
        { cents: covered, weights: criterion.covered },
      ]
    }
    case 'metered': {
      const { fixed_percent: percent } = criterion
      if (!Number.isInteger(percent) || percent < 0 || percent > 100)
        throw new RangeError(`not a percentage: ${percent}`)
      const [fixed = 0, read = 0] = apportion(amount, [percent, 100 - percent])
      return [
        { cents: fixed, weights: criterion.fixed },
        { cents: read, weights: criterion.readings },
      ]
    }
  }
}

const equally = (units: readonly number[]): Weights => new Map(units.map((unit) => [unit, 1]))
const weightOf = (weights: Weights, unit: number): bigint => BigInt(weights.get(unit) ?? 0)
const sumOf = (weights: Weights): bigint =>
  [...weights.values()].reduce((sum: bigint, weight) => sum + BigInt(weight), 0n)

/** A payer of a unit and their share: 1/2, 333/1000. Shares need not add up to one. */
export type Payer = { subject_id: number; share_numerator: number; share_denominator: number }

/** A right holder of a unit; `pays`: marked as payer of its expenses. */
export type Holder = Payer & {
  right_kind: RightKind
  pays: boolean
}
/** `both`: owner and tenant are marked as payers, so each expense must state the tenant's part. */
export type Payers = { owners: Payer[]; tenants: Payer[]; both: boolean }

/**
 * The payers of a unit: those marked as payers, else owners and usufructuaries, else the bare owners; each by their
 * share. Tenants pay the part that each expense gives them; if only the tenant is marked as payer, the tenant pays all.
 */
export function payersOf(holders: readonly Holder[]): Payers {
  const said = holders.filter(({ pays }) => pays)
  const isTenant = ({ right_kind }: Holder) => right_kind === 'tenant'
  if (said.some(isTenant) && !said.every(isTenant))
    return { owners: said.filter((holder) => !isTenant(holder)), tenants: said.filter(isTenant), both: true }
  const owning = holders.filter(({ right_kind }) => right_kind === 'owner' || right_kind === 'usufructuary')
  const bare = holders.filter(({ right_kind }) => right_kind === 'bare_owner')
  const owners = said.length > 0 ? said : owning.length > 0 ? owning : bare
  return { owners, tenants: holders.filter((one) => isTenant(one) && !owners.includes(one)), both: false }
}

/**
 * One expense of a unit among those who pay it: `tenant_percent` of it to the tenants (law 392/1978 art. 9), if the unit has
 * any, the rest to the owners; each side by shares. subject → cents, which add up to `amount`. Throws RangeError without owners.
 */
export function sharePayers(
  amount: Cents,
  owners: readonly Payer[],
  tenants: readonly Payer[],
  tenant_percent: number,
): Map<number, Cents> {
  const percent = tenants.length > 0 ? tenant_percent : 0
  const [ofTenants = 0, ofOwners = 0] = apportion(amount, [percent, 100 - percent])
  const shares = new Map<number, Cents>()
  for (const [cents, payers] of [
    [ofOwners, owners],
    [ofTenants, tenants],
  ] as const) {
    if (cents === 0) continue
    const bySubject = payers.toSorted((a, b) => a.subject_id - b.subject_id)
    const parts = apportion(cents, fractions(bySubject))
    for (const [at, { subject_id }] of bySubject.entries())
      shares.set(subject_id, (shares.get(subject_id) ?? 0) + (parts[at] as Cents))
  }
  return shares
}

/** Fractions as integers over one denominator. */
const fractions = (payers: readonly Payer[]): bigint[] =>
  payers.map(({ share_numerator }, at) =>
    payers.reduce(
      (product, { share_denominator }, other) =>
        other === at ? product : product * BigInt(share_denominator),
      BigInt(share_numerator),
    ),
  )

/** A person's bill for one unit: a line per expense, and instalments with the same total. */
export type BudgetBill = {
  unit_id: number
  subject_id: number
  amount: Cents
  lines: { item: number; amount: Cents }[]
  instalments: { due_date: string; amount: Cents }[]
}
export type BudgetUnit = {
  unit_id: number
  owners: readonly Payer[]
  tenants: readonly Payer[]
  both?: boolean
}
/** `tenant_percent` null: not stated; the tenants then pay nothing of it. */
export type BudgetExpense = { amount: Cents; tenant_percent: number | null; criterion: Criterion }

/**
 * The bills of a budget, in the order of `units` and then of people: first the year's share of each unit and person,
 * then its instalments (equal, the extra cents first), so that both come to the budget's total. Lines of nothing,
 * instalments of nothing and bills of nothing are left out; one whose amount is negative is a credit and comes as it
 * is, without instalments. `item` counts from 0 in the order of `expenses`. Throws RangeError as `shareExpense` and
 * `sharePayers` do, and where owner and tenant are both marked as payers and the expense does not state the tenant's
 * part, which is never guessed.
 */
export function billsOfBudget(
  expenses: readonly BudgetExpense[],
  units: readonly BudgetUnit[],
  due_dates: readonly string[],
): BudgetBill[] {
  const shared = expenses.map(({ amount, criterion }) => shareExpense(amount, criterion))
  const dates = [...due_dates].sort()
  return units.flatMap(({ unit_id, owners, tenants, both }) => {
    const lines = new Map<number, BudgetBill['lines']>()
    for (const [item, { tenant_percent }] of expenses.entries()) {
      const amount = shared[item]?.get(unit_id) ?? 0
      if (amount === 0) continue
      if (both && tenant_percent === null) throw new RangeError('the tenant’s part is not said')
      for (const [subject_id, cents] of sharePayers(amount, owners, tenants, tenant_percent ?? 0))
        if (cents !== 0) lines.set(subject_id, [...(lines.get(subject_id) ?? []), { item, amount: cents }])
    }
    return [...lines]
      .sort(([one], [other]) => one - other)
      .map(([subject_id, lines]) => {
        const amount = lines.reduce((sum, line) => sum + line.amount, 0)
        return { unit_id, subject_id, amount, lines, instalments: inInstalments(amount, dates) }
      })
      .filter(({ amount }) => amount !== 0)
  })
}

function inInstalments(amount: Cents, dates: readonly string[]): BudgetBill['instalments'] {
  if (amount <= 0) return []
  return splitInstalments(amount, dates.length)
    .map((cents, at) => ({ due_date: dates[at] as string, amount: cents }))
    .filter((instalment) => instalment.amount > 0)
}
