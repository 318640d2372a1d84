import type { ReactNode } from 'react'
import { Amount } from '../data/Amount.tsx'
import type { Column, Totals } from './list.ts'

/** The sum below a column; null for columns without one. */
export function columnTotal<Row>({ total }: Column<Row>, totals: Totals): ReactNode {
  if (!total) return null
  if (typeof total === 'function') return total(totals)
  return <Amount cents={totals[total] ?? null} size="strong" />
}
