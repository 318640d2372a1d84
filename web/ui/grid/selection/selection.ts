import type { Query, Selected } from '../list.ts'

/**
 * What is selected: some rows by id, or the whole result of a query minus a few. Amounts in cents are kept so
 * that the sum is right for rows no longer loaded.
 */
export type Selection =
  | { kind: 'ids'; ids: ReadonlyMap<string, number> }
  | { kind: 'all'; query: string; except: ReadonlyMap<string, number> }

export const emptySelection: Selection = { kind: 'ids', ids: new Map() }
/** All rows that `query` (as a text) finds. */
export const wholeResult = (query: string): Selection => ({ kind: 'all', query, except: new Map() })

export const isSelected = (selection: Selection, id: string) =>
  selection.kind === 'ids' ? selection.ids.has(id) : !selection.except.has(id)

/** Selects or deselects rows, each an id with its cents. */
export function setSelected(
  selection: Selection,
  rows: readonly (readonly [id: string, cents: number])[],
  selected: boolean,
): Selection {
  const listed = new Map(selection.kind === 'ids' ? selection.ids : selection.except)
  const lists = selection.kind === 'ids' ? selected : !selected
  for (const [id, cents] of rows) {
    if (lists) listed.set(id, cents)
    else listed.delete(id)
  }
  return selection.kind === 'ids' ? { kind: 'ids', ids: listed } : { ...selection, except: listed }
}

/** A whole result stands for its query: with another query it means nothing any more. Ids stay. */
export const selectionAfterQuery = (selection: Selection, query: string): Selection =>
  selection.kind === 'all' && selection.query !== query ? emptySelection : selection

/** How many rows and how many cents, given the totals of the query. */
export function sumSelection(selection: Selection, totals: { count: number; cents: number }) {
  const listed = selection.kind === 'ids' ? selection.ids : selection.except
  const cents = [...listed.values()].reduce((sum, each) => sum + each, 0)
  if (selection.kind === 'ids') return { count: listed.size, cents }
  return { count: Math.max(0, totals.count - listed.size), cents: totals.cents - cents }
}

/** A selection as a server takes it that looks for the rows by itself; `query` as the list asks it. */
export function selectionForServer(
  selection: Selection,
  query: Query,
  count: number,
): Selected<unknown>['which'] {
  if (selection.kind === 'ids') return { ids: [...selection.ids.keys()] }
  const { sort: _, ...filters } = query
  return { where: new URLSearchParams(filters).toString(), except: [...selection.except.keys()], count }
}
