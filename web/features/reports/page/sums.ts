import type { MonthFigures } from './report-query.ts'

type Figure = Exclude<keyof MonthFigures, 'month'>

/** The sum of a figure over the months; null if the user may not see it. */
export const sumOf = (months: readonly MonthFigures[], figure: Figure): number | null =>
  months.some((month) => month[figure] === null)
    ? null
    : months.reduce((all, month) => all + (month[figure] ?? 0), 0)

/** How a figure changed: `+12,3 % sull’anno prima`. Nothing can be said in percent of zero. */
export function change(now: number | null, before: number | null, than: string): string {
  if (now === null || before === null) return ''
  if (before <= 0) return now === 0 ? `zero anche ${than}` : `da zero ${than}`
  const percent = ((now - before) / before) * 100
  if (Math.abs(percent) < 0.05) return `invariato ${than}`
  const text = Math.abs(percent).toLocaleString('it-IT', { maximumFractionDigits: 1 })
  return `${percent > 0 ? '+' : '−'}${text} % ${than}`
}
