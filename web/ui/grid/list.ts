import type { ReactNode } from 'react'
import type { ProgressState } from '../data/PaymentProgress.tsx'
import type { Reference } from '../form/ReferenceField.tsx'
import type { IconShape } from '../icons/Icon.tsx'

/** Filters and order as they stand in the URL and as the server takes them, by name. */
export type Query = Record<string, string>

export type Page<Row> = { items: Row[]; next_cursor: string | null }
export type Totals = { count: number } & Record<string, number>

/** Where a list's rows come from. `noun` begins the query keys, as live updates name it. */
export type ListSource<Row> = {
  noun: string
  /** What every call says besides: of which record the list is. */
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
  /** As the server calls it; also the name of its sort and of its exported column, unless said below. */
  id: string
  header: string
  /** Pixels at least; `grow` shares what is left over. */
  width: number
  grow?: number
  align?: 'right'
  /** true: sortable by `id`; a text: by that name. */
  sort?: boolean | string
  cell: (row: Row) => ReactNode
  /** Exported columns, when not just `id`; none when empty. */
  exports?: readonly string[]
  /** Not shown until chosen. */
  hidden?: boolean
  /** Always shown. */
  fixed?: boolean
  /** Gives way to the open record's panel, unless the columns were chosen by hand. */
  yields?: boolean
}

type Option = { value: string; label: string; icon?: IconShape }
export type Filter =
  /** Any of these: `state=overdue,to_pay`. */
  | { kind: 'enum'; id: string; label: string; options: readonly Option[] }
  /** Just one of these. */
  | { kind: 'choice'; id: string; label: string; options: readonly Option[] }
  /** `due_date_from`, `due_date_to`, days included. */
  | { kind: 'dates'; id: string; label: string }
  /** One day: what there was at its end. */
  | { kind: 'day'; id: string; label: string }
  /** `amount_min`, `amount_max`, cents included. */
  | { kind: 'amounts'; id: string; label: string }
  | { kind: 'text'; id: string; label: string }
  /** One record, searched on the server; `name` tells what a kept id is called. */
  | {
      kind: 'reference'
      id: string
      label: string
      search: (text: string, signal: AbortSignal) => Promise<Reference[]>
      name: (id: string, signal: AbortSignal) => Promise<string>
    }

/** A row on a phone: name and what tells it apart; amount (cents) on its lines; state. */
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
  /** `next_due_date` or `-created_at`. */
  defaultSort: string
  rowId: (row: Row) => string
  /** How a screen reader calls the row. */
  rowName: (row: Row) => string
  card: (row: Row) => Card
  /** Cents of a row, and the name of their sum among the totals: what the selection adds up. */
  amount?: { of: (row: Row) => number; total: string }
  /** What the totals amount to, after the count: “residuo 8.214,35 €”; `filters` are those of the address. */
  summary?: (totals: Totals, filters: Query) => ReactNode
  /** What the search field looks into. */
  searches: string
}

/** What a bulk action works on. */
export type Selected<Row> = {
  count: number
  /** Cents, as the selection bar says them. */
  cents: number
  /** The selected rows that are loaded: all of them when as many as `count`. */
  loaded: readonly Row[]
  /** Every id, fetched page by page when the selection is the whole result. */
  ids: () => Promise<string[]>
  /** The same for a server that looks for them by itself: those ticked, or what the list's query finds save some. */
  which: { ids: string[] } | { where: string; except: string[]; count: number }
  /** Ends the selection. */
  clear: () => void
}

export type BulkAction<Row> = {
  id: string
  label: string
  icon: IconShape
  run: (selected: Selected<Row>) => void
  /** Offered for this selection; always when left out. */
  offered?: (selected: Selected<Row>) => boolean
}

const grouped = new Intl.NumberFormat('it-IT', { useGrouping: 'always' })
/** `1.284` */
export const formatCount = (count: number) => grouped.format(count)
/** `1 bolletta`, `1.284 bollette` */
export const formatCountOf = (count: number, words: { one: string; many: string }) =>
  `${formatCount(count)} ${count === 1 ? words.one : words.many}`
