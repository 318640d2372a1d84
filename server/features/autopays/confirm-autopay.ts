import { formatEuro } from '@saldo/domain/money'
import type { Tx } from '../../db/connection.ts'
import { autopayUrl } from '../../links/autopay-url.ts'
import { queueEmail } from '../../mail/queue-email.ts'
import type { Services } from '../../services.ts'
import { notifyPayer } from '../messages/notify-users.ts'

/**
 * Mails what was agreed, with the link to pause or revoke it: whoever paid by a link has no account. The person whose bills these
 * are learns it, too, at their own address and in the product: somebody else may have signed for them.
 */
export async function confirmAutopay(services: Services, tx: Tx, autopay_id: number): Promise<void> {
  const [row] = await tx`
    select p.customer_id, p.subject_id, p.cap, p.resumed_at, a.name as account_name, s.nominative, o.email, o.type, o.last4,
      case when lower(s.email) is distinct from lower(o.email) then s.email end as own_email
    from autopays p
    join accounts a on a.customer_id = p.customer_id and a.account_id = p.account_id
    join subjects s on s.customer_id = p.customer_id and s.subject_id = p.subject_id
    join payment_sources o on o.customer_id = p.customer_id and o.source_id = p.source_id
    where p.autopay_id = ${autopay_id}`
  if (!row) return
  const { customer_id, subject_id, account_name, nominative } = row
  const key = `autopay-begun:${autopay_id}:${row.resumed_at}`
  const from = `${row.type === 'card' ? 'sulla carta' : 'sul conto'} che finisce con ${row.last4 ?? '…'}`
  const most = row.cap === null ? '' : ` Una rata che supera ${formatEuro(row.cap)} la paghi tu.`
  const terms = `Ogni rata che scade da oggi in poi si addebita ${from}, alla scadenza.${most}`
  const readers = [
    { to: row.email, dedupe_key: key },
    { to: row.own_email, dedupe_key: `${key}:person` },
  ]
  for (const { to, dedupe_key } of readers) {
    if (!to) continue
    const url = await autopayUrl(services, tx, { customer_id, autopay_id })
    await queueEmail(services, tx, {
      ...{ template: 'autopay-begun', to, customer_id, bill_id: null, dedupe_key },
      values: { account_name, nominative, terms, url },
    })
  }
  await notifyPayer(
    services,
    tx,
    { customer_id, subject_id },
    {
      ...{ kind: 'debit', link: '/dashboard', dedupe_key: key },
      title: `Addebito automatico attivato: ${account_name}`,
      body: `${terms} Se non lo hai chiesto tu, revocalo da Metodi di pagamento.`,
    },
  )
}
