import { formatEuro } from '../money.ts'
import type { FigureUnit } from './checks.ts'

/** A figure in Italian: `90` seconds are *1 min 30 s*, `1536` bytes *1,5 kB*. Empty for no figure. */
export function figureWords(unit: FigureUnit, figure: number | null): string {
  if (figure === null || unit === 'none') return ''
  return write[unit](figure)
}

const number = new Intl.NumberFormat('it-IT', { maximumFractionDigits: 1, useGrouping: 'always' } as object)

const write: Record<Exclude<FigureUnit, 'none'>, (figure: number) => string> = {
  count: (figure) => number.format(figure),
  percent: (figure) => `${number.format(figure)} %`,
  days: (figure) => (figure === 1 ? '1 giorno' : `${number.format(figure)} giorni`),
  cents: formatEuro,
  bytes: (figure) => {
    const power = figure < 1000 ? 0 : Math.min(4, Math.floor(Math.log10(figure) / 3))
    return `${number.format(figure / 1000 ** power)} ${['byte', 'kB', 'MB', 'GB', 'TB'][power]}`
  },
  seconds: (figure) => {
    if (figure < 60) return `${number.format(Math.round(figure))} s`
    if (figure < 3600) return join(figure, 60, 'min', 1, 's')
    if (figure < 86_400) return join(figure, 3600, 'h', 60, 'min')
    return join(figure, 86_400, 'g', 3600, 'h')
  },
}

function join(seconds: number, large: number, large_name: string, small: number, small_name: string): string {
  const rest = Math.floor((seconds % large) / small)
  return `${number.format(Math.floor(seconds / large))} ${large_name}${rest > 0 ? ` ${rest} ${small_name}` : ''}`
}
