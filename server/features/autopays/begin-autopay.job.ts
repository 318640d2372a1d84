import { today } from '@saldo/domain/dates'
import type { Tx } from '../../db/connection.ts'
import { actForPayer } from '../../http/in-name-of.ts'
import type { JobHandler } from '../../jobs/jobs.ts'
import { queueEmail } from '../../mail/queue-email.ts'
import type { Services } from '../../services.ts'
import { type AutopayWish, autopayWish, forgetAutopayWish } from '../payments/pay/autopay-wish.ts'
import { confirmAutopay } from './confirm-autopay.ts'

/**
 * Begins the autopay that a payer asked for while paying, once the method is saved and the bank has not refused, in their name. One
 * that is in force stays as it is, unless it stands still because of its method or of failed debits. A wish that cannot be granted
 * is answered by mail, except where the payment itself failed, which the payer is told. The wish is forgotten last: the autopay
 * is locked before the attempt, as everywhere.
 */
export const beginAutopay: JobHandler<'begin-autopay'> = (services, { attempt_id }) =>
  services.asSystem(async (tx) => {
    const wish = await autopayWish(tx, attempt_id)
    if (!wish) return
    await actForPayer(tx, wish.created_by)
    const why_not = wish.goes_well ? await begin(services, tx, wish) : null
    if (why_not) await tellWhyNot(services, tx, attempt_id, wish, why_not)
    await forgetAutopayWish(tx, attempt_id)
  })

/** Null: it has begun. Else why not, in Italian, and who pays now. */
async function begin(services: Services, tx: Tx, wish: AutopayWish): Promise<string | null> {
  if (!wish.has_access)
    return 'Lo hai chiesto pagando, ma l’accesso con cui lo hai chiesto non c’è più. Le prossime rate le paghi tu.'
  if (wish.source_id === null)
    return 'Lo hai chiesto pagando, ma la carta o il conto non si sono potuti salvare. Le prossime rate le paghi tu.'
  const autopay_id = await agree(tx, wish, wish.source_id)
  if (autopay_id === null)
    return 'Lo hai chiesto pagando, ma per queste bollette ce n’è già uno: resta com’è, e questo pagamento non lo cambia.'
  await services.queue.enqueue(tx, 'move-autopay', { autopay_id })
  await confirmAutopay(services, tx, autopay_id)
  return null
}

/** Null: an autopay is in force already, which nobody changes by paying. */
async function agree(tx: Tx, wish: AutopayWish, source_id: number): Promise<number | null> {
  const { customer_id, account_id, subject_id, cap, created_by } = wish
  const [row] = await tx`
    insert into autopays ${tx({ customer_id, account_id, subject_id, source_id, cap, created_by, starts_on: today() })}
    on conflict (customer_id, subject_id, account_id) where state <> 'revoked' do update
    set source_id = excluded.source_id, cap = excluded.cap, starts_on = excluded.starts_on, created_by = excluded.created_by,
      state = 'active', pause_reason = null, paused_until = null, resumed_at = now()
    where autopays.state = 'paused' and autopays.pause_reason <> 'payer'
    returning autopay_id`
  return row?.autopay_id ?? null
}

async function tellWhyNot(
  services: Services,
  tx: Tx,
  attempt_id: number,
  { customer_id, account_id, subject_id, email }: AutopayWish,
  reason: string,
): Promise<void> {
  if (!email) return
  const [row] = await tx`
    select a.name as account_name, s.nominative
    from accounts a join subjects s on s.customer_id = a.customer_id and s.subject_id = ${subject_id}
    where a.customer_id = ${customer_id} and a.account_id = ${account_id}`
  await queueEmail(services, tx, {
    template: 'autopay-ended',
    to: email,
    customer_id,
    bill_id: null,
    dedupe_key: `autopay-not-begun:${attempt_id}`,
    values: {
      ...{ account_name: row?.account_name, nominative: row?.nominative },
      ...{ what: 'addebito automatico non attivato', reason },
    },
  })
}
