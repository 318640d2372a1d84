/** 150 → `1,5 %` */
export const percentOfBps = (bps: number): string =>
  `${(bps / 100).toLocaleString('it-IT', { maximumFractionDigits: 2 })}\u00a0%`

/** Parses a typed percentage to basis points: `1,5` → 150; null if it is not a percentage from 0 to 100. */
export function bpsOfPercent(text: string): number | null {
  const match = /^\s*(\d{1,3})(?:[.,](\d{1,2}))?\s*%?\s*$/.exec(text)
  if (!match) return null
  const bps = Number(match[1]) * 100 + Number((match[2] ?? '').padEnd(2, '0'))
  return bps <= 10_000 ? bps : null
}
