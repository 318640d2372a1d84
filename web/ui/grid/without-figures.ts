import type { ListDefinition } from './list.ts'

/** The list without certain figures, for users who may not see them: without their columns, filters and sums. */
export const withoutFigures = <Row>(
  { amount: _amount, summary: _summary, ...list }: ListDefinition<Row>,
  names: readonly string[],
): ListDefinition<Row> => ({
  ...list,
  columns: list.columns.filter(({ id }) => !names.includes(id)),
  filters: list.filters.filter(({ id }) => !names.includes(id)),
  card: (row) => {
    const { title, subtitle } = list.card(row)
    return { title, subtitle }
  },
})
