export type Row = { readonly id: string }

/**
 * One table of one account, in memory. Rows are found by id, by any field that a list filters by, and in order of
 * `created` (seconds; ties in order of insertion). Indexes are built on first use, so that tables that are never listed
 * cost nothing.
 */
export interface Table {
  get(id: string): Row | undefined
  put(row: Row): void
  remove(id: string): void
  has(id: string): boolean
  /** All rows, in order of insertion. */
  values(): Iterable<Row>
  /** Ids, oldest first. Do not keep the array: it grows with the table. */
  ids(): readonly string[]
  /** Ids of the rows whose field has this value, oldest first. */
  idsWhere(field: string, value: string): readonly string[]
}

export function createTable(): Table {
  const rows = new Map<string, Row>()
  const indexes = new Map<string, Map<unknown, Set<string>>>()
  let order: string[] | undefined
  let newest = 0

  function placeInOrder(row: Row) {
    if (!order) return
    // Only rows with an earlier date (a history) need a new sort.
    if (createdOf(row) < newest) order = undefined
    else {
      order.push(row.id)
      newest = createdOf(row)
    }
  }

  function index(field: string): Map<unknown, Set<string>> {
    const known = indexes.get(field)
    if (known) return known
    const made = new Map<unknown, Set<string>>()
    for (const row of rows.values()) enter(made, fieldOf(row, field), row.id)
    indexes.set(field, made)
    return made
  }

  return {
    get: (id) => rows.get(id),
    has: (id) => rows.has(id),
    values: () => rows.values(),
    put(row) {
      const before = rows.get(row.id)
      rows.set(row.id, row)
      if (!before) placeInOrder(row)
      else if (createdOf(before) !== createdOf(row)) order = undefined
      for (const [field, known] of indexes) {
        const value = fieldOf(row, field)
        if (before && fieldOf(before, field) === value) continue
        if (before) known.get(fieldOf(before, field))?.delete(row.id)
        enter(known, value, row.id)
      }
    },
    remove(id) {
      const before = rows.get(id)
      if (!before) return
      rows.delete(id)
      order = undefined
      for (const [field, known] of indexes) known.get(fieldOf(before, field))?.delete(id)
    },
    ids() {
      if (order) return order
      order = [...sortedByCreated(rows.values())].map((row) => row.id)
      newest = createdOf(rows.get(order.at(-1) ?? ''))
      return order
    },
    idsWhere(field, value) {
      const found = index(field).get(value)
      if (!found || found.size === 0) return []
      return sortedByCreated([...found].map((id) => rows.get(id) as Row)).map((row) => row.id)
    },
  }
}

/** The date of a row in seconds; a row without a date (a deleted customer) counts as the oldest. */
export function createdOf(row: Row | undefined): number {
  return row && 'created' in row && typeof row.created === 'number' ? row.created : 0
}

function sortedByCreated(rows: Iterable<Row>): Row[] {
  return [...rows].sort((a, b) => createdOf(a) - createdOf(b))
}

function fieldOf(row: Row, field: string): unknown {
  return (row as unknown as Record<string, unknown>)[field]
}

function enter(index: Map<unknown, Set<string>>, value: unknown, id: string): void {
  const there = index.get(value)
  if (there) there.add(id)
  else index.set(value, new Set([id]))
}
