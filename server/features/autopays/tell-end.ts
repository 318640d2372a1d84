import type { Tx } from '../../db/connection.ts'
import { queueEmail } from '../../mail/queue-email.ts'
import type { Services } from '../../services.ts'

const reasons = {
  access:
    'L’accesso con cui era stato attivato non c’è più, perciò l’addebito automatico è terminato. Le prossime rate le paghi tu.',
  merged:
    'L’amministratore ha unito due schede della stessa persona e vale l’altro addebito automatico: questo non addebita più nulla.',
}

/** Mails the payer of a revoked autopay, which the caller has locked, why it ended; nothing if they ended it, or know already. */
export async function tellEnd(services: Services, tx: Tx, autopay_id: number): Promise<void> {
  const [ended] = await tx<
    {
      ended_because: keyof typeof reasons
      customer_id: number
      account_name: string
      nominative: string
      email: string
    }[]
  >`
    update autopays p set end_told_at = now()
    from accounts a, subjects s, payment_sources o
    where p.autopay_id = ${autopay_id} and p.ended_because is not null and p.end_told_at is null
      and a.customer_id = p.customer_id and a.account_id = p.account_id
      and s.customer_id = p.customer_id and s.subject_id = p.subject_id
      and o.customer_id = p.customer_id and o.source_id = p.source_id
    returning p.ended_because, p.customer_id, a.name as account_name, s.nominative, o.email`
  if (!ended?.email) return
  const { customer_id, account_name, nominative, ended_because } = ended
  await queueEmail(services, tx, {
    template: 'autopay-ended',
    to: ended.email,
    customer_id,
    bill_id: null,
    dedupe_key: `autopay-ended:${autopay_id}`,
    values: {
      account_name,
      nominative,
      what: 'addebito automatico terminato',
      reason: reasons[ended_because],
    },
  })
}
