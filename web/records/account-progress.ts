import type { ProgressState } from '../ui/data/PaymentProgress.tsx'

/** Payment progress of everything issued (cents); null where nothing was issued, or the user may not see it. */
export function accountProgress(of: {
  issued: number | null
  collected: number | null
  residue: number | null
}): { due: number; received: number; state: ProgressState } | null {
  const { issued, collected, residue } = of
  if (issued === null || collected === null || residue === null || issued <= 0) return null
  const lines = { due: issued, received: collected }
  if (residue <= 0) return { ...lines, state: 'settled' }
  return { ...lines, state: collected > 0 ? 'partial' : 'open' }
}
