import { addDays, type Day } from '@saldo/domain/dates'
import type { Tx } from '../../../db/connection.ts'

/** An open bill of the demo, with all that a payer or a bank says of it. */
export type OpenBill = {
  bill_id: number
  number: string
  amount: number
  issue_date: Day
  due_date: Day
  unit: string
  description: string
  subject_id: number
  holder: string
  fiscal_code: string
  email: string | null
}
/** A condominium with the bills that the demo's month may use. */
export type Collecting = {
  account_id: number
  name: string
  iban: string
  fiscal_code: string
  bills: OpenBill[]
}

/** How many condominiums collect in the demo. */
const most = 4
/** A condominium with fewer bills than these is not worth a statement. */
const fewest = 6

/**
 * The condominiums of an office where most bills of late are open, each with those that were issued at least so many days
 * ago, have one instalment, and that nobody has tried to pay: half of them, so that as many stay open. Nothing of the demo's
 * own resident. The same for the same day.
 */
export async function openBills(
  tx: Tx,
  customer_id: number,
  day: Day,
  issuedDaysAgo: number,
): Promise<Collecting[]> {
  const rows = await tx<(OpenBill & Omit<Collecting, 'bills'> & { account_code: string })[]>`
    select b.bill_id, b.number, b.residue as amount, b.issue_date, b.next_due_date as due_date, b.unit, b.description,
      s.subject_id, s.nominative as holder, s.fiscal_code, s.email, a.account_id, a.name, a.iban,
      a.fiscal_code as account_code
    from bills b
    join accounts a on a.customer_id = b.customer_id and a.account_id = b.account_id
    join subjects s on s.customer_id = b.customer_id and s.subject_id = b.subject_id
    where b.customer_id = ${customer_id} and b.phase = 'open' and a.provider_account = 'stripe' and a.iban is not null
      and s.user_id is null and s.fiscal_code is not null
      and b.issue_date between ${addDays(day, -80)} and ${addDays(day, -issuedDaysAgo)}
      and (select count(*) from bill_instalments i where i.customer_id = b.customer_id and i.bill_id = b.bill_id) = 1
      and not exists (select from payments p where p.customer_id = b.customer_id and p.bill_id = b.bill_id)
      and not exists (select from disputes d join payments p on p.payment_id = d.payment_id
        where p.customer_id = b.customer_id and p.subject_id = b.subject_id)
    order by b.bill_id`
  const of = Map.groupBy(rows, ({ account_id }) => account_id)
  return [...of.values()]
    .filter((bills) => bills.length >= fewest)
    .sort(
      (one, other) => other.length - one.length || (one[0]?.account_id ?? 0) - (other[0]?.account_id ?? 0),
    )
    .slice(0, most)
    .map((bills) => {
      const { account_id, name, iban, account_code } = bills[0] as (typeof bills)[number]
      const half = Math.max(fewest, Math.ceil(bills.length / 2))
      return { account_id, name, iban, fiscal_code: account_code, bills: bills.slice(0, half) }
    })
}
