import * as contract from '@saldo/contract/backoffice/files'
import { formatDate, formatDateTime } from '@saldo/domain/dates'
import { type FileKind, type FileScan, fileKindNames, scanNames } from '@saldo/domain/files/file-kind'
import type { z } from 'zod'
import type { Tx } from '../../db/connection.ts'
import type { Fragment } from '../../db/fragments.ts'
import { type Listing, summaryOf } from '../../db/listing.ts'
import { containingWords, matchesAllWords } from '../../db/search.ts'
import { exportReply, type ListColumn } from '../../exports/export-reply.ts'
import { serve, serveAcross, serveList } from '../../http/serve.ts'
import { fileColumns, fileTables } from './file-view.ts'

type Filters = z.output<typeof contract.summariseFiles.query>

const isIn: Record<(typeof contract.fileStates)[number], (tx: Tx) => Fragment> = {
  present: (tx) => tx`(f.removed_at is null and f.missing_since is null)`,
  missing: (tx) => tx`(f.removed_at is null and f.missing_since is not null)`,
  removed: (tx) => tx`(f.removed_at is not null)`,
}

/** The stored files for list, summary and export. */
const files: Listing<Filters> = {
  select: fileColumns,
  from: fileTables,
  id: (tx) => tx`f.file_id`,
  id_name: 'file_id',
  filters: {
    q: (tx, text) => {
      const words = containingWords(text)
      return tx`(${matchesAllWords(tx, tx`f.folded`, words)} or f.customer_id in (
        select customer_id from customers where ${matchesAllWords(tx, tx`folded`, words)}))`
    },
    ids: (tx, ids) => tx`f.file_id = any(${ids}::bigint[])`,
    kind: (tx, kinds) => tx`f.kind = any(${kinds}::text[])`,
    scan: (tx, scans) => tx`f.scan = any(${scans}::text[])`,
    state: (tx, states) =>
      states.map((state) => isIn[state](tx)).reduce((any, each) => tx`(${any} or ${each})`, tx`false`),
    on_hold: (tx, on_hold) => (on_hold === 'yes' ? tx`f.hold_reason is not null` : tx`f.hold_reason is null`),
    customer_id: (tx, customer_id) => tx`f.customer_id = ${customer_id}`,
    tag: (tx, tag) => tx`f.tags @> array[${tag.toLowerCase()}]::text[]`,
    stored_at_from: (tx, day) => tx`f.stored_at >= ${day}::date::timestamp at time zone 'Europe/Rome'`,
    stored_at_to: (tx, day) => tx`f.stored_at < (${day}::date + 1)::timestamp at time zone 'Europe/Rome'`,
  },
  sorts: {
    stored_at: { sql: (tx) => tx`f.stored_at`, type: 'timestamptz' },
    bytes: { sql: (tx) => tx`coalesce(f.bytes, 0)`, type: 'bigint' },
  },
  default_sort: '-stored_at',
}

const list = serveList(contract.listFiles, files)

const summarise = serve(contract.summariseFiles, async ({ tx, query }) => {
  const { count, bytes } = await summaryOf(
    tx,
    files,
    query,
    (of) => of`count(*)::int as count, coalesce(sum(f.bytes), 0)::bigint as bytes`,
  )
  return { count, bytes }
})

const columns: Record<string, ListColumn> = {
  name: { header: 'File', kind: 'text' },
  customer_name: { header: 'Cliente', kind: 'text' },
  kind: { header: 'Tipo', kind: 'text', value: ({ kind }) => fileKindNames[kind as FileKind] },
  mime: { header: 'Formato', kind: 'text' },
  bytes: { header: 'Byte', kind: 'number' },
  scan: { header: 'Antivirus', kind: 'text', value: ({ scan }) => scanNames[scan as FileScan] },
  stored_at: { header: 'Conservato dal', kind: 'text', value: ({ stored_at }) => formatDateTime(stored_at) },
  stored_by_name: { header: 'Da', kind: 'text' },
  tags: { header: 'Etichette', kind: 'text', value: ({ tags }) => (tags as string[]).join(', ') },
  keep_until: {
    header: 'Fino al',
    kind: 'text',
    value: ({ keep_until }) => keep_until && formatDate(keep_until),
  },
  removed_at: {
    header: 'Eliminato il',
    kind: 'text',
    value: ({ removed_at }) => removed_at && formatDateTime(removed_at),
  },
  downloads: { header: 'Aperture', kind: 'number' },
  last_download_at: {
    header: 'Ultima apertura',
    kind: 'text',
    value: ({ last_download_at }) => last_download_at && formatDateTime(last_download_at),
  },
}
const exportFiles = serveAcross(contract.exportFiles, ({ as, services, query }) =>
  exportReply({ as, services, listing: files, query, columns, name: 'file' }),
)

export const fileListRoutes = [list, summarise, exportFiles]
