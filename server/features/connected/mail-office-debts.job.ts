import { formatLongDate } from '@saldo/domain/dates'
import { formatEuro } from '@saldo/domain/money'
import type { Tx } from '../../db/connection.ts'
import type { JobHandler } from '../../jobs/jobs.ts'
import { queueEmail } from '../../mail/queue-email.ts'
import type { Services } from '../../services.ts'

/** Days after the debt arose on which the office gets a mail; the first when it arises. */
const dunningDays = [0, 15, 30] as const

const batch = 200

/** Sends the due mails to offices in debt, each once. */
export const mailOfficeDebts: JobHandler<'mail-office-debts'> = async (services) => {
  for (;;) {
    const due = await services.asSystem(
      (tx) => tx<{ recovery_id: number }[]>`
        select recovery_id from transfer_recoveries
        where next_dun_on <= today() order by next_dun_on, recovery_id limit ${batch}`,
    )
    for (const { recovery_id } of due)
      await services.asSystem((tx) => mailOfficeDebt(services, tx, recovery_id))
    if (due.length < batch) return
  }
}

/**
 * Sends the next mail about one debt, in the caller's transaction. Sends nothing when it is settled or three mails were
 * sent.
 */
export async function mailOfficeDebt(services: Services, tx: Tx, recovery_id: number): Promise<void> {
  const [debt] = await tx`
    select r.customer_id, r.payment_id, r.owed, r.owed_since, r.dunned, r.cause, p.bill_id, c.primary_email as email
    from transfer_recoveries r
    join payments p on p.customer_id = r.customer_id and p.payment_id = r.payment_id
    join customers c on c.customer_id = r.customer_id
    where r.recovery_id = ${recovery_id} for update of r`
  if (!debt) return
  const step = debt.dunned as number
  const next = dunningDays[step + 1]
  const done = debt.owed === 0 || step >= dunningDays.length
  await tx`
    update transfer_recoveries
    set dunned = ${done ? step : step + 1},
      next_dun_on = ${done || next === undefined ? null : tx`owed_since + ${next}::int`}
    where recovery_id = ${recovery_id}`
  if (done || !debt.email) return
  await queueEmail(services, tx, {
    template: 'office-debt',
    to: debt.email,
    customer_id: debt.customer_id,
    bill_id: debt.bill_id,
    dedupe_key: `office-debt:${recovery_id}:${step}`,
    values: {
      who_writes: 'Saldo scrive allo studio per gli incassi che passano dal suo conto collegato.',
      amount: formatEuro(debt.owed),
      title: step === 0 ? 'Saldo ha anticipato per lo studio' : 'Debito verso Saldo ancora aperto',
      why: `${reasons[debt.cause as keyof typeof reasons]} Il tuo conto presso il provider non bastava per intero, oppure si tratta della commissione del provider, che è a carico dello studio.`,
      since: formatLongDate(debt.owed_since),
      url: `${services.env.PUBLIC_URL}/#/transazioni/${debt.payment_id}`,
    },
  })
}

const reasons = {
  return: 'Un addebito è tornato insoluto.',
  dispute: 'Un pagamento è stato contestato presso la banca.',
  refund_failed: 'Un rimborso non è riuscito.',
} as const
