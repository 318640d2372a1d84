import type { Tx } from '../../../db/connection.ts'
import { type Candidate, stepsOf } from '../import-kinds.ts'
import type { StoredImport } from '../import-view.ts'
import type { ImportSummary, Issue, UnreadRow } from './sheet-reading.ts'

export type AsOwner = <R>(work: (tx: Tx) => Promise<R>) => Promise<R>

const batchSize = 500

/** Stores each candidate as a row of the preview, in batches; returns the summary of what is no candidate. */
export async function storeRows(
  asOwner: AsOwner,
  { import_id, customer_id, kind }: StoredImport,
  candidates: AsyncGenerator<Candidate, ImportSummary>,
): Promise<ImportSummary> {
  let batch: Candidate[] = []
  const flush = async () => {
    if (batch.length === 0) return
    const rows = batch.map((candidate) => ({
      customer_id,
      import_id,
      sheet: candidate.sheet,
      row: candidate.row,
      status: 'new',
      candidate: candidate as never,
      bill_key: stepsOf[kind].keyOf(candidate),
      amount: candidate.amount,
    }))
    await asOwner(async (tx) => {
      await tx`insert into import_rows ${tx(rows)}`
      await tx`update imports set progress_done = progress_done + ${rows.length} where import_id = ${import_id}`
    })
    batch = []
  }
  for (;;) {
    const next = await candidates.next()
    if (!next.done) {
      batch.push(next.value)
      if (batch.length === batchSize) await flush()
      continue
    }
    await flush()
    return next.value
  }
}

/** Stores issues as wrong rows, warnings beside the row they concern, and rows that are not read. */
export async function storeIssues(tx: Tx, stored: StoredImport, summary: ImportSummary): Promise<void> {
  const { import_id, customer_id, kind } = stored
  const keep = async (issues: Issue[], status: 'error' | 'warning') => {
    const places = Map.groupBy(issues, ({ sheet, row, about }) =>
      JSON.stringify([sheet, row, about?.table ?? null]),
    )
    for (const some of places.values()) {
      const { sheet, row, about } = some[0] as Issue
      const shown = tx.json(
        some.map(({ ref, header, value, code, message }) => ({ ref, header, value, code, message })),
      )
      const candidate = tx.json({ sheet, row, ...(about ? { about } : {}) })
      const marked =
        status === 'warning' &&
        (await tx`
          update import_rows set status = ${stepsOf[kind].warns === 'status' ? 'warning' : 'new'}, issues = ${shown}
          where import_id = ${import_id} and sheet = ${sheet} and row = ${row} and status = 'new'`)
      if (marked && marked.count > 0) continue
      await tx`
        insert into import_rows (customer_id, import_id, sheet, row, status, candidate, issues)
        values (${customer_id}, ${import_id}, ${sheet}, ${row}, ${status === 'error' ? 'error' : 'same'}, ${candidate}, ${shown})`
    }
  }
  await keep(summary.warnings, 'warning')
  await keep(summary.issues, 'error')
  await storeUnread(tx, stored, summary.unread)
}

/** Totals and notes: shown with their place, so that nothing that was read disappears. */
async function storeUnread(
  tx: Tx,
  { import_id, customer_id }: StoredImport,
  unread: UnreadRow[],
): Promise<void> {
  if (unread.length === 0) return
  const rows = unread.map(({ sheet, row, text, why }) => ({
    customer_id,
    import_id,
    sheet,
    row,
    status: 'unread',
    candidate: { sheet, row } as never,
    issues: [{ ref: null, header: null, value: text, code: why, message: whyUnread[why] }] as never,
  }))
  await tx`insert into import_rows ${tx(rows)}`
}

const whyUnread: Record<UnreadRow['why'], string> = {
  total: 'È un totale: non si importa, serve da controllo.',
  summary: 'È un riepilogo, non una persona: non si importa.',
  note: 'È una scritta senza importo: non si importa.',
  hidden: 'Nel foglio è nascosta, e hai scelto di lasciarla fuori.',
  marked: 'Hai scelto di lasciare fuori le righe come questa.',
}
