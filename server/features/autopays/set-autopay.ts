import * as contract from '@saldo/contract/payments/autopays'
import { today } from '@saldo/domain/dates'
import type { Tx } from '../../db/connection.ts'
import { notFound } from '../../http/errors.ts'
import { serve } from '../../http/serve.ts'
import type { ProviderAccount } from '../../provider/providers.ts'
import { actorName } from '../../timeline/actor-name.ts'
import { cancelDebitsOfAutopay } from '../debits/cancel-planned-debits.ts'
import { expectSource, sourceToCharge } from '../sources/source-to-charge.ts'
import { autopayView } from './autopay-view.ts'

/**
 * Begins an autopay, or agrees anew on the one in force with another method or cap: then what was planned is cancelled and
 * planned anew, so that a notice names the new method, and what is overdue already stays with the payer, as the page says.
 * Links that were mailed for another method expire in the database. The row is locked before any bill (see move-autopay), and these before the method.
 */
export const setAutopay = serve(contract.setAutopay, async ({ tx, services, actor, body }) => {
  const { subject_id, account_id, source_id } = body
  const where = await payable(tx, { subject_id, account_id })
  // Before the insert, whose foreign key would tell a method that is another's from one that does not exist.
  await expectSource(tx, source_id)
  const [row] = await tx`
    insert into autopays ${tx({
      ...{ customer_id: where.customer_id, account_id, subject_id, source_id },
      ...{ cap: body.cap ?? null, starts_on: today(), created_by: actor.user_id },
    })}
    on conflict (customer_id, subject_id, account_id) where state <> 'revoked' do update
    set source_id = excluded.source_id, cap = excluded.cap, starts_on = excluded.starts_on, created_by = excluded.created_by,
      state = 'active', pause_reason = null, paused_until = null, resumed_at = now()
    returning autopay_id`
  const autopay_id = row?.autopay_id as number
  await cancelDebitsOfAutopay(tx, autopay_id, 'L’addebito automatico è cambiato.', await actorName(tx))
  // Last, because a debit that starts locks its bill before its method.
  await sourceToCharge(tx, { ...where, subject_id }, source_id)
  await services.queue.enqueue(tx, 'move-autopay', { autopay_id })
  return autopayView(tx, autopay_id)
})

/** The condominium, if this person has a bill there that the actor sees. */
async function payable(tx: Tx, { subject_id, account_id }: { subject_id: number; account_id: number }) {
  const [row] = await tx<{ customer_id: number; provider_account: ProviderAccount }[]>`
    select b.customer_id, a.provider_account
    from bills b join accounts a on a.customer_id = b.customer_id and a.account_id = b.account_id
    where b.subject_id = ${subject_id} and b.account_id = ${account_id} limit 1`
  if (!row) throw notFound('Una bolletta di questa persona nel condominio')
  return row
}
