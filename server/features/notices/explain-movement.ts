import { addDays, formatDate } from '@saldo/domain/dates'
import { formatEuro } from '@saldo/domain/money'
import { nameKeys } from '@saldo/domain/transfers/payer-name'
import { writtenReferences } from '@saldo/domain/transfers/written-references'
import type { Tx } from '../../db/connection.ts'
import type { Services } from '../../services.ts'
import type { Explanation, MovementToExplain } from '../flows/explanation.ts'

/** Within how many days after the last payment a bank credits the sum of the paid notices. */
const most_days = 10

/** The ids of those movements of one condominium whose amount is the sum of a file's paid notices: only these can be explained. */
export async function movementsOfNotices(
  tx: Tx,
  movements: readonly MovementToExplain[],
): Promise<ReadonlySet<number>> {
  const [first] = movements
  if (!first) return new Set()
  const sums = await tx<{ amount: number }[]>`
    select sum(o.amount)::bigint as amount from notice_outcomes o
    where o.customer_id = ${first.customer_id} and o.account_id = ${first.account_id} and o.payment_id is not null
    group by o.flow_id
    having sum(o.amount) = any(${movements.map(({ amount }) => amount)}::bigint[])`
  const amounts = new Set(sums.map(({ amount }) => amount))
  return new Set(movements.filter(({ amount }) => amounts.has(amount)).map(({ movement_id }) => movement_id))
}

/**
 * Recognises the credit that is the sum of the paid notices of one file for this condominium: their bills are settled
 * already, and must not be settled again. Sure only if exactly one file fits; else null. A file is recognised once. What a
 * payer sent is no such credit, though it may have the amount of a notice: the same bill can be paid twice.
 */
export async function explainMovement(
  _services: Services,
  tx: Tx,
  movement: MovementToExplain,
): Promise<Explanation | null> {
  const { customer_id, account_id, movement_id, amount, booked_on, is_reversal } = movement
  if (amount <= 0 || is_reversal || isOfPayer(movement) || (await isOfKnownPerson(tx, movement))) return null
  const found = await tx<{ flow_id: number; reference: string; count: number; payment_ids: number[] }[]>`
    select o.flow_id, f.reference, count(*)::int as count, array_agg(o.payment_id order by o.payment_id) as payment_ids
    from notice_outcomes o
    join flows f on f.customer_id = o.customer_id and f.flow_id = o.flow_id
    where o.customer_id = ${customer_id} and o.account_id = ${account_id} and o.payment_id is not null
      and not exists (select from notice_credits c
        where c.customer_id = o.customer_id and c.flow_id = o.flow_id and c.account_id = o.account_id)
    group by o.flow_id, f.reference
    having sum(o.amount) = ${amount}
      and max(coalesce(o.paid_on, o.value_on)) between ${addDays(booked_on, -most_days)}::date and ${booked_on}::date
    limit 2`
  const [flow] = found
  if (!flow || found.length > 1) return null
  // The amount of a single notice proves little: the bank must say what it credits.
  if (flow.count === 1 && !saysNotices(movement, flow.reference)) return null
  await tx`
    insert into notice_credits ${tx({ customer_id, account_id, flow_id: flow.flow_id, movement: movement_id, amount })}`
  const notices = flow.count === 1 ? 'dell’avviso pagato' : `dei ${flow.count} avvisi pagati`
  return {
    kind: 'flow',
    reason: `È la somma ${notices} nel flusso ${flow.reference}: ${formatEuro(amount)}, accreditati il ${formatDate(booked_on)}. Le bollette sono già incassate.`,
    ...{ flow_id: flow.flow_id, payment_ids: flow.payment_ids },
  }
}

/** The bank credits notices in its own name: an account, a tax code or a bill's reference or number belongs to a transfer. */
const isOfPayer = (movement: MovementToExplain): boolean =>
  Boolean(movement.party_iban || movement.party_fiscal_code || movement.structured_reference) ||
  writtenReferences(movement).some(
    (written) =>
      written.kind === 'rf' || written.kind === 'slip' || (written.kind === 'number' && !written.weak),
  )

/** So does the name of a person whom the office knows. */
async function isOfKnownPerson(
  tx: Tx,
  { customer_id, party_name }: { customer_id: number; party_name: string | null },
): Promise<boolean> {
  const names = nameKeys(party_name ?? '')
  if (names.length === 0) return false
  const found = await tx`
    select from subjects where customer_id = ${customer_id} and name_key = any(${names}::text[]) limit 1`
  return found.length > 0
}

/** Whether the text of the movement speaks of notices, or names the file. */
const saysNotices = ({ text, batch_reference }: MovementToExplain, reference: string | null): boolean => {
  const said = `${text ?? ''} ${batch_reference ?? ''}`
  return (
    /\b(?:mav|ri\.?ba|avvis[io]|effetti)\b/i.test(said) || (reference !== null && said.includes(reference))
  )
}
