import { formatEuro } from '@saldo/domain/money'
import { Download } from 'iconoir-react'
import { alertToast } from '../../feedback/toast.ts'
import { exportList } from '../export-list.ts'
import {
  type BulkAction,
  type Column,
  formatCount,
  type ListDefinition,
  type Query,
  type Selected,
  type Totals,
} from '../list.ts'
import { SelectionBar } from './SelectionBar.tsx'
import { SelectionBarAction } from './SelectionBarAction.tsx'
import { isSelected, type Selection, selectionForServer } from './selection.ts'
import type { ListSelection } from './useSelection.ts'

/** The server accepts at most so many ids in one export. */
const mostIds = 1000

/** The selection bar of a list: count and sum, select all, the list's actions, export of the selection. */
export function GridSelectionBar<Row>({
  list,
  selection,
  totals,
  query,
  shown,
  rows,
  actions,
}: {
  list: ListDefinition<Row>
  selection: ListSelection<Row>
  totals: Totals | undefined
  query: Query
  shown: readonly Column<Row>[]
  /** The loaded rows. */
  rows: readonly Row[]
  actions: readonly BulkAction<Row>[]
}) {
  const { count, cents } = selection
  const selected: Selected<Row> = {
    count,
    cents,
    loaded: rows.filter((row) => selection.has(list.rowId(row))),
    ids: () => collectIds(list, query, selection.selection),
    which: selectionForServer(selection.selection, query, count),
    clear: selection.clear,
  }
  const word = list.words.feminine
    ? count === 1
      ? 'selezionata'
      : 'selezionate'
    : count === 1
      ? 'selezionato'
      : 'selezionati'
  const hasAll = totals !== undefined && count >= totals.count

  const exportSelected = async () => {
    const wholeResult = selection.selection.kind === 'all' && selection.selection.except.size === 0
    if (wholeResult) return exportList(list, query, shown, 'xlsx')
    if (count > mostIds)
      return alertToast(
        `Si esportano al massimo ${formatCount(mostIds)} righe scelte: restringi i filtri.`,
        'danger',
      )
    return exportList(
      list,
      { sort: query.sort ?? list.defaultSort, ids: (await selected.ids()).join(',') },
      shown,
      'xlsx',
    )
  }

  return (
    <SelectionBar
      count={`${formatCount(count)} ${word}`}
      amount={list.amount && formatEuro(cents)}
      selectAll={
        hasAll
          ? undefined
          : `Seleziona ${list.words.feminine ? 'tutte le' : 'tutti i'} ${formatCount(totals?.count ?? 0)}`
      }
      onSelectAll={selection.selectEverything}
      onClear={selection.clear}
    >
      {actions
        .filter(({ offered }) => offered?.(selected) ?? true)
        .map(({ id, icon, label, run }) => (
          <SelectionBarAction key={id} icon={icon} label={label} onClick={() => run(selected)} />
        ))}
      <SelectionBarAction icon={Download} label="Esporta" onClick={() => void exportSelected()} />
    </SelectionBar>
  )
}

const pageSize = 200

/** The ids of a selection; for a whole result they are fetched page by page. */
async function collectIds<Row>(
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
