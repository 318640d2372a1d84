import { addDays, today } from '@saldo/domain/dates'
import { billUrl } from '../../links/bill-link.ts'
import type { Services } from '../../services.ts'

/** Three digits before the comma, as most bills have. */
const [least, most] = [20_000, 99_999]
/** Days before its due date: far enough that the bill is still payable when the visitor returns. */
const [soonest, latest] = [5, 60]

/**
 * The public link of an unpaid bill that is not due yet, in a condominium that can be paid: the same until it is paid,
 * then that of the next. If the demo is so old that all are overdue, one of those; null when none is left.
 */
export async function demoBillUrl(services: Services): Promise<string | null> {
  const day = today()
  const [bill] = await services.asSystem(
    (tx) => tx<{ bill_id: number; link_version: number }[]>`
      select b.bill_id, b.link_version
      from bills b
      join accounts a on a.customer_id = b.customer_id and a.account_id = b.account_id
      join subjects s on s.customer_id = b.customer_id and s.subject_id = b.subject_id
      where b.phase = 'open' and b.amount between ${least} and ${most}
        and a.iban is not null and a.provider_account = 'stripe' and s.email is not null
      order by b.next_due_date between ${addDays(day, soonest)} and ${addDays(day, latest)} desc,
        b.next_due_date, b.bill_id
      limit 1`,
  )
  return bill ? billUrl(services, bill.bill_id, bill.link_version) : null
}
