import * as contract from '@saldo/contract/reports/agents'
import { addDays, formatDate, today } from '@saldo/domain/dates'
import {
  commissionLine,
  firstDayOf,
  formatMonth,
  lastDayOf,
  type Month,
  monthOf,
  statementOf,
} from '@saldo/domain/payments/commissions'
import type { Tx } from '../../db/connection.ts'
import { conflict } from '../../http/errors.ts'
import { serve } from '../../http/serve.ts'
import { commissionMonth } from './commission-months.ts'
import { feeSums, statementsOf } from './commissions.sql.ts'
import { type LockedAgent, lockAgent } from './lock-agent.ts'

/** Freezes a month's commissions, once: a parallel second request gets the same result. */
export const closeMonth = serve(contract.closeMonth, async ({ tx, actor, body: { agent_id, month } }) => {
  const agent = await lockAgent(tx, agent_id)
  if ((await statementsOf(tx, agent_id, [month])).length === 0) await close(tx, agent, month, actor.user_id)
  return commissionMonth(tx, agent_id, month)
})

async function close(tx: Tx, agent: LockedAgent, month: Month, closed_by: number | null): Promise<void> {
  if (month >= monthOf(today()))
    throw conflict(
      'month_running',
      `${formatMonth(month)} non è ancora finito: lo chiudi dal ${formatDate(addDays(lastDayOf(month), 1))}.`,
    )
  await requireCustomers(tx, agent, month)
  // Fees kept or returned at this moment either belong to the month or have a later date: none is lost.
  await tx`select lock_platform_fees()`
  const sums = await feeSums(tx, agent.agent_id, [month])
  const lines = sums.map(({ customer_id, ...each }) => ({
    customer_id,
    commission_bps: agent.commission_bps,
    ...commissionLine(each, agent.commission_bps),
  }))
  const [statement] = await tx`
    insert into commission_statements ${tx({ agent_id: agent.agent_id, month: firstDayOf(month), closed_by, ...statementOf(lines) })}
    returning statement_id`
  await tx`
    insert into commission_lines (statement_id, customer_id, business_name, fees_cents, reversed_cents, base_cents, commission_bps,
      commission_cents)
    select ${statement?.statement_id}, c.customer_id, c.business_name, l.fees_cents, l.reversed_cents, l.base_cents,
      l.commission_bps, l.commission_cents
    from jsonb_to_recordset(${tx.json(lines)}) as l (customer_id bigint, fees_cents bigint, reversed_cents bigint,
      base_cents bigint, commission_bps int, commission_cents bigint)
    join customers c using (customer_id)`
}

async function requireCustomers(tx: Tx, { agent_id, name }: LockedAgent, month: Month): Promise<void> {
  const [had] = await tx`
    select from agent_customers where agent_id = ${agent_id} and from_date <= ${lastDayOf(month)}
      and (to_date is null or to_date >= ${firstDayOf(month)}) limit 1`
  if (!had)
    throw conflict(
      'no_customers',
      `In ${formatMonth(month)} ${name} non aveva clienti: non c’è niente da chiudere.`,
    )
}
