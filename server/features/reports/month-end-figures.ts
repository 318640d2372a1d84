import type { LedgerAccountName } from '@saldo/domain/accounting/accounting'
import type { PaymentMethod } from '@saldo/domain/payments/payment-method'
import type { Tx } from '../../db/connection.ts'

/** A condominium's month, from the ledger alone: what is posted later for other days does not change it. Cents. */
export type MonthEnd = {
  /** The balance of each ledger account on the evening before the month, and on its last evening. */
  balances: { ledger_account: LedgerAccountName; opening: number; closing: number }[]
  /** What bills asked, by kind of posting: issue, amendment, credit_note, cancellation. */
  asked: { kind: string; entries: number; amount: number }[]
  /** Money by way to pay, as in `money_lines`. */
  ways: { method: PaymentMethod; gross: number; given_back: number; taken_back: number; fees: number }[]
  /** What people owed on the last evening, less their unspent credit; who is in credit is listed too. */
  debtors: { nominative: string; balance: number }[]
}

type Of = { customer_id: number; account_id: number; first: string; after: string }

export async function monthEndOf(tx: Tx, { customer_id, account_id, first, after }: Of): Promise<MonthEnd> {
  const [balances, asked, ways, debtors] = await Promise.all([
    tx<MonthEnd['balances']>`
      select l.ledger_account, coalesce(sum(l.amount) filter (where e.day < ${first}), 0)::bigint as opening,
        sum(l.amount)::bigint as closing
      from ledger_entries e join ledger_lines l on l.customer_id = e.customer_id and l.entry_id = e.entry_id
      where e.customer_id = ${customer_id} and e.account_id = ${account_id} and e.day < ${after}
      group by l.ledger_account`,
    tx<MonthEnd['asked']>`
      select e.kind, count(distinct e.entry_id)::int as entries, -sum(l.amount)::bigint as amount
      from ledger_entries e join ledger_lines l on l.customer_id = e.customer_id and l.entry_id = e.entry_id
      where e.customer_id = ${customer_id} and e.account_id = ${account_id} and e.day >= ${first} and e.day < ${after}
        and l.ledger_account = 'billed'
      group by e.kind order by amount desc`,
    tx<MonthEnd['ways']>`
      select coalesce(p.method, 'BANK_TRANSFER') as method, sum(m.gross)::bigint as gross,
        sum(m.given_back)::bigint as given_back, sum(m.taken_back)::bigint as taken_back, sum(m.fees)::bigint as fees
      from money_lines m left join payments p on p.customer_id = m.customer_id and p.payment_id = m.payment_id
      where m.customer_id = ${customer_id} and m.account_id = ${account_id} and m.day >= ${first} and m.day < ${after}
      group by 1
      having (sum(m.gross), sum(m.given_back), sum(m.taken_back), sum(m.fees)) <> (0, 0, 0, 0)
      order by gross desc, method`,
    tx<MonthEnd['debtors']>`
      select s.nominative, t.balance
      from (
        select e.subject_id, sum(l.amount)::bigint as balance
        from ledger_entries e join ledger_lines l on l.customer_id = e.customer_id and l.entry_id = e.entry_id
        where e.customer_id = ${customer_id} and e.account_id = ${account_id} and e.day < ${after}
          and l.ledger_account in ('receivables', 'subject_credit') and e.subject_id is not null
        group by e.subject_id having sum(l.amount) <> 0
      ) t
      join subjects s on s.customer_id = ${customer_id} and s.subject_id = t.subject_id
      order by s.name_key, s.subject_id`,
  ])
  return { balances: [...balances], asked: [...asked], ways: [...ways], debtors: [...debtors] }
}
