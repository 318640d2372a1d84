import { TwoLineCell } from '../../ui/data/TwoLineCell.tsx'
import { entryWords } from './entry-words.ts'

/** The cell of a ledger entry's description. */
export function entryCell(entry: { description: string; kind: string }) {
  const [what, to] = entryWords(entry)
  return <TwoLineCell first={what} second={to || null} />
}
