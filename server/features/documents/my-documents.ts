import * as contract from '@saldo/contract/registry/my-records'
import { today } from '@saldo/domain/dates'
import { whyNotSafe } from '@saldo/domain/files/file-kind'
import { documentTypeName } from '@saldo/domain/registry/document'
import type { z } from 'zod'
import { type Listing, pageOf, summaryOf } from '../../db/listing.ts'
import { containingWords } from '../../db/search.ts'
import { exportReply, type ListColumn } from '../../exports/export-reply.ts'
import { conflict } from '../../http/errors.ts'
import { handOut } from '../../http/hand-out.ts'
import { asFile, serve, serveAcross } from '../../http/serve.ts'
import { readDocument } from './document-view.ts'

type Filters = z.output<typeof contract.summariseMyDocuments.query>

/** Row-level security shows a resident the documents that are shared with their condominiums, and no other. */
const myDocuments: Listing<Filters, string[]> = {
  select: (tx) => tx`
    d.document_id, d.account_id, a.name as account_name, d.type, d.file_name, d.mime, d.size, d.shared_at`,
  from: (tx) =>
    tx`documents d join accounts a on a.customer_id = d.customer_id and a.account_id = d.account_id`,
  id: (tx) => tx`d.document_id`,
  id_name: 'document_id',
  filters: {
    q: (tx, patterns) => tx`fold(d.file_name) || ' ' || a.folded like all(${patterns})`,
    ids: (tx, ids) => tx`d.document_id = any(${ids})`,
    type: (tx, types) => tx`d.type in ${tx(types)}`,
    account_id: (tx, id) => tx`d.account_id = ${id}`,
    shared_at_from: (tx, day) => tx`d.shared_at >= ${day}::date::timestamp at time zone 'Europe/Rome'`,
    shared_at_to: (tx, day) => tx`d.shared_at < (${day}::date + 1)::timestamp at time zone 'Europe/Rome'`,
  },
  search: async (_tx, text) => containingWords(text),
  sorts: {
    shared_at: { sql: (tx) => tx`d.shared_at`, type: 'timestamptz' },
    account_name: { sql: (tx) => tx`a.name_key`, type: 'text' },
  },
  default_sort: '-shared_at',
}

export const listMyDocuments = serve(contract.listMyDocuments, async ({ tx, query }) => {
  const { items, next_cursor } = await pageOf(tx, myDocuments, query)
  return { items: items as unknown as contract.MyDocument[], next_cursor }
})

export const summariseMyDocuments = serve(
  contract.summariseMyDocuments,
  async ({ tx, query }) =>
    (await summaryOf(tx, myDocuments, query, (of) => of`count(*)::int as count`)) as never,
)

const columns: Record<string, ListColumn> = {
  shared_at: { header: 'Condiviso il', kind: 'date', value: (row) => today(new Date(row.shared_at)) },
  account_name: { header: 'Condominio', kind: 'text' },
  type: { header: 'Tipo', kind: 'text', value: (row) => documentTypeName('account', row.type) },
  file_name: { header: 'File', kind: 'text' },
}

export const exportMyDocuments = serveAcross(contract.exportMyDocuments, ({ as, services, query }) =>
  exportReply({ as, services, listing: myDocuments, query, columns, name: 'documenti-del-condominio' }),
)

/** A resident downloads a shared document, as an attachment that is never shown in our origin; who did so is noted. */
export const downloadMyDocument = serveAcross(
  contract.downloadMyDocument,
  async ({ services, as, request, params }) => {
    const { document, content, bytes } = await as(async (tx) => {
      const document = await readDocument(tx, params.id)
      const why = whyNotSafe(document.scan, services.env.SCAN_URL !== undefined)
      if (why) throw conflict(`scan_${document.scan}`, why)
      return { document, ...(await handOut({ services, tx, request }, document.file_path)) }
    })
    return asFile(content, document.file_name, document.mime, false, bytes)
  },
)
