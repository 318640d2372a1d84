/** A column of an exported file. An `amount` is in integer cents, a `date` is `yyyy-mm-dd`; null leaves the cell empty. */
export type ExportColumn = { header: string; kind: 'text' | 'amount' | 'date' | 'number'; width?: number }

/** Rows as a query streams them: values in the order of the columns. */
export type ExportRows = AsyncIterable<readonly unknown[]> | Iterable<readonly unknown[]>

/** The day `yyyy-mm-dd` with which a value of a `date` begins; null when it is no four-digit year of our era. */
export const dayIn = (value: string): string | null =>
  /^\d{4}-\d{2}-\d{2}(?!.*BC$)/.test(value) ? value.slice(0, 10) : null
