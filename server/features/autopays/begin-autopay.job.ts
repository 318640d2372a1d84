import { today } from '@saldo/domain/dates'
import { formatEuro } from '@saldo/domain/money'
import type { Tx } from '../../db/connection.ts'
import type { JobHandler } from '../../jobs/jobs.ts'
import { autopayUrl } from '../../links/autopay-url.ts'
import { queueEmail } from '../../mail/queue-email.ts'
import type { Services } from '../../services.ts'
import { type AutopayWish, autopayWish, forgetAutopayWish } from '../payments/pay/autopay-wish.ts'

/**
 * Begins the autopay that a payer asked for while paying, once the method is saved and the bank has not refused. One that is
 * in force stays as it is, unless it stands still because of its method or of failed debits. The wish is forgotten last: the
 * autopay is locked before the attempt, as everywhere.
 */
export const beginAutopay: JobHandler<'begin-autopay'> = (services, { attempt_id }) =>
  services.asSystem(async (tx) => {
    const wish = await autopayWish(tx, attempt_id)
    if (!wish) return
    const autopay_id = wish.goes_well && wish.source_id !== null ? await begin(tx, wish) : null
    if (autopay_id !== null) {
      await services.queue.enqueue(tx, 'move-autopay', { autopay_id })
      await confirm(services, tx, autopay_id)
    }
    await forgetAutopayWish(tx, attempt_id)
  })

/** Null: an autopay is in force already, which nobody changes by paying. */
async function begin(tx: Tx, wish: AutopayWish): Promise<number | null> {
  const { customer_id, account_id, subject_id, source_id, cap, created_by } = wish
  const [row] = await tx`
    insert into autopays ${tx({ customer_id, account_id, subject_id, source_id, cap, created_by, starts_on: today() })}
    on conflict (customer_id, subject_id, account_id) where state <> 'revoked' do update
    set source_id = excluded.source_id, cap = excluded.cap, starts_on = excluded.starts_on, created_by = excluded.created_by,
      state = 'active', pause_reason = null, paused_until = null, resumed_at = now()
    where autopays.state = 'paused' and autopays.pause_reason <> 'payer'
    returning autopay_id`
  return row?.autopay_id ?? null
}

/** Mails what was agreed, with the link to pause or revoke it: whoever paid by a link has no account. */
async function confirm(services: Services, tx: Tx, autopay_id: number): Promise<void> {
  const [row] = await tx`
    select p.customer_id, p.cap, p.resumed_at, a.name as account_name, s.nominative, o.email, o.type, o.last4
    from autopays p
    join accounts a on a.customer_id = p.customer_id and a.account_id = p.account_id
    join subjects s on s.customer_id = p.customer_id and s.subject_id = p.subject_id
    join payment_sources o on o.customer_id = p.customer_id and o.source_id = p.source_id
    where p.autopay_id = ${autopay_id}`
  if (!row?.email) return
  const from = `${row.type === 'card' ? 'sulla carta' : 'sul conto'} che finisce con ${row.last4 ?? '…'}`
  const most = row.cap === null ? '' : ` Una rata che supera ${formatEuro(row.cap)} la paghi tu.`
  await queueEmail(services, tx, {
    template: 'autopay-begun',
    to: row.email,
    customer_id: row.customer_id,
    bill_id: null,
    dedupe_key: `autopay-begun:${autopay_id}:${row.resumed_at}`,
    values: {
      account_name: row.account_name,
      nominative: row.nominative,
      terms: `Ogni rata che scade da oggi in poi si addebita ${from}, alla scadenza.${most}`,
      url: await autopayUrl(services, tx, { customer_id: row.customer_id, autopay_id }),
    },
  })
}
