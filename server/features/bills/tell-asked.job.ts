import { type AskingBill, whyNotPay } from '@saldo/domain/bills/bill'
import { formatDate } from '@saldo/domain/dates'
import { formatEuro } from '@saldo/domain/money'
import type { JobHandler } from '../../jobs/jobs.ts'
import { type News, notifyPayer } from '../messages/notify-users.ts'

/** Of one person in one condominium. */
type Asked = AskingBill & {
  customer_id: number
  subject_id: number
  bill_id: number
  number: string
  account_name: string
  next_due_date: string | null
}

/**
 * Tells a resident in the product that they are asked for money: a bill was sent, or a reminder. A job does it, because
 * offices write to no resident. What was paid or cancelled meanwhile is not asked for.
 */
export const tellAsked: JobHandler<'tell-asked'> = (services, { bill_ids, reminder_id }) =>
  services.asSystem(async (tx) => {
    const bills = await tx<Asked[]>`
      select b.customer_id, b.subject_id, b.bill_id, b.number, b.phase, b.residue, b.pending, b.next_due_date,
        a.name as account_name
      from bills b join accounts a on a.customer_id = b.customer_id and a.account_id = b.account_id
      where b.bill_id = any(${bill_ids}::bigint[]) order by b.next_due_date, b.bill_id`
    const asked = bills.filter((bill) => whyNotPay(bill) === null)
    const [first] = asked
    if (first) await notifyPayer(services, tx, first, newsOf(first, asked, reminder_id))
  })

/** A bill that is sent again says nothing new: its key is the bill's. Each reminder has its own. */
function newsOf(first: Asked, asked: Asked[], reminder_id: number | null): News {
  const sum = formatEuro(asked.reduce((total, { residue }) => total + residue, 0))
  const others = asked.length > 1 ? ` e altre ${asked.length - 1}` : ''
  const which = `${first.account_name}, bolletta ${first.number}${others}`
  if (reminder_id !== null)
    return {
      ...{ kind: 'payment', link: '/dashboard', dedupe_key: `reminded:${reminder_id}` },
      title: `Sollecito: ${sum} da pagare`,
      body: `${which}. La paghi dalla tua pagina.`,
    }
  const by = first.next_due_date ? `, entro il ${formatDate(first.next_due_date)}` : ''
  return {
    ...{ kind: 'payment', link: '/dashboard', dedupe_key: `bill-sent:${first.bill_id}` },
    title: `Nuova bolletta: ${sum}`,
    body: `${which}${by}. La vedi e la paghi dalla tua pagina.`,
  }
}
