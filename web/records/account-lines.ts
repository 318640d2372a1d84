import type { LinesState } from '../ui/TwoLines.tsx'

/** The two lines of what was issued in all (cents); null where nothing was. */
export function accountLines(of: {
  issued: number
  collected: number
  residue: number
}): { due: number; received: number; state: LinesState } | null {
  if (of.issued <= 0) return null
  const lines = { due: of.issued, received: of.collected }
  if (of.residue <= 0) return { ...lines, state: 'settled' }
  return { ...lines, state: of.collected > 0 ? 'partial' : 'open' }
}
