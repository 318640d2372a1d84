import type { ReactNode } from 'react'
import type { ProgressState } from '../data/PaymentProgress.tsx'
import type { Reference } from '../form/OptionList.tsx'
import type { IconShape } from '../icons/Icon.tsx'

/** Filters and sort order by parameter name, as in the URL and in requests. */
export type Query = Record<string, string>

export type Page<Row> = { items: Row[]; next_cursor: string | null }
export type Totals = { count: number } & Record<string, number>

/** The source of a list's rows. `noun` begins the query keys, so that live updates refetch them. */
export type ListSource<Row> = {
  noun: string
  /** Parameters of every call, for a list that belongs to one record. */
  fixed?: Query
  load: (
    query: Query,
    page: { cursor: string | null; limit: number },
    signal: AbortSignal,
  ) => Promise<Page<Row>>
  summarise: (query: Query, signal: AbortSignal) => Promise<Totals>
  export: (
    query: Query & { format: 'csv' | 'xlsx'; columns: string },
  ) => Promise<{ blob: Blob; name: string }>
}

export type Column<Row> = {
  /** The column's name on the server; also its sort and export name, unless given below. */
  id: string
  header: string
  /** Minimum width in pixels, with letters of the usual size; `grow` shares the remaining width. */
  width: number
  grow?: number
  align?: 'right'
  /** true: sortable by `id`; a string: sortable by that name. */
  sort?: boolean | string
  cell: (row: Row) => ReactNode
  /** The cell on paper, if not `cell`. */
  printed?: (row: Row) => ReactNode
  /** The sum below the column on paper: the name of cents among the list's totals, or the totals in words. */
  total?: string | ((totals: Totals) => ReactNode)
  /** Exported columns, if not just `id`; empty: not exported. */
  exports?: readonly string[]
  /** Hidden by default. */
  hidden?: boolean
  /** Always shown. */
  fixed?: boolean
  /** The first to be hidden where an open record leaves no room, unless the columns were chosen by the user. */
  yields?: boolean
  /** Hidden while its total is zero, unless the columns were chosen by the user. */
  sparse?: boolean
}

type Option = { value: string; label: string; icon?: IconShape }
export type Filter =
  /** Several values: `state=overdue,to_pay`. */
  | { kind: 'enum'; id: string; label: string; options: readonly Option[] }
  /** One value. */
  | { kind: 'choice'; id: string; label: string; options: readonly Option[] }
  /** A range of days, inclusive: `due_date_from`, `due_date_to`. */
  | { kind: 'dates'; id: string; label: string }
  /** The state at the end of one day. */
  | { kind: 'day'; id: string; label: string }
  /** A range of amounts, inclusive: `amount_min`, `amount_max`, in cents. */
  | { kind: 'amounts'; id: string; label: string }
  | { kind: 'text'; id: string; label: string }
  /** One record, searched on the server; `name` loads the name of a stored id. */
  | {
      kind: 'reference'
      id: string
      label: string
      search: (text: string, signal: AbortSignal) => Promise<Reference[]>
      name: (id: string, signal: AbortSignal) => Promise<string>
    }

/** A row on a phone: name and details; amount (cents) with progress lines; state. */
export type Card = {
  title: ReactNode
  subtitle?: ReactNode
  amount?: number
  lines?: { due: number; received: number; state: ProgressState } | null
  state?: ReactNode
}

export type ListDefinition<Row> = {
  source: ListSource<Row>
  words: { one: string; many: string; feminine: boolean }
  columns: readonly Column<Row>[]
  filters: readonly Filter[]
  /** The default sort: `next_due_date` or `-created_at`. */
  defaultSort: string
  /** The filters and the sort of the list when it is opened without any: its address names no filter, sort or record. */
  opensOn?: { filters: Query; sort: string }
  rowId: (row: Row) => string
  /** The accessible name of a row. */
  rowName: (row: Row) => string
  card: (row: Row) => Card
  /** Cents of a row, and the name of their sum among the totals: summed for the selection. */
  amount?: { of: (row: Row) => number; total: string }
  /** The totals as text, after the count: “residuo 8.214,35 €”; `filters` are those of the address. */
  summary?: (totals: Totals, filters: Query) => ReactNode
  /** The fields that the search field searches, in words. */
  searches: string
}

/** The input of a bulk action. */
export type Selected<Row> = {
  count: number
  /** The sum in cents, as shown in the selection bar. */
  cents: number
  /** The selected rows that are loaded; all of them if their number is `count`. */
  loaded: readonly Row[]
  /** All ids; fetched page by page when the whole result is selected. */
  ids: () => Promise<string[]>
  /** The selection for endpoints that find the rows themselves: selected ids, or the query with exceptions. */
  which: { ids: string[] } | { where: string; except: string[]; count: number }
  /** Clears the selection. */
  clear: () => void
}

export type BulkAction<Row> = {
  id: string
  label: string
  icon: IconShape
  run: (selected: Selected<Row>) => void
  /** Whether it is offered for this selection; if undefined, always. */
  offered?: (selected: Selected<Row>) => boolean
}

const grouped = new Intl.NumberFormat('it-IT', { useGrouping: 'always' })
/** `1.284` */
export const formatCount = (count: number) => grouped.format(count)
/** `1 bolletta`, `1.284 bollette` */
export const formatCountOf = (count: number, words: { one: string; many: string }) =>
  `${formatCount(count)} ${count === 1 ? words.one : words.many}`
