import * as contract from '@saldo/contract/backoffice/document-checks'
import { formatDateTime } from '@saldo/domain/dates'
import { scanNames } from '@saldo/domain/files/file-kind'
import { documentTypeName } from '@saldo/domain/registry/document'
import type { z } from 'zod'
import type { Tx } from '../../db/connection.ts'
import type { Fragment } from '../../db/fragments.ts'
import { type Listing, summaryOf } from '../../db/listing.ts'
import { containingWords, matchesAllWords } from '../../db/search.ts'
import { exportReply, type ListColumn } from '../../exports/export-reply.ts'
import { serve, serveAcross, serveList } from '../../http/serve.ts'

type Filters = z.output<typeof contract.summariseDocumentChecks.query>

const ownerOf = (tx: Tx): Fragment => tx`
  case when d.account_id is not null then 'account' when d.subject_id is not null then 'subject' else 'customer' end`

export const checkColumns = (tx: Tx): Fragment => tx`
  d.document_id, d.customer_id, c.business_name as customer_name, ${ownerOf(tx)} as owner, d.account_id, a.name as account_name,
  d.subject_id, s.nominative as subject_name, d.type, f.file_id, d.file_name, d.mime, d.size, d.scan,
  u.nominative as uploaded_by, d.created_at`

/** `documents` is what the rows are of: the table, or a part of it. */
export const checkTables = (tx: Tx, documents: Fragment): Fragment => tx`
  ${documents} d join customers c on c.customer_id = d.customer_id
  left join accounts a on a.customer_id = d.customer_id and a.account_id = d.account_id
  left join subjects s on s.customer_id = d.customer_id and s.subject_id = d.subject_id
  left join users u on u.user_id = d.uploaded_by
  left join stored_files f on f.record_table = 'documents' and f.record_id = d.document_id and f.path = d.file_path`

/** The queue: every document that nobody has decided about, also while the virus scanner looks at it. */
const documentChecks: Listing<Filters> = {
  select: checkColumns,
  from: (tx) => checkTables(tx, tx`(select * from documents where state = 'to_check')`),
  id: (tx) => tx`d.document_id`,
  id_name: 'document_id',
  filters: {
    // Few documents wait, so the words may stand in any of these names.
    q: (tx, text) =>
      matchesAllWords(
        tx,
        tx`(c.folded || ' ' || coalesce(a.folded, '') || ' ' || coalesce(s.folded, '') || ' ' || fold(d.file_name))`,
        containingWords(text),
      ),
    ids: (tx, ids) => tx`d.document_id = any(${ids}::bigint[])`,
    customer_id: (tx, customer_id) => tx`d.customer_id = ${customer_id}`,
    kind: (tx, kinds) => tx`(${ownerOf(tx)}) || '.' || d.type = any(${kinds}::text[])`,
    created_at_from: (tx, day) => tx`d.created_at >= ${day}::date::timestamp at time zone 'Europe/Rome'`,
    created_at_to: (tx, day) => tx`d.created_at < (${day}::date + 1)::timestamp at time zone 'Europe/Rome'`,
  },
  sorts: {
    created_at: { sql: (tx) => tx`d.created_at`, type: 'timestamptz' },
    customer_name: { sql: (tx) => tx`c.business_name`, type: 'text' },
  },
  default_sort: 'created_at',
}

const list = serveList(contract.listDocumentChecks, documentChecks)

const summarise = serve(contract.summariseDocumentChecks, async ({ tx, query }) => {
  const { count, customers } = await summaryOf(
    tx,
    documentChecks,
    query,
    (of) => of`count(*)::int as count, count(distinct d.customer_id)::int as customers`,
  )
  return { count, customers }
})

const columns: Record<string, ListColumn> = {
  customer_name: { header: 'Cliente', kind: 'text' },
  kind: { header: 'Documento', kind: 'text', value: ({ owner, type }) => documentTypeName(owner, type) },
  account_name: { header: 'Condominio', kind: 'text' },
  subject_name: { header: 'Persona', kind: 'text' },
  file_name: { header: 'File', kind: 'text' },
  size: { header: 'Byte', kind: 'number' },
  scan: {
    header: 'Antivirus',
    kind: 'text',
    value: ({ scan }) => scanNames[scan as keyof typeof scanNames],
  },
  uploaded_by: { header: 'Caricato da', kind: 'text' },
  created_at: {
    header: 'In attesa dal',
    kind: 'text',
    value: ({ created_at }) => formatDateTime(created_at),
  },
}
const exportChecks = serveAcross(contract.exportDocumentChecks, ({ as, services, query }) =>
  exportReply({ as, services, listing: documentChecks, query, columns, name: 'documenti-da-verificare' }),
)

export const documentCheckListRoutes = [list, summarise, exportChecks]
