import * as contract from '@saldo/contract/payments/bank-statements'
import type { z } from 'zod'
import type { Tx } from '../../db/connection.ts'
import { type Listing, pageOf, summaryOf } from '../../db/listing.ts'
import { containingWords } from '../../db/search.ts'
import { exportReply, type ListColumn } from '../../exports/export-reply.ts'
import { serve, serveAcross } from '../../http/serve.ts'

type Filters = z.output<typeof contract.summariseBankStatements.query>

/** What is missing between the statement before, by its last day, and this one (`t`), in cents; null if that is not known. */
const gapOf = (tx: Tx) => tx`t.opening - (
      select p.closing from bank_statements p
      where p.customer_id = t.customer_id and p.account_id = t.account_id and p.closing is not null
        and (p.ends_on, p.statement_id) < (t.ends_on, t.statement_id)
        and p.ends_on <= coalesce(t.starts_on, t.ends_on)
      order by p.ends_on desc, p.statement_id desc limit 1)`

/** How many statements of a file do not begin with the balance that the one before ends with. */
export async function countGaps(tx: Tx, { customer_id, flow_id }: { customer_id: number; flow_id: number }) {
  const [row] = await tx<{ count: number }[]>`
    select count(*)::int as count from bank_statements t
    where t.customer_id = ${customer_id} and t.flow_id = ${flow_id} and ${gapOf(tx)} <> 0`
  return row?.count ?? 0
}

const statementsList: Listing<Filters> = {
  select: (tx) => tx`
    t.statement_id, t.account_id, a.name as account_name, t.flow_id, f.file_name, t.format, t.reference, t.starts_on,
    t.ends_on, t.opening, t.closing, t.movements, t.known, t.pending, t.created_at,
    ${gapOf(tx)} as gap`,
  from: (tx) => tx`
    bank_statements t
    join accounts a on a.customer_id = t.customer_id and a.account_id = t.account_id
    join flows f on f.customer_id = t.customer_id and f.flow_id = t.flow_id`,
  id: (tx) => tx`t.statement_id`,
  id_name: 'statement_id',
  filters: {
    q: (tx, text) =>
      tx`fold(a.name || ' ' || f.file_name || ' ' || coalesce(t.reference, '')) like all (${containingWords(text)})`,
    ids: (tx, ids) => tx`t.statement_id in ${tx(ids)}`,
    account_id: (tx, id) => tx`t.account_id = ${id}`,
    ends_on_from: (tx, day) => tx`t.ends_on >= ${day}`,
    ends_on_to: (tx, day) => tx`t.ends_on <= ${day}`,
  },
  sorts: {
    ends_on: { sql: (tx) => tx`t.ends_on`, type: 'date' },
    created_at: { sql: (tx) => tx`t.created_at`, type: 'timestamptz' },
  },
  default_sort: '-ends_on',
}

export const listBankStatements = serve(
  contract.listBankStatements,
  async ({ tx, query }) => (await pageOf(tx, statementsList, query)) as never,
)

export const summariseBankStatements = serve(
  contract.summariseBankStatements,
  async ({ tx, query }) =>
    (await summaryOf(
      tx,
      statementsList,
      query,
      (of) => of`count(*)::int as count, coalesce(sum(t.movements), 0)::int as movements`,
    )) as never,
)

const columns: Record<string, ListColumn> = {
  account_name: { header: 'Condominio', kind: 'text' },
  starts_on: { header: 'Dal', kind: 'date' },
  ends_on: { header: 'Al', kind: 'date' },
  opening: { header: 'Saldo iniziale', kind: 'amount' },
  closing: { header: 'Saldo finale', kind: 'amount' },
  gap: { header: 'Differenza dal precedente', kind: 'amount' },
  movements: { header: 'Movimenti', kind: 'number' },
  known: { header: 'Già letti', kind: 'number' },
  pending: { header: 'Non contabilizzati', kind: 'number' },
  format: { header: 'Formato', kind: 'text' },
  file_name: { header: 'File', kind: 'text' },
}

export const exportBankStatements = serveAcross(contract.exportBankStatements, ({ as, services, query }) =>
  exportReply({ as, services, listing: statementsList, query, columns, name: 'estratti-conto' }),
)
