/** Invisible characters: soft hyphen, joiners, direction marks, byte order mark. */
const invisible = /[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufeff]/g

/** A number as stored: normal-width letters and digits, a plain slash, no invisible characters. */
export const plainBillNumber = (number: string): string =>
  number
    .normalize('NFKC')
    .replace(/[\u2044\u2215]/g, '/')
    .replace(invisible, '')
    .trim()

/**
 * A number as the condominium tells its bills apart: case, blanks, width and what is not seen do not count, so `b-1`, `B-1`
 * and ` B - 1 ` are the same. The database's bill_number_key says the same.
 */
export const billNumberKey = (number: string): string =>
  plainBillNumber(number).replace(/\s/g, '').toLowerCase()

/** The series that Saldo numbers itself, by the prefix before the year. */
export const ownPrefixes = { interest: 'MORA', opening: 'SALDO', credit_note: 'NC', receipt: 'RIC' } as const
export type OwnSeries = keyof typeof ownPrefixes

/** The reserved series of a number, e.g. `interest` for `MORA-2026/000001`; null for an ordinary bill. */
export function ownSeriesOf(number: string): OwnSeries | null {
  const prefix = /^([a-z]+)-\d{4}\/\d+$/.exec(billNumberKey(number))?.[1]?.toUpperCase()
  const series = Object.entries(ownPrefixes).find(([, own]) => own === prefix)
  return (series?.[0] as OwnSeries | undefined) ?? null
}

/** `MORA-2026/000001` */
export const ownNumber = (series: OwnSeries, year: string, ordinal: number): string =>
  `${ownPrefixes[series]}-${year}/${String(ordinal).padStart(6, '0')}`

const purposes = {
  interest: 'gli interessi di mora',
  opening: 'i saldi precedenti',
  credit_note: 'le note di credito',
  receipt: 'le ricevute',
} satisfies Record<OwnSeries, string>

/** Why a number may not be typed by hand, as an Italian sentence; null if it may. */
export function whyNotByHand(number: string): string | null {
  const series = ownSeriesOf(number)
  return (
    series &&
    `I numeri ${ownPrefixes[series]}-anno/numero li dà Saldo, per ${purposes[series]}: scegline un altro per questa bolletta.`
  )
}
