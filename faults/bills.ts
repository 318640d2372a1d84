import type { Sql } from '../server/db/connection.ts'
import { linkToken } from '../server/http/link-token.ts'

/** The servers' secret, from which links are derived. */
export const secret = 'fa'.repeat(32)

export type Bill = {
  bill_id: number
  account_id: number
  customer_id: number
  amount: number
  /** Its condominium uses the second provider account. */
  second_account: boolean
  token: string
}

/**
 * Inserts `count` bills of one office: every third has two instalments of one due date, the others one; all amounts differ. Every fifth
 * condominium uses the second provider account.
 */
export async function makeBills(owner: Sql, count: number): Promise<Bill[]> {
  const rows = await owner.begin(async (tx) => {
    const [customer] = await tx`
      insert into customers (business_name, state, primary_email) values ('Studio Guasti', '1', 'studio@example.it')
      returning customer_id`
    const customer_id = customer?.customer_id as number
    await tx`
      insert into accounts (customer_id, name, city, provider_account)
      select ${customer_id}, 'Condominio ' || n, 'Firenze', case when n % 5 = 0 then 'stripe2' else 'stripe' end
      from generate_series(1, 10) n`
    await tx`
      insert into subjects (customer_id, nominative, email)
      select ${customer_id}, 'Lucia Rossi ' || n, 'lucia' || n || '@example.it' from generate_series(1, 100) n`
    await tx`
      with parts as (
        select array(select account_id from accounts where customer_id = ${customer_id} order by 1) as accounts,
          array(select subject_id from subjects where customer_id = ${customer_id} order by 1) as subjects
      )
      insert into bills (customer_id, account_id, subject_id, number, description, issue_date, amount)
      select ${customer_id}, accounts[1 + n % 10], subjects[1 + n % 100], 'F/' || lpad(n::text, 6, '0'), 'Rata di prova',
        date '2026-09-01', 5000 + (n * 7919) % 40000
      from parts, generate_series(1, ${count}) n`
    await tx`
      insert into bill_lines (customer_id, bill_id, position, description, amount)
      select customer_id, bill_id, 1, 'Spese generali', amount from bills where customer_id = ${customer_id}`
    await tx`
      insert into bill_instalments (customer_id, bill_id, position, due_date, amount)
      select customer_id, bill_id, part, date '2026-11-14',
        case when bill_id % 3 > 0 then amount when part = 1 then amount / 3 else amount - amount / 3 end
      from bills, generate_series(1, 2) part
      where customer_id = ${customer_id} and (part = 1 or bill_id % 3 = 0)`
    return tx<Omit<Bill, 'token'>[]>`
      select b.bill_id, b.account_id, b.customer_id, b.amount, a.provider_account = 'stripe2' as second_account
      from bills b join accounts a using (account_id) where b.customer_id = ${customer_id} order by b.number`
  })
  return rows.map((bill) => ({
    ...bill,
    token: linkToken(secret, { opens: 'bill', bill_id: bill.bill_id, version: 1 }),
  }))
}
