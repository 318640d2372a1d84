import { reversalReasons } from '@saldo/domain/payments/reversal'
import type { Listener } from '../../events.ts'
import { actorName } from '../../timeline/actor-name.ts'
import { recordMovementEvent } from './movement.ts'

/**
 * A collection was reversed: the movement that it is the money of is to be matched again, only by a person, or belongs to
 * the collection that was registered in its place.
 */
export const afterReversal: Listener<'collection_reversed'> = async (
  _services,
  tx,
  { payment_id, replaced_by, reason },
) => {
  const by = await actorName(tx)
  const why = reversalReasons[reason]
  const [undone] = await tx`
    update movement_matches set undone_at = now(), undone_by = ${by}, undone_reason = ${why}
    where payment_id = ${payment_id} and undone_at is null
    returning customer_id, account_id, movement_id, amount`
  if (!undone) return
  const { customer_id, account_id, movement_id, amount } = undone as Record<string, number>
  const of = { customer_id, account_id, movement_id } as Record<
    'customer_id' | 'account_id' | 'movement_id',
    number
  >
  const again =
    replaced_by === null
      ? 0
      : await matchReplacement(tx, { ...of, payment_id: replaced_by, freed: amount as number, by })
  await tx`
    update bank_movements set matched = matched - ${amount as number} + ${again}, by_hand_only = true,
      state = case when matched - ${amount as number} + ${again} = 0 then 'to_explain'
        when matched - ${amount as number} + ${again} < amount then 'partly' else 'matched' end,
      reason = ${`Incasso PG-${payment_id} stornato: ${why.toLowerCase()}.`}
    where movement_id = ${movement_id as number}`
  await recordMovementEvent(tx, of, {
    text: `Incasso PG-${payment_id} stornato: ${why.toLowerCase()}`,
    actor: by,
  })
}

/** The right collection has the movement's money as far as it goes. Returns the cents. */
async function matchReplacement(
  tx: Parameters<Listener<'collection_reversed'>>[1],
  of: {
    customer_id: number
    account_id: number
    movement_id: number
    payment_id: number
    freed: number
    by: string
  },
): Promise<number> {
  const { by, freed, ...match } = of
  const [right] = await tx<{ amount: number }[]>`
    select p.amount from payments p
    join bank_movements m on m.movement_id = ${of.movement_id} and m.account_id = p.account_id
    where p.payment_id = ${of.payment_id} and p.amount <= m.amount - m.matched + ${freed}`
  if (!right) return 0
  await tx`
    insert into movement_matches ${tx({
      ...{
        ...match,
        amount: right.amount,
        way: 'by_hand',
        reasons: ['Registrato al posto di quello stornato'],
      },
      ...{ actor: by },
    })}`
  return right.amount
}
