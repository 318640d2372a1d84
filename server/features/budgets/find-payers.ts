import type * as contract from '@saldo/contract/bills/budgets'
import type { BudgetUnit } from '@saldo/domain/bills/budget'
import { type Missing, type PayersDoubt, payersOf } from '@saldo/domain/bills/expense-payers'
import { notice, type Problem, problem, unitsInWords } from './budget-problem.ts'
import { type Shareable, unitsThatPay } from './criterion-of.ts'
import type { Basis, UnitOfBasis } from './read-basis.ts'

type Item = { item: contract.BudgetExpense; shared: Shareable }
type Found = { problems: Problem[]; units: BudgetUnit[]; notices: contract.BudgetNotice[] }

/** The units of which it is sure who pays each expense, and why it is not of the others. */
export function findPayers(items: readonly Item[], { units }: Basis): Found {
  const byId = new Map(units.map((unit) => [unit.unit_id, unit]))
  const doubts = new Map<Exclude<PayersDoubt, 'no_tenant_percent'>, Set<UnitOfBasis>>()
  const undecided = new Map<contract.BudgetExpense, UnitOfBasis[]>()
  const passed = { ordinary: new Set<UnitOfBasis>(), extraordinary: new Set<UnitOfBasis>() }
  const missing = new Map<Missing, Set<UnitOfBasis>>()
  const doubtful = new Set<number>()
  for (const { item, shared } of items)
    for (const unit_id of unitsThatPay(shared)) {
      const unit = byId.get(unit_id)
      if (!unit) continue
      const payers = payersOf(unit.holders, item)
      if (!('doubt' in payers)) {
        for (const who of payers.missing) missing.set(who, (missing.get(who) ?? new Set()).add(unit))
        const paying = new Set(
          payers.parts.flatMap(({ payers }) => payers.map(({ subject_id }) => subject_id)),
        )
        if (item.usufructuary_percent === null && marksArePassed(unit, paying)) passed[item.nature].add(unit)
        continue
      }
      doubtful.add(unit_id)
      if (payers.doubt === 'no_tenant_percent') undecided.set(item, [...(undecided.get(item) ?? []), unit])
      else doubts.set(payers.doubt, (doubts.get(payers.doubt) ?? new Set()).add(unit))
    }
  return {
    problems: [
      ...[...undecided].map(([item, of]) => noTenantPercent(item, of)),
      ...[...doubts].map(([doubt, of]) =>
        problem(
          doubt,
          doubtWords[doubt](unitsInWords(of.size)),
          [...of].map(({ name }) => name),
        ),
      ),
    ],
    units: units.filter(({ unit_id }) => !doubtful.has(unit_id)),
    notices: [
      ...[...missing].map(([who, of]) =>
        notice(
          missingWords[who](unitsInWords(of.size)),
          [...of].map(({ name }) => name),
        ),
      ),
      ...(['ordinary', 'extraordinary'] as const)
        .filter((nature) => passed[nature].size > 0)
        .map((nature) =>
          notice(
            passedWords[nature](unitsInWords(passed[nature].size)),
            [...passed[nature]].map(({ name }) => name),
          ),
        ),
    ],
  }
}

/** Where owner and tenant both pay, an expense needs the tenant's part; it is never guessed. */
const noTenantPercent = ({ description }: contract.BudgetExpense, of: readonly UnitOfBasis[]): Problem =>
  problem(
    'no_tenant_percent',
    `Alla voce «${description}» manca la quota dell’inquilino: ${theyBothPay} Scrivi la percentuale, anche zero.`,
    of.map(({ name }) => name),
  )
const theyBothPay = 'in queste unità pagano sia il proprietario sia l’inquilino.'

/**
 * Why an expense needs the tenant's part, as a sentence for its form field: it reaches units where owner and tenant
 * both pay. Null when it does not.
 */
export function whyTenantsPart(item: contract.BudgetExpense, shared: Shareable, basis: Basis): string | null {
  const found = findPayers([{ item, shared }], basis).problems.find(
    ({ kind }) => kind === 'no_tenant_percent',
  )
  if (!found) return null
  const more = found.count > found.names.length ? ` e altre ${found.count - found.names.length}` : ''
  return `Scrivi la quota dell’inquilino, anche zero: ${theyBothPay} ${found.names.join('; ')}${more}.`
}

const doubtWords: Record<Exclude<PayersDoubt, 'no_tenant_percent'>, (units: string) => string> = {
  no_payer: (units) =>
    `Manca il proprietario di ${units}: aggiungilo, o controlla da quando vale il suo diritto.`,
  no_usufructuary: (units) =>
    `Manca l’usufruttuario di ${units}, a cui toccano le spese ordinarie (art. 1004 c.c.): aggiungilo, o correggi il diritto di chi c’è.`,
  no_bare_owner: (units) =>
    `Manca il nudo proprietario di ${units}, a cui toccano le spese straordinarie (art. 1005 c.c.): aggiungilo, o correggi il diritto di chi c’è.`,
  shares: (units) =>
    `Le quote di ${units} non fanno un intero, e non si sa quanto chiedere a ciascuno: correggile, o scegli a chi intestare le bollette.`,
}

/** Somebody else pays the part of who is missing. It is said, not refused: the unit's bills are made out to them. */
const missingWords: Record<Missing, (units: string) => string> = {
  usufructuary: (units) =>
    `In ${units} manca l’usufruttuario: le spese ordinarie, che toccano a lui (art. 1004 c.c.), le paga il nudo proprietario, a cui sono intestate le bollette.`,
  bare_owner: (units) =>
    `In ${units} manca il nudo proprietario: le spese straordinarie, che toccano a lui (art. 1005 c.c.), le paga l’usufruttuario, a cui sono intestate le bollette.`,
  tenant: (units) => `In ${units} non c’è un inquilino: la sua quota la paga il proprietario.`,
}

/** Somebody is marked as payer of the unit, and none of them pays. */
function marksArePassed({ holders }: UnitOfBasis, paying: ReadonlySet<number>): boolean {
  const marked = holders.filter(({ pays }) => pays)
  return marked.length > 0 && !marked.some(({ subject_id }) => paying.has(subject_id))
}
const passedWords = {
  ordinary: (units: string) =>
    `In ${units} le bollette sono intestate ad altri, ma le spese ordinarie vanno al proprietario o all’usufruttuario (art. 1004 c.c.). Per cambiare, scrivi alla voce la quota dell’usufruttuario.`,
  extraordinary: (units: string) =>
    `In ${units} le bollette sono intestate ad altri, ma le spese straordinarie vanno al proprietario o al nudo proprietario (art. 1005 c.c.). Per cambiare, scrivi alla voce la quota dell’usufruttuario o dell’inquilino.`,
}
