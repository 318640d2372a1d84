import { formatEuro } from '@saldo/domain/money'
import type { RecognisedColumn } from './recognise-columns.ts'

/* How questions name a column and what it holds. */

/** `C «1ª rata › Importo»` */
export const nameOf = ({ letter, group, header }: RecognisedColumn): string =>
  `${letter} «${[group, header].filter(Boolean).join(' › ') || 'senza nome'}»`

export const sumOf = (columns: readonly RecognisedColumn[]): number =>
  columns.reduce((sum, { facts }) => sum + (facts?.sum ?? 0), 0)

export const inAll = (cents: number): string => `in tutto ${formatEuro(cents)}`

export const examplesOf = ({ facts }: RecognisedColumn): string | null =>
  facts && facts.examples.length > 0 ? facts.examples.map((text) => `«${text}»`).join(', ') : null

/** `1 riga`, `12 righe`. */
export const countOf = (rows: number): string => (rows === 1 ? '1 riga' : `${rows} righe`)

/** The sum of a column, beside the total that the file writes. */
export function amountDetail({ facts }: RecognisedColumn): string | null {
  if (!facts) return null
  const { sum, written_total } = facts
  const total =
    written_total === undefined
      ? ''
      : written_total === sum
        ? ', come il totale scritto nel foglio'
        : `; il totale scritto nel foglio è ${formatEuro(written_total)}`
  return `${inAll(sum)}${total}`
}
