import { type ComponentProps, Suspense } from 'react'
import { lazyWithRetry } from '../lazy-with-retry.ts'
import type { PrintedList as PrintedListOf } from './PrintedList.tsx'

// No part of the first load. `lazy` forgets that the component is generic.
const PrintedList = lazyWithRetry(() =>
  import('./PrintedList.tsx').then(({ PrintedList }) => ({ default: PrintedList })),
) as unknown as typeof PrintedListOf

/** The list on paper, for a list that is a grid or a table of its own on screen. */
export const PaperList = <Row,>(props: ComponentProps<typeof PrintedListOf<Row>>) => (
  <Suspense>
    <PrintedList {...props} />
  </Suspense>
)
