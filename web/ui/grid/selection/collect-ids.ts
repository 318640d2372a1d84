import type { ListDefinition, Query } from '../list.ts'
import { isSelected, type Selection } from './selection.ts'

const pageSize = 200

/** The ids of a selection; for a whole result they are fetched page by page. */
export async function collectIds<Row>(
  list: ListDefinition<Row>,
  query: Query,
  selection: Selection,
): Promise<string[]> {
  if (selection.kind === 'ids') return [...selection.ids.keys()]
  const signal = new AbortController().signal
  const ids: string[] = []
  let cursor: string | null = null
  do {
    const page: Awaited<ReturnType<typeof list.source.load>> = await list.source.load(
      query,
      { cursor, limit: pageSize },
      signal,
    )
    ids.push(...page.items.map(list.rowId).filter((id) => isSelected(selection, id)))
    cursor = page.next_cursor
  } while (cursor)
  return ids
}
