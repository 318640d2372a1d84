import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query'
import { alertToast } from '../feedback/toast.ts'
import type { Page } from './list.ts'

/** Nobody prints more; the printed list says how many are left out. */
const mostPrinted = 2000

/** Prints the list with all its rows, not only those that were scrolled into sight. */
export async function printAll<Row>(pages: UseInfiniteQueryResult<InfiniteData<Page<Row>>>): Promise<void> {
  let now = pages
  while (now.hasNextPage && rowsIn(now) < mostPrinted) {
    now = await now.fetchNextPage()
    if (now.isError)
      return alertToast('Non riesco a caricare tutto l’elenco per la stampa. Riprova fra poco.', 'danger')
  }
  // The rows must be in the document first.
  requestAnimationFrame(() => setTimeout(() => window.print()))
}

const rowsIn = <Row>({ data }: UseInfiniteQueryResult<InfiniteData<Page<Row>>>) =>
  data?.pages.reduce((sum, { items }) => sum + items.length, 0) ?? 0
