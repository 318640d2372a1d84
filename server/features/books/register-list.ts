import * as contract from '@saldo/contract/reports/books'
import {
  type CashAccount,
  cashAccounts,
  ledgerAccountsOfCash,
  ledgerKindLabels,
  registerWithinDays,
} from '@saldo/domain/accounting/accounting'
import type { z } from 'zod'
import type { Tx } from '../../db/connection.ts'
import { containing, type Listing, pageOf, summaryOf } from '../../db/listing.ts'
import { exportReply, type ListColumn } from '../../exports/export-reply.ts'
import { serve, serveAcross } from '../../http/serve.ts'
import { type VisibleAccount, visibleAccount } from '../accounts/visible-account.ts'

type Filters = z.output<typeof contract.summariseRegister.query>
type Of = Pick<VisibleAccount, 'customer_id' | 'account_id'> & { cash?: CashAccount | undefined }

/** The register that the query asks for; 404 when its condominium is not visible. */
export const registerAsked = async (
  tx: Tx,
  query: { account_id: number; cash?: CashAccount | undefined },
) => {
  const account = await visibleAccount(tx, query.account_id)
  return { account, listing: registerList({ ...account, cash: query.cash }) }
}

/**
 * A condominium's register for list, summary, file and PDF: every movement of its money, or of one place of it, with
 * its number in the year and the balance after it. Number and balance are computed over the whole register before
 * filters apply: it is one condominium's, a few thousand rows.
 */
export const registerList = (of: Of): Listing<Filters> => ({
  select: (tx) => tx`
    r.entry_id, r.number, r.day, r.registered_on, r.late, r.kind, r.description, s.nominative as who, r.subject_id, r.bill_id,
    r.payment_id, greatest(r.amount, 0) as money_in, greatest(-r.amount, 0) as money_out, r.balance`,
  from: (tx) => tx`
    (${numbered(tx, of)}) r
    left join subjects s on s.customer_id = r.customer_id and s.subject_id = r.subject_id`,
  id: (tx) => tx`r.entry_id`,
  id_name: 'entry_id',
  filters: {
    q: (tx, text) => tx`fold(r.description || ' ' || coalesce(s.nominative, '')) like ${containing(text)}`,
    ids: (tx, ids) => tx`r.entry_id = any(${ids})`,
    // Condominium and place are not filters: they decide the rows that are numbered.
    account_id: (tx) => tx`true`,
    cash: (tx) => tx`true`,
    day_from: (tx, day) => tx`r.day >= ${day}`,
    day_to: (tx, day) => tx`r.day <= ${day}`,
    amount_min: (tx, cents) => tx`abs(r.amount) >= ${cents}`,
    amount_max: (tx, cents) => tx`abs(r.amount) <= ${cents}`,
    direction: (tx, direction) => (direction === 'in' ? tx`r.amount > 0` : tx`r.amount < 0`),
    late: (tx, late) => tx`r.late = ${late}`,
  },
  sorts: {
    day: { sql: (tx) => tx`r.day`, type: 'date' },
    amount: { sql: (tx) => tx`r.amount`, type: 'bigint' },
  },
  default_sort: 'day',
})

/** All movements of the register, numbered within their year in order of day. */
const numbered = (tx: Tx, { customer_id, account_id, cash }: Of) => tx`
  select e.customer_id, e.entry_id, e.day, e.kind, e.description, e.subject_id, e.bill_id, e.payment_id, c.amount,
    (e.at at time zone 'Europe/Rome')::date as registered_on,
    (e.at at time zone 'Europe/Rome')::date - e.day > ${registerWithinDays} as late,
    row_number() over (partition by extract(year from e.day) order by e.day, e.entry_id) as number,
    (sum(c.amount) over (order by e.day, e.entry_id))::bigint as balance
  from ledger_entries e
  cross join lateral (
    select sum(l.amount)::bigint as amount from ledger_lines l
    where l.customer_id = e.customer_id and l.entry_id = e.entry_id
      and l.ledger_account = any(${(cash ? [cash] : [...cashAccounts]).flatMap((place) => ledgerAccountsOfCash[place])})
  ) c
  where e.customer_id = ${customer_id} and e.account_id = ${account_id} and c.amount <> 0`

/**
 * The opening balance before a day and the closing balance at the end of another; by default 0 and the current balance.
 * In cents.
 */
export async function registerBalances(
  tx: Tx,
  of: Of,
  { day_from, day_to }: { day_from?: string | undefined; day_to?: string | undefined },
): Promise<{ opening: number; closing: number }> {
  const [row] = await tx<{ opening: number; closing: number }[]>`
    select coalesce(sum(r.amount) filter (where r.day < ${day_from ?? '1900-01-01'}), 0)::bigint as opening,
      coalesce(sum(r.amount) filter (where r.day <= ${day_to ?? '9999-12-31'}), 0)::bigint as closing
    from (${numbered(tx, of)}) r`
  return row as { opening: number; closing: number }
}

export const listRegister = serve(contract.listRegister, async ({ tx, query }) => {
  const { listing } = await registerAsked(tx, query)
  return (await pageOf(tx, listing, query)) as never
})

export const summariseRegister = serve(contract.summariseRegister, async ({ tx, query }) => {
  const { account, listing } = await registerAsked(tx, query)
  const sums = await summaryOf(
    tx,
    listing,
    query,
    (of) => of`
      count(*)::int as count, coalesce(sum(greatest(r.amount, 0)), 0)::bigint as money_in,
      coalesce(sum(greatest(-r.amount, 0)), 0)::bigint as money_out, (count(*) filter (where r.late))::int as late`,
  )
  return { ...sums, ...(await registerBalances(tx, { ...account, cash: query.cash }, query)) } as never
})

const columns: Record<string, ListColumn> = {
  number: { header: 'Numero', kind: 'number' },
  day: { header: 'Data', kind: 'date' },
  kind: { header: 'Operazione', kind: 'text', value: ({ kind }) => ledgerKindLabels[kind] ?? kind },
  description: { header: 'Descrizione', kind: 'text', width: 44 },
  who: { header: 'Condòmino', kind: 'text' },
  money_in: { header: 'Entrate', kind: 'amount', value: ({ money_in }) => money_in || null },
  money_out: { header: 'Uscite', kind: 'amount', value: ({ money_out }) => money_out || null },
  balance: { header: 'Saldo', kind: 'amount' },
  registered_on: { header: 'Registrata il', kind: 'date' },
  late: { header: 'Oltre i 30 giorni', kind: 'text', value: ({ late }) => (late ? 'sì' : null) },
}

export const exportRegister = serveAcross(contract.exportRegister, async ({ as, services, query }) => {
  const { account, listing } = await as((tx) => registerAsked(tx, query))
  return exportReply({ as, services, listing, query, columns, name: `registro-contabile-${account.name}` })
})
