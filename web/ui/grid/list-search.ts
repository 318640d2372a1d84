import type { ListDefinition, Query } from './list.ts'

/** The parameters of a list's address that are no filters. */
export const ownParameters = ['sort', 'columns', 'open', 'rows'] as const
/** These do not say which rows are shown, or beside which record. */
const looks: readonly string[] = ['columns', 'rows', 'azione']

type Opens = Pick<ListDefinition<never>, 'opensOn' | 'defaultSort'>

/** The address as the list reads it: one that says nothing is the view on which the list opens. */
export const openedSearch = ({ opensOn }: Opens, search: Query): Query =>
  opensOn && saysNothing(search) ? { ...search, ...opensOn.filters, sort: opensOn.sort } : search

/** The address to be written: all records without filters are named by their sort, because nothing is another view. */
export const writtenSearch = ({ opensOn, defaultSort }: Opens, search: Query): Query =>
  opensOn && saysNothing(search) ? { ...search, sort: defaultSort } : search

const saysNothing = (search: Query) =>
  Object.entries(search).every(([name, value]) => !value || looks.includes(name))
