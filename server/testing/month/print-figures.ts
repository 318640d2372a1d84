import { formatEuro } from '@saldo/domain/money'
import type { Figures, Row } from './figures.ts'
import type { RunMonth } from './run-month.ts'

const groups: Record<Row['group'], string> = {
  right: 'a reference, and the amount due',
  amount: 'a reference, and a wrong amount',
  twice: 'a bill that was paid already: credit',
  spoilt: 'a reference that went wrong',
  unnamed: 'no reference',
  flow: 'sums and returns of debits and notices',
  foreign: 'no payment of a bill',
}
const least = 0.95

/** Prints the table of a month and what it is measured by. */
export function printFigures(
  { month, repeated }: RunMonth,
  figures: Figures,
  print: (line: string) => void,
): void {
  const { rows, transfers, everything, returns, unexplained, open_items, bills_paid } = figures
  print(
    `${month.bills.length} bills, ${month.residents.length} holders, ${month.buildings.length} condominiums, ${rows.reduce((sum, row) => sum + row.movements, 0)} movements\n`,
  )
  print(line(['', 'movements', 'automatic', 'false', 'right first', 'proposed', 'to explain']))
  print(line(['---', '--:', '--:', '--:', '--:', '--:', '--:']))
  for (const [group, title] of Object.entries(groups) as [Row['group'], string][]) {
    const own = rows.filter((row) => row.group === group)
    if (own.length === 0) continue
    print(row(`**${title}**`, own))
    for (const each of own.toSorted((one, other) => other.movements - one.movements))
      print(row(each.what, [each]))
  }
  print('')
  print(
    `Transfers that pay a bill, whatever the payer wrote: ${percent(transfers.share)} matched by themselves and right (${transfers.right} of ${transfers.movements}).`,
  )
  print(
    `All that came in for bills, with payments through the provider and sums of debits and notices: ${percent(everything.share)} (${everything.right} of ${everything.movements}).`,
  )
  print(`False matches: ${figures.falsehoods.length}.`)
  for (const sentence of figures.falsehoods) print(`  ${sentence}`)
  print(`Debits that came back: ${returns.expected}; their bills are open again: ${returns.handled}.`)
  print(`Movements that a later statement repeated: ${repeated.expected}; recognised: ${repeated.counted}.`)
  print(
    `Collections: ${Object.entries(bills_paid)
      .map(([method, count]) => `${method} ${count}`)
      .join(', ')}.`,
  )
  print(`Quadratura, not explained: ${formatEuro(unexplained)}; open differences: ${open_items}.`)
}

/** What is not as it must be, as sentences. */
export function whyNotGood({ falsehoods, transfers, returns, unexplained, open_items }: Figures): string[] {
  return [
    ...(falsehoods.length > 0 ? [`${falsehoods.length} matches are false.`] : []),
    ...(transfers.share < least
      ? [`${percent(transfers.share)} of the transfers matched by themselves.`]
      : []),
    ...(returns.handled !== returns.expected
      ? [`${returns.expected} debits came back, ${returns.handled} bills are open again.`]
      : []),
    ...(unexplained !== 0 || open_items !== 0 ? [`${formatEuro(unexplained)} are not explained.`] : []),
  ]
}

const row = (title: string, rows: readonly Row[]): string => {
  const sum = (of: 'movements' | 'right' | 'false' | 'first' | 'proposed') =>
    rows.reduce((total, each) => total + each[of], 0)
  const open = rows.reduce((total, { open, left }) => total + open + left, 0)
  return line([
    title,
    ...(['movements', 'right', 'false', 'first', 'proposed'] as const).map((of) => sum(of) || '–'),
    open || '–',
  ])
}
const widths = [46, 9, 9, 5, 11, 8, 10]
const line = (cells: readonly (string | number)[]): string =>
  `| ${cells.map((cell, at) => (at === 0 ? String(cell).padEnd(widths[0] as number) : String(cell).padStart(widths[at] as number))).join(' | ')} |`
const percent = (share: number): string => `${(Math.floor(share * 1000) / 10).toFixed(1)} %`
