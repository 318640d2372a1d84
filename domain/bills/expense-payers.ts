import type { Cents } from '../money.ts'
import { overOneDenominator, type Share, wholeness } from '../registry/shares.ts'
import type { RightKind } from '../right-holder.ts'
import { apportion } from './apportion.ts'

/**
 * What an expense is, which decides between usufructuary and bare owner: ordinary ones are the usufructuary's (art. 1004
 * c.c.), extraordinary ones the bare owner's (art. 1005 c.c.).
 */
export const expenseNatures = { ordinary: 'Ordinaria', extraordinary: 'Straordinaria' } as const
export type ExpenseNature = keyof typeof expenseNatures
export const expenseNatureKinds = Object.keys(expenseNatures) as [ExpenseNature, ...ExpenseNature[]]

/** Who bears an expense inside a unit. A percentage that is null was not stated. */
export type Bearing = {
  nature: ExpenseNature
  /** Of what the unit owes, the tenants' part (law 392/1978 art. 9). */
  tenant_percent: number | null
  /** Percent that the usufructuary pays of what the tenants do not; the bare owner pays the rest. Null: as the law says. */
  usufructuary_percent: number | null
}

/** A person with a share in what they pay. */
export type Payer = Share & { subject_id: number }
/** A right holder of a unit; `pays`: the unit's bills are made out to them. */
export type Holder = Payer & { right_kind: RightKind; pays: boolean }

/** A part of an expense, in ten-thousandths, and who pays it. */
type PaidPart = { weight: number; payers: readonly Payer[] }
/**
 * Why nobody can say who pays: no owner at all; a bare owner without usufructuary, or the reverse; shares that do not add
 * up; owner and tenant both pay and the expense does not state the tenant's part.
 */
export type PayersDoubt = 'no_payer' | 'no_usufructuary' | 'no_bare_owner' | 'shares' | 'no_tenant_percent'
/** Who is missing, so that others pay their part: the usufructuary, the bare owner, or the tenant of a stated part. */
export type Missing = 'usufructuary' | 'bare_owner' | 'tenant'
export type Payers = { parts: PaidPart[]; missing: Missing[] } | { doubt: PayersDoubt }

/**
 * Who pays an expense of a unit. The tenants pay the part that the expense gives them; of an ordinary expense everything,
 * if the unit's bills are made out to tenants alone. The rest is the usufructuary's and the bare owner's as the expense
 * says; full owners are in both groups. Among those who owe a part, the ones marked as payers pay it, else all of them,
 * each by their share. A mark never moves an expense from usufructuary to bare owner, unless there is no other of them;
 * `missing` says so, and where nobody is the tenant of a stated part.
 */
export function payersOf(holders: readonly Holder[], bearing: Bearing): Payers {
  const tenants = holders.filter(({ right_kind }) => right_kind === 'tenant')
  const owning = holders.filter(({ right_kind }) => right_kind !== 'tenant')
  const ofTenants = tenantPercent(tenants, owning, bearing)
  if (ofTenants === null) return { doubt: 'no_tenant_percent' }
  const ofUsufructuaries = bearing.usufructuary_percent ?? (bearing.nature === 'ordinary' ? 100 : 0)
  const groups = [
    { weight: ofTenants * 100, owing: tenants, none: 'no_payer', missed: 'tenant' },
    {
      weight: (100 - ofTenants) * ofUsufructuaries,
      owing: owning.filter(({ right_kind }) => right_kind !== 'bare_owner'),
      none: owning.length > 0 ? 'no_usufructuary' : 'no_payer',
      missed: 'usufructuary',
    },
    {
      weight: (100 - ofTenants) * (100 - ofUsufructuaries),
      owing: owning.filter(({ right_kind }) => right_kind !== 'usufructuary'),
      none: owning.length > 0 ? 'no_bare_owner' : 'no_payer',
      missed: 'bare_owner',
    },
  ] as const
  const parts: PaidPart[] = []
  const missing: Missing[] = tenants.length === 0 && (bearing.tenant_percent ?? 0) > 0 ? ['tenant'] : []
  for (const { weight, owing, none, missed } of groups) {
    if (weight === 0) continue
    // Without anybody who owes it by law, a mark says that the others pay it too.
    const owes = owing.length > 0 || !owning.some(({ pays }) => pays) ? owing : owning
    if (owes.length === 0) return { doubt: none }
    if (owing.length === 0) missing.push(missed)
    const payers = payingAmong(owes)
    if (payers === null) return { doubt: 'shares' }
    parts.push({ weight, payers })
  }
  return { parts, missing }
}

/** Null: owner and tenant both pay, and nobody said how much. Extraordinary expenses are never the tenant's unless said. */
function tenantPercent(
  tenants: readonly Holder[],
  owning: readonly Holder[],
  { nature, tenant_percent }: Bearing,
): number | null {
  if (tenants.length === 0) return 0
  if (nature === 'extraordinary' || !tenants.some(({ pays }) => pays)) return tenant_percent ?? 0
  return owning.some(({ pays }) => pays) ? tenant_percent : 100
}

/** The marked ones, else all; null when their shares must divide it and do not add up to a whole. */
function payingAmong(owing: readonly Holder[]): readonly Payer[] | null {
  const marked = owing.filter(({ pays }) => pays)
  if (marked.length === 1) return marked
  if (wholeness(owing) !== 'whole') return null
  return marked.length > 0 ? marked : owing
}

/** An expense of a unit among those who pay it: subject → cents, which add up to `amount`. */
export function sharePayers(amount: Cents, parts: readonly PaidPart[]): Map<number, Cents> {
  const cents = apportion(
    amount,
    parts.map(({ weight }) => weight),
  )
  const shares = new Map<number, Cents>()
  for (const [part, { payers }] of parts.entries()) {
    if (cents[part] === 0) continue
    const bySubject = payers.toSorted((a, b) => a.subject_id - b.subject_id)
    const paid = apportion(cents[part] as Cents, overOneDenominator(bySubject))
    for (const [at, { subject_id }] of bySubject.entries())
      shares.set(subject_id, (shares.get(subject_id) ?? 0) + (paid[at] as Cents))
  }
  return shares
}
