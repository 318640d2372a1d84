import { type Day, formatDate } from '../dates.ts'

/** A yearly rate in basis points (200 = 2 %), in force from a day to another, both included. */
export type RatePeriod = { from: Day; to: Day; basis_points: number }
/** The legal rate of one year: the decree of the Ministry of Economy that set it, and where it was published. */
type LegalRate = RatePeriod & { decree: string; gazette: string }

const ofYear = (year: number, basis_points: number, decree: string, gazette: string): LegalRate => ({
  from: `${year}-01-01`,
  to: `${year}-12-31`,
  ...{ basis_points, decree, gazette },
})

/**
 * The legal rate of art. 1284 c.c., one row a year. A year that is not here has no rate, and interest for its days is
 * refused: the last rate is never carried forward automatically. Where no decree comes by 15 December the law leaves
 * the rate as it is (first paragraph): that is entered as a row, too, whose `decree` says so. The `alarm-missing-rate`
 * job asks for the next row in time.
 */
export const legalRates: readonly LegalRate[] = [
  ofYear(2016, 20, 'D.M. 11 dicembre 2015', 'G.U. n. 291 del 15 dicembre 2015'),
  ofYear(2017, 10, 'D.M. 7 dicembre 2016', 'G.U. n. 291 del 14 dicembre 2016'),
  ofYear(2018, 30, 'D.M. 13 dicembre 2017', 'G.U. n. 292 del 15 dicembre 2017'),
  ofYear(2019, 80, 'D.M. 12 dicembre 2018', 'G.U. n. 291 del 15 dicembre 2018'),
  ofYear(2020, 5, 'D.M. 12 dicembre 2019', 'G.U. n. 293 del 14 dicembre 2019'),
  ofYear(2021, 1, 'D.M. 11 dicembre 2020', 'G.U. n. 310 del 15 dicembre 2020'),
  ofYear(2022, 125, 'D.M. 13 dicembre 2021', 'G.U. n. 297 del 15 dicembre 2021'),
  ofYear(2023, 500, 'D.M. 13 dicembre 2022', 'G.U. n. 292 del 15 dicembre 2022'),
  ofYear(2024, 250, 'D.M. 29 novembre 2023', 'G.U. n. 288 dell’11 dicembre 2023'),
  ofYear(2025, 200, 'D.M. 10 dicembre 2024', 'G.U. n. 294 del 16 dicembre 2024'),
  ofYear(2026, 160, 'D.M. 10 dicembre 2025', 'G.U. n. 289 del 13 dicembre 2025'),
]

/** Why interest is not counted for `day`, which no row covers. */
export function whyNoLegalRate(day: Day, rates: readonly RatePeriod[] = legalRates): string {
  const year = day.slice(0, 4)
  const first = rates[0]?.from ?? day
  return day < first
    ? `Il saggio legale del ${year} non è nella tabella: i giorni prima del ${formatDate(first)} non sono contati.`
    : `Il saggio legale del ${year} non è ancora nella tabella: gli interessi si calcolano fino al ${formatDate(rates.at(-1)?.to ?? day)}, il resto per ora no.`
}

/** From this day of December the next year's decree should have been published (art. 1284, first paragraph, c.c.). */
const decreeIsDue = '12-15'

/** The year whose rate should be known on `today` but is missing; null if none. */
export function missingLegalYear(today: Day, rates: readonly RatePeriod[] = legalRates): number | null {
  const year = Number(today.slice(0, 4))
  const isKnown = (of: number) => rates.some(({ from, to }) => from <= `${of}-12-31` && to >= `${of}-12-31`)
  if (!isKnown(year)) return year
  return today.slice(5) >= decreeIsDue && !isKnown(year + 1) ? year + 1 : null
}
