import { addDays, today } from '@saldo/domain/dates'
import type { Services } from '../../services.ts'
import { billUrl } from '../mybill/bill-link.ts'

/** Three digits before the comma, as most bills of a condominium have. */
const [least, most] = [20_000, 99_999]
/** Far enough ahead that the bill is still payable when the visitor comes back to it. */
const daysAhead = 5

/**
 * The public link of an unpaid bill, the same until it is paid, then the next one's; null when none is left. It belongs
 * to a condominium that can be paid, is not due yet and nobody has tried to pay it.
 */
export async function demoBillUrl(services: Services): Promise<string | null> {
  const day = today()
  const [bill] = await services.asSystem(
    (tx) => tx<{ bill_id: number; link_version: number }[]>`
      select b.bill_id, b.link_version
      from bills b
      join accounts a on a.customer_id = b.customer_id and a.account_id = b.account_id
      join subjects s on s.customer_id = b.customer_id and s.subject_id = b.subject_id
      where b.phase = 'open' and b.settled = 0 and b.amount between ${least} and ${most}
        and b.next_due_date between ${addDays(day, daysAhead)} and ${addDays(day, 60)}
        and a.iban is not null and a.provider_account = 'stripe' and s.email is not null
        and not exists (select from payments p where p.customer_id = b.customer_id and p.bill_id = b.bill_id)
      order by b.next_due_date, b.bill_id
      limit 1`,
  )
  return bill ? billUrl(services, bill.bill_id, bill.link_version) : null
}
