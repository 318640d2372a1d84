/** Characters that are not seen: soft hyphen, joiners, direction marks, byte order mark. */
const invisible = /[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufeff]/g

/** A number as it is written down: letters and digits in their usual width, a plain slash, nothing that is not seen. */
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

/** What Saldo numbers by itself beside the ordinary bills, by what stands before the year. */
export const ownPrefixes = { interest: 'MORA', credit_note: 'NC', receipt: 'RIC' } as const
export type OwnSeries = keyof typeof ownPrefixes

/** The series of Saldo's own that a number belongs to, e.g. `interest` of `MORA-2026/000001`; null of an ordinary one. */
export function ownSeriesOf(number: string): OwnSeries | null {
  const prefix = /^([a-z]+)-\d{4}\/\d+$/.exec(billNumberKey(number))?.[1]?.toUpperCase()
  const series = Object.entries(ownPrefixes).find(([, own]) => own === prefix)
  return (series?.[0] as OwnSeries | undefined) ?? null
}

/** `MORA-2026/000001` */
export const ownNumber = (series: OwnSeries, year: string, ordinal: number): string =>
  `${ownPrefixes[series]}-${year}/${String(ordinal).padStart(6, '0')}`

const kept = {
  interest: 'gli interessi di mora',
  credit_note: 'le note di credito',
  receipt: 'le ricevute',
} satisfies Record<OwnSeries, string>

/** Why nobody may write such a number by hand, as an Italian sentence; null when they may. */
export function whyNotByHand(number: string): string | null {
  const series = ownSeriesOf(number)
  return (
    series &&
    `I numeri ${ownPrefixes[series]}-anno/numero li dà Saldo, per ${kept[series]}: scegline un altro per questa bolletta.`
  )
}
