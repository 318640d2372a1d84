import * as contract from '@saldo/contract/reports/first-steps'
import { missingOfCustomer } from '@saldo/domain/registry/customer'
import { type Actor, actorMay } from '../../../http/actor.ts'
import { serve } from '../../../http/serve.ts'
import { customerDetail } from '../../customers/customer-detail.ts'
import { type IncompleteUnits, incompleteUnits } from '../../units/incomplete-units.ts'
import {
  type AtProvider,
  accountAtProvider,
  type Begun,
  officeDocuments,
  whatIsBegun,
} from './first-steps.sql.ts'

type Step = contract.FirstStep
type Gap = contract.FirstStepGap
/** A step as the data say, whoever may do it; `waits_for` is only what it needs itself. */
type Found = Pick<Step, 'kind' | 'gaps'> & { waits_for?: Step['waits_for'] }

/** Each step is computed from the office's data as the actor sees them; nothing is stored when one is done. */
export const getFirstSteps = serve(contract.getFirstSteps, async ({ tx, actor }) => {
  const { customer_id } = actor
  if (customer_id === null) return { steps: [] }
  const office = await customerDetail(tx, customer_id)
  if (office.is_store) return { steps: [] }
  const awaiting = office.state === '0'
  const [accounts, begun, sent, atProvider] = await Promise.all([
    incompleteUnits(tx),
    whatIsBegun(tx),
    officeDocuments(tx, customer_id),
    accountAtProvider(tx, customer_id),
  ])
  const found: Found[] = [
    officeData(missingOfCustomer(office)),
    ...(awaiting ? [documents(sent)] : []),
    accountsStep(accounts),
    unitsStep(accounts),
    peopleStep(accounts, begun),
    budgetStep(accounts, begun),
    billsStep(accounts, begun),
    providerStep(atProvider),
  ]
  return {
    steps: found.filter(({ kind }) => isAsked(actor, kind)).map((step) => stateOf(step, awaiting)),
  }
})

/** What a sub-user may not do is not asked of them. */
function isAsked(actor: Actor, kind: Step['kind']): boolean {
  const seesAll = !('sees_some' in actor && actor.sees_some)
  switch (kind) {
    case 'office':
      return seesAll && actorMay(actor, 'office:write')
    case 'documents':
      return seesAll && actorMay(actor, 'documents:write')
    case 'accounts':
      return seesAll && actorMay(actor, 'accounts:write')
    case 'units':
      return actorMay(actor, 'accounts:write')
    case 'people':
      return actorMay(actor, 'subjects:write') && actorMay(actor, 'accounts:write')
    case 'budget':
    case 'bills':
      return actorMay(actor, 'bills:write')
    case 'provider_account':
      // The page is read with one permission and changed with the other.
      return seesAll && actorMay(actor, 'office:write') && actorMay(actor, 'payments:read')
  }
}

const beforeActivation: readonly Step['kind'][] = ['office', 'documents']

function stateOf({ kind, gaps, waits_for = null }: Found, awaiting: boolean): Step {
  if (gaps.length === 0) return { kind, state: 'done', waits_for: null, gaps }
  if (awaiting && !beforeActivation.includes(kind))
    return { kind, state: 'waiting', waits_for: 'activation', gaps }
  return { kind, state: waits_for ? 'waiting' : 'to_do', waits_for, gaps }
}

const gap = (what: Gap['what'], of: Partial<Gap> = {}): Gap => ({
  ...{ what, count: 1, of: null, account: null, accounts: 0, fields: [] },
  ...of,
})

/** A gap of units, counted over all condominiums; it begins with the one that lacks most. Nothing if none lacks it. */
function gapOfUnits(
  what: Gap['what'],
  accounts: readonly IncompleteUnits[],
  lacking: (account: IncompleteUnits) => number,
  of: number,
): Gap[] {
  const concerned = accounts.filter((account) => lacking(account) > 0)
  const [most] = concerned.toSorted((one, other) => lacking(other) - lacking(one))
  if (!most) return []
  const count = concerned.reduce((sum, account) => sum + lacking(account), 0)
  const { account_id, name } = most
  return [gap(what, { count, of, account: { account_id, name }, accounts: concerned.length })]
}

const officeData = (missing: ReturnType<typeof missingOfCustomer>): Found => {
  const fields = Object.keys(missing)
  return {
    kind: 'office',
    gaps: fields.length > 0 ? [gap('office_data', { count: fields.length, fields })] : [],
  }
}

const documents = ({ valid, invalid }: { valid: number; invalid: number }): Found => ({
  kind: 'documents',
  gaps: [
    ...(invalid > 0 ? [gap('invalid_documents', { count: invalid })] : []),
    ...(valid + invalid === 0 ? [gap('documents')] : []),
  ],
})

const accountsStep = (accounts: readonly IncompleteUnits[]): Found => ({
  kind: 'accounts',
  gaps:
    accounts.length === 0
      ? [gap('accounts')]
      : gapOfUnits(
          'awaiting_accounts',
          accounts,
          ({ state }) => Number(state === 'awaiting'),
          accounts.length,
        ),
})

function unitsStep(accounts: readonly IncompleteUnits[]): Found {
  if (accounts.length === 0) return { kind: 'units', gaps: [gap('units')], waits_for: 'accounts' }
  return {
    kind: 'units',
    gaps: [
      ...gapOfUnits('units', accounts, ({ units }) => Number(units === 0), accounts.length),
      ...gapOfUnits('weights', accounts, ({ without_weights }) => without_weights, countUnits(accounts)),
    ],
  }
}

function peopleStep(accounts: readonly IncompleteUnits[], { people }: Begun): Found {
  const units = countUnits(accounts)
  if (people === 0) return { kind: 'people', gaps: [gap('people')] }
  if (units === 0) return { kind: 'people', gaps: [gap('holders', { count: 0 })], waits_for: 'units' }
  return {
    kind: 'people',
    gaps: gapOfUnits('holders', accounts, ({ without_holders }) => without_holders, units),
  }
}

/** An office that issues its bills in another way, imported ones for instance, needs no budget. */
function budgetStep(accounts: readonly IncompleteUnits[], begun: Begun): Found {
  const { issued_budgets, draft_budgets, issued_bills } = begun
  if (issued_budgets > 0 || issued_bills) return { kind: 'budget', gaps: [] }
  const gaps = draft_budgets > 0 ? [gap('draft_budgets', { count: draft_budgets })] : [gap('budget')]
  return { kind: 'budget', gaps, waits_for: waitsForUnits(accounts) }
}

function billsStep(accounts: readonly IncompleteUnits[], { issued_bills, draft_bills }: Begun): Found {
  if (issued_bills) return { kind: 'bills', gaps: [] }
  const gaps = draft_bills > 0 ? [gap('draft_bills', { count: draft_bills })] : [gap('bills')]
  return { kind: 'bills', gaps, waits_for: accounts.length === 0 ? 'accounts' : null }
}

function providerStep({ state, due, checking }: AtProvider): Found {
  const kind = 'provider_account'
  if (state === 'active') return { kind, gaps: [] }
  if (state === 'none') return { kind, gaps: [gap('provider_account')] }
  if (state === 'disabled') return { kind, gaps: [gap('provider_disabled')] }
  if (due === 0 && checking > 0)
    return { kind, gaps: [gap('provider_check', { count: checking })], waits_for: 'provider' }
  return { kind, gaps: [gap('provider_data', { count: due })] }
}

const countUnits = (accounts: readonly IncompleteUnits[]) =>
  accounts.reduce((sum, { units }) => sum + units, 0)
const waitsForUnits = (accounts: readonly IncompleteUnits[]): Step['waits_for'] => {
  if (accounts.length === 0) return 'accounts'
  return countUnits(accounts) === 0 ? 'units' : null
}
