import { formatLongDate } from '@saldo/domain/dates'
import { formatEuro } from '@saldo/domain/money'
import type { JobHandler } from '../../jobs/jobs.ts'
import { mailedTo } from '../../mail/mailed-to.ts'
import { queueEmail } from '../../mail/queue-email.ts'
import type { Services } from '../../services.ts'
import { recordBillEvent } from '../../timeline/bill-event.ts'
import { setNotice } from '../debits/run-debits.ts'
import { notifyPayer } from '../messages/notify-users.ts'
import { noticeValues } from '../payments/attempt/notice-values.ts'

const atOnce = 50

/** Mails the notice of each debit of a run, some in each transaction. A retry goes on where the last one stopped. */
export const announceRun: JobHandler<'announce-run'> = async (services, { run_id }) => {
  while ((await announceSome(services, run_id)) === atOnce);
}

type Untold = {
  debit_id: number
  customer_id: number
  bill_id: number
  subject_id: number
  mandate_id: number
  amount: number
  collect_on: string
  email: string
  last4: string
  umr: string
}

const announceSome = (services: Services, run_id: number): Promise<number> =>
  services.asSystem(async (tx) => {
    const debits = await tx<Untold[]>`
      select d.debit_id, d.customer_id, d.bill_id, d.subject_id, d.mandate_id, d.amount, d.collect_on, s.email,
        right(m.debtor_iban, 4) as last4, m.umr
      from debits d
      join debit_runs r on r.customer_id = d.customer_id and r.run_id = d.run_id and r.state = 'announced'
      join mandates m on m.customer_id = d.customer_id and m.mandate_id = d.mandate_id
      join subjects s on s.customer_id = d.customer_id and s.subject_id = d.subject_id and s.email is not null
      where d.run_id = ${run_id} and d.state = 'planned' and d.notice_key is null
      order by d.debit_id limit ${atOnce} for update of d skip locked`
    for (const { email, ...debit } of debits) {
      const { debit_id, customer_id, bill_id, collect_on } = debit
      const notice_key = `debit-notice:${debit_id}:${collect_on}`
      await setNotice(tx, debit_id, notice_key)
      await queueEmail(services, tx, {
        ...{ template: 'debit-notice', to: email, customer_id, bill_id, dedupe_key: notice_key },
        values: noticeValues({ ...debit, source_type: 'sepa_debit' }),
      })
      await notifyPayer(services, tx, debit, {
        ...{ kind: 'debit', link: '/dashboard', dedupe_key: notice_key },
        title: `Addebito in arrivo: ${formatEuro(debit.amount)}`,
        body: `${formatLongDate(collect_on)}, sul conto che finisce con ${debit.last4}.`,
      })
      await recordBillEvent(tx, {
        ...{ customer_id, bill_id, kind: 'debit_notice', actor: 'sistema' },
        text: mailedTo(services, `Preavviso di addebito per il ${formatLongDate(collect_on)}`, email),
      })
    }
    return debits.length
  })
