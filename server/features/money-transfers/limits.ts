import * as contract from '@saldo/contract/payments/money-transfers'
import type { Tx } from '../../db/connection.ts'
import { badInput, notFound } from '../../http/errors.ts'
import { serve } from '../../http/serve.ts'

export const getMoneyTransferLimits = serve(contract.getMoneyTransferLimits, ({ tx }) => readLimits(tx))

/** Adds a row: limits are never changed, and who set the last ones approves no transfer under them (PostgreSQL refuses it). */
export const setMoneyTransferLimits = serve(contract.setMoneyTransferLimits, async ({ tx, body }) => {
  const { customer_id, office_day_limit, all_day_limit, payer_name, payer_iban, reason } = body
  if (customer_id !== undefined) {
    if (all_day_limit !== undefined || payer_name || payer_iban)
      throw badInput({ customer_id: 'Per un solo studio si fissa solo il suo limite.' })
    const [office] = await tx`select from customers where customer_id = ${customer_id}`
    if (!office) throw notFound('Lo studio')
    await tx`
      insert into money_transfer_limits (customer_id, office_day_limit, reason, set_by, set_by_name)
      values (${customer_id}, ${office_day_limit}, ${reason}, actor_user_id(), actor_nominative())`
    return readLimits(tx)
  }
  if (all_day_limit === undefined) throw badInput({ all_day_limit: 'Scrivi un importo.' })
  if (all_day_limit < office_day_limit)
    throw badInput({ all_day_limit: 'È meno del limite di uno studio: ricontrolla.' })
  if (payer_iban && !payer_name) throw badInput({ payer_name: 'Scrivi l’intestatario del conto.' })
  if (payer_name && !payer_iban && (await readLimits(tx)).payer_iban === null)
    throw badInput({ payer_iban: 'Scrivi l’IBAN del conto.' })
  await tx`
    insert into money_transfer_limits (office_day_limit, all_day_limit, payer_name, payer_iban, reason, set_by, set_by_name)
    select ${office_day_limit}, ${all_day_limit}, coalesce(${payer_name ?? null}, l.payer_name),
      coalesce(${payer_iban ?? null}, l.payer_iban), ${reason}, actor_user_id(), actor_nominative()
    from (select * from money_transfer_limits where customer_id is null order by limit_id desc limit 1) l`
  return readLimits(tx)
})

async function readLimits(tx: Tx): Promise<contract.MoneyTransferLimits> {
  const [general] = await tx<Omit<contract.MoneyTransferLimits, 'offices'>[]>`
    select l.office_day_limit, l.all_day_limit, l.payer_name, masked_iban(l.payer_iban) as payer_iban, l.reason, l.set_by_name,
      l.set_at, (select m.every from money_moved_on(today(), 0, null) m) as moved_today
    from money_transfer_limits l where l.customer_id is null order by l.limit_id desc limit 1`
  const offices = await tx<contract.MoneyTransferLimits['offices']>`
    select * from (
      select distinct on (l.customer_id) l.customer_id, c.business_name as customer_name, l.office_day_limit, l.reason,
        l.set_by_name, l.set_at
      from money_transfer_limits l join customers c on c.customer_id = l.customer_id
      order by l.customer_id, l.limit_id desc
    ) last order by customer_name`
  return { ...(general as Omit<contract.MoneyTransferLimits, 'offices'>), offices: [...offices] }
}
