import { formatEuro } from '@saldo/domain/money'
import type { CertainPart, FoundProposal } from '@saldo/domain/transfers/known-facts'
import { type Decision, matchMovement } from '@saldo/domain/transfers/match-movement'
import { seemsTakenBack } from '@saldo/domain/transfers/taken-back'
import { closedDay } from '../../db/closed-period.ts'
import type { Tx } from '../../db/connection.ts'
import { ApiError } from '../../http/errors.ts'
import type { Services } from '../../services.ts'
import { actorName } from '../../timeline/actor-name.ts'
import { type Explainer, explainers } from './explainers.ts'
import { type Facts, factsAround } from './facts-around.ts'
import { type Movement, recordMovementEvent } from './movement.ts'
import { type PersonPart, settleMovement, whyNotOnItsDay } from './settle-movement.ts'
import { takeBack } from './take-back.ts'

const notACollection = 'È un’uscita del conto: non è un incasso.'
const maybeTakenBack =
  'Sembra denaro che la banca ha ripreso (un insoluto o uno storno), ma non si sa di quale incasso: se lo è, registralo su quell’incasso; poi escludi questo movimento.'
const givenBack = 'La banca riaccredita un’uscita: non è un incasso.'

/**
 * Matches movements of one condominium in the order in which the bank booked them: what another section recognises, what the
 * bank takes back, then credits. Certain matches are posted at once; all others get their state and their proposals.
 */
export async function matchMovements(
  services: Services,
  tx: Tx,
  movements: readonly Movement[],
  created_by: number | null,
): Promise<void> {
  const [first] = movements
  if (!first) return
  const mayExplain = await askedExplainers(tx, movements)
  let facts: Facts | null = null
  for (const [at, movement] of movements.entries()) {
    const explained = await explain(services, tx, movement, mayExplain(movement))
    const tookBack = !explained && isTakenBack(movement)
    if (tookBack) await takeBack(services, tx, movement, created_by)
    // Bills were settled or reopened: the next credit asks again what is known.
    if (explained || tookBack) facts = null
    else if (isCredit(movement)) {
      facts ??= await factsAround(tx, first, movements.slice(at).filter(isCredit))
      await matchCredit(services, tx, movement, facts, created_by)
    } else await leaveOut(tx, movement)
  }
}

/** Money that left the account is nobody's collection, unless it may be one that came back: that is asked. */
async function leaveOut(tx: Tx, movement: Movement): Promise<void> {
  const asked = movement.amount < 0 && seemsTakenBack(movement)
  await tx`
    update bank_movements set state = ${asked ? 'to_explain' : 'excluded'},
      reason = ${asked ? maybeTakenBack : movement.amount < 0 ? notACollection : givenBack}
    where movement_id = ${movement.movement_id}`
}

const isCredit = ({ amount, is_reversal }: Movement) => amount > 0 && !is_reversal
const isTakenBack = ({ amount, is_reversal }: Movement) => amount < 0 && is_reversal

const explainedStates = { flow: 'flow', return: 'reversal', ask: 'to_explain' } as const

/** For each movement the explainers that may recognise it. */
async function askedExplainers(
  tx: Tx,
  movements: readonly Movement[],
): Promise<(movement: Movement) => Explainer[]> {
  const asked: { explainer: Explainer; ids: ReadonlySet<number> }[] = []
  for (const explainer of explainers) asked.push({ explainer, ids: await explainer.among(tx, movements) })
  return ({ movement_id }) =>
    asked.filter(({ ids }) => ids.has(movement_id)).map(({ explainer }) => explainer)
}

async function explain(
  services: Services,
  tx: Tx,
  movement: Movement,
  asked: readonly Explainer[],
): Promise<boolean> {
  for (const explainer of asked) {
    const explanation = await explainer.explain(services, tx, movement)
    if (!explanation) continue
    const { kind, reason, payment_ids } = explanation
    await tx`
      update bank_movements set state = ${explainedStates[kind]}, reason = ${reason}, proposals = '[]',
        first_choice = false, proposed = null
      where movement_id = ${movement.movement_id}`
    if (kind !== 'ask' && payment_ids.length > 0)
      await tx`
        insert into movement_payments (customer_id, account_id, movement_id, payment_id, is_return)
        select ${movement.customer_id}, ${movement.account_id}, ${movement.movement_id}, payment_id, ${kind === 'return'}
        from unnest(${payment_ids}::bigint[]) as paid (payment_id)
        on conflict do nothing`
    await recordMovementEvent(tx, movement, { text: reason, actor: await actorName(tx) })
    return true
  }
  return false
}

async function matchCredit(
  services: Services,
  tx: Tx,
  movement: Movement,
  facts: Facts,
  created_by: number | null,
): Promise<void> {
  const decision = matchMovement(movement, facts.of(movement))
  if (movement.maybe_known) return storeDecision(tx, movement, unsure(decision))
  if (decision.kind !== 'certain') return storeDecision(tx, movement, decision)
  const why = movement.by_hand_only
    ? 'Il suo abbinamento è stato annullato: ora decidi tu.'
    : ((await whyNotOnItsDay(tx, movement)) ??
      (await trySettling(services, tx, movement, decision, created_by)))
  if (why !== null) return storeDecision(tx, movement, notPosted(decision, why))
  facts.settled(decision.parts.flatMap(({ bills }) => bills))
}

const perhapsKnown =
  'Un altro file ha già portato un movimento di questo importo, di questo giorno o di uno accanto: se è lo stesso, escludilo.'

/** What is found of a movement that may be in another file already: nothing of it is certain or a first choice. */
export function unsure(decision: Decision): Exclude<Decision, { kind: 'certain' }> {
  const open = decision.kind === 'certain' ? notPosted(decision, '') : decision
  const reason = `${perhapsKnown} ${open.reason}`.trim()
  if (open.kind === 'to_explain') return { ...open, reason }
  return { ...open, reason, proposals: open.proposals.map((each) => ({ ...each, first_choice: false })) }
}

/** Posts a certain match, or says as a sentence why it could not be: then nothing of it was written. */
async function trySettling(
  services: Services,
  tx: Tx,
  movement: Movement,
  { parts, reason }: Decision & { kind: 'certain' },
  created_by: number | null,
): Promise<string | null> {
  await tx`savepoint matching`
  try {
    await settleMovement(services, tx, movement, parts.map(personPart), {
      ...{ way: 'automatic', reasons: [reason], created_by },
    })
    await tx`release savepoint matching`
    return null
  } catch (error) {
    if (!(error instanceof ApiError) && !closedDay(error)) throw error
    await tx`rollback to savepoint matching`
    return error instanceof ApiError
      ? error.message
      : 'Il giorno è in un periodo chiuso: non è stato registrato.'
  }
}

export const personPart = ({ subject_id, bills, credit, named }: CertainPart): PersonPart => ({
  ...{ subject_id, bills, named },
  amount: bills.reduce((sum, { amount }) => sum + amount, credit),
})

/** A certain match that must not be posted is a proposal; if several people share the money, the person divides it. */
export function notPosted(
  { parts, reason }: Decision & { kind: 'certain' },
  why: string,
): Exclude<Decision, { kind: 'certain' }> {
  const [part, ...others] = parts
  if (!part || others.length > 0) return { kind: 'to_explain', reason: `${reason} ${why}` }
  const { subject_id, bills, credit } = part
  const proposal: FoundProposal = {
    ...{ level: 'reference', subject_id, bills, credit, payment_id: null, first_choice: true },
    reasons: [reason.replace(/\.$/, '')],
  }
  return { kind: 'proposals', proposals: [proposal], reason: `${reason} ${why}` }
}

/** Stores what was found of a movement that stays open. */
export async function storeDecision(
  tx: Tx,
  { movement_id }: Movement,
  decision: Exclude<Decision, { kind: 'certain' }>,
): Promise<void>
export async function storeDecision(tx: Tx, movement: Movement, decision: Decision): Promise<void>
export async function storeDecision(tx: Tx, { movement_id }: Movement, decision: Decision): Promise<void> {
  if (decision.kind === 'certain')
    throw new Error(`movement ${movement_id}: a certain match is posted, not stored`)
  const proposals = decision.kind === 'proposals' ? decision.proposals : []
  const [first] = proposals
  const chosen = first?.first_choice ? first : null
  await tx`
    update bank_movements set state = ${proposals.length > 0 ? 'to_match' : 'to_explain'}, reason = ${decision.reason},
      proposals = ${tx.json(proposals as never)}, first_choice = ${chosen !== null},
      proposed = ${chosen ? await inShort(tx, chosen) : null}
    where movement_id = ${movement_id} and matched = 0`
}

async function inShort(tx: Tx, { subject_id, bills, credit, payment_id }: FoundProposal): Promise<string> {
  const [of] = await tx<{ nominative: string; numbers: string[] }[]>`
    select (select nominative from subjects where subject_id = ${subject_id}) as nominative,
      coalesce((select array_agg(number order by bill_id) from bills
        where bill_id = any(${bills.map(({ bill_id }) => bill_id)}::bigint[])), '{}') as numbers`
  const what =
    payment_id !== null
      ? `incasso PG-${payment_id}`
      : [...(of?.numbers ?? []), ...(credit > 0 ? [`${formatEuro(credit)} a credito`] : [])].join(', ')
  return `${what} · ${of?.nominative ?? ''}`
}
