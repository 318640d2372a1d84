import { isAborted } from '../feedback/is-aborted.ts'
import { whileLoading } from '../feedback/loader.ts'
import { alertToast } from '../feedback/toast.ts'
import { saveFile } from '../save-file.ts'
import type { Column, ListDefinition, Query } from './list.ts'

/** Exports this query with these columns as a file, and saves it. */
export async function exportList<Row>(
  list: ListDefinition<Row>,
  query: Query,
  shown: readonly Column<Row>[],
  format: 'csv' | 'xlsx',
) {
  const columns = [...new Set(shown.flatMap((column) => column.exports ?? [column.id]))].join(',')
  try {
    const { blob, name } = await whileLoading(
      'Preparo il file…',
      list.source.export({ ...query, columns, format }),
    )
    saveFile(blob, name)
  } catch (error) {
    if (isAborted(error)) return
    const why = error instanceof Error ? error.message : 'Riprova fra poco.'
    alertToast(`Non ho potuto esportare. ${why}`, 'danger')
  }
}
