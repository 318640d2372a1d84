/** A column of an exported file. An `amount` is in integer cents, a `date` is `yyyy-mm-dd`; null leaves the cell empty. */
export type ExportColumn = { header: string; kind: 'text' | 'amount' | 'date' | 'number'; width?: number }

/** Rows as a query streams them: values in the order of the columns. */
export type ExportRows = AsyncIterable<readonly unknown[]> | Iterable<readonly unknown[]>
