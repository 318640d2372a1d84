import * as contract from '@saldo/contract/payments/credit-refunds'
import type { z } from 'zod'
import { type Listing, summaryOf } from '../../db/listing.ts'
import { type Found, find, isFound, textOfPerson } from '../../db/search.ts'
import { exportReply, type ListColumn } from '../../exports/export-reply.ts'
import { serve, serveAcross, serveList } from '../../http/serve.ts'

type Filters = z.output<typeof contract.summariseCredits.query>

/** Credits of payers for list, summary and file. */
export const creditsList: Listing<Filters, Record<'subjects', Found>> = {
  select: (tx) => tx`
    c.credit_id, c.account_id, a.name as account_name, c.subject_id, s.nominative as who, c.balance, c.held,
    c.balance - c.held as free`,
  from: (tx) => tx`
    (select * from subject_credits where balance > 0) c
    join accounts a on a.customer_id = c.customer_id and a.account_id = c.account_id
    join subjects s on s.customer_id = c.customer_id and s.subject_id = c.subject_id`,
  id: (tx) => tx`c.credit_id`,
  id_name: 'credit_id',
  filters: {
    q: (tx, { subjects }) => isFound(tx, subjects, tx`c.subject_id`, textOfPerson(tx)),
    ids: (tx, ids) => tx`c.credit_id = any(${ids})`,
    account_id: (tx, id) => tx`c.account_id = ${id}`,
    subject_id: (tx, id) => tx`c.subject_id = ${id}`,
  },
  search: (tx, text) => find(tx, text, ['subjects']),
  sorts: {
    balance: { sql: (tx) => tx`c.balance`, type: 'bigint' },
    who: { sql: (tx) => tx`s.name_key`, type: 'text' },
  },
  default_sort: '-balance',
}

export const listCredits = serveList(contract.listCredits, creditsList)

export const summariseCredits = serve(contract.summariseCredits, async ({ tx, query }) => {
  const sums = await summaryOf(
    tx,
    creditsList,
    query,
    (of) => of`
      count(*)::int as count, coalesce(sum(c.balance), 0)::bigint as balance, coalesce(sum(c.held), 0)::bigint as held`,
  )
  return sums as never
})

const columns: Record<string, ListColumn> = {
  who: { header: 'Condòmino', kind: 'text', width: 30 },
  account_name: { header: 'Condominio', kind: 'text', width: 30 },
  balance: { header: 'Credito', kind: 'amount' },
  held: { header: 'In restituzione', kind: 'amount' },
  free: { header: 'Libero', kind: 'amount' },
}

export const exportCredits = serveAcross(contract.exportCredits, ({ as, services, query }) =>
  exportReply({ as, services, listing: creditsList, query, columns, name: 'crediti' }),
)
