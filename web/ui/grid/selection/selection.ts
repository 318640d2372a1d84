import type { Query, Selected } from '../list.ts'

/**
 * The selection: rows by id, or the whole result of a query minus exceptions. Amounts in cents are stored, so that the
 * sum includes rows that are no longer loaded.
 */
export type Selection =
  | { kind: 'ids'; ids: ReadonlyMap<string, number> }
  | { kind: 'all'; query: string; except: ReadonlyMap<string, number> }

export const emptySelection: Selection = { kind: 'ids', ids: new Map() }
/** All rows of `query` (as text). */
export const wholeResult = (query: string): Selection => ({ kind: 'all', query, except: new Map() })

export const isSelected = (selection: Selection, id: string) =>
  selection.kind === 'ids' ? selection.ids.has(id) : !selection.except.has(id)

/** Selects or deselects rows, given as id and cents. */
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

/** The selection after a change of query: a whole result is dropped, single rows stay. */
export const selectionAfterQuery = (selection: Selection, query: string): Selection =>
  selection.kind === 'all' && selection.query !== query ? emptySelection : selection

/** Number of rows and their cents, given the totals of the query. */
export function sumSelection(selection: Selection, totals: { count: number; cents: number }) {
  const listed = selection.kind === 'ids' ? selection.ids : selection.except
  const cents = [...listed.values()].reduce((sum, each) => sum + each, 0)
  if (selection.kind === 'ids') return { count: listed.size, cents }
  return { count: Math.max(0, totals.count - listed.size), cents: totals.cents - cents }
}

/** The selection for an endpoint that finds the rows itself; `query` is the list's. */
export function selectionForServer(
  selection: Selection,
  query: Query,
  count: number,
): Selected<unknown>['which'] {
  if (selection.kind === 'ids') return { ids: [...selection.ids.keys()] }
  const { sort: _, ...filters } = query
  return { where: new URLSearchParams(filters).toString(), except: [...selection.except.keys()], count }
}
