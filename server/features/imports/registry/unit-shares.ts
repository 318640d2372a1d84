import { type Share, wholeness } from '@saldo/domain/registry/shares'
import type { RightKind } from '@saldo/domain/right-holder'
import type { Complaint } from '../read/row-checks.ts'
import type { RightInFile, UnitInFile } from './units-of-file.ts'

/**
 * Counts a right among those of its unit whose shares must add up to the whole, right by right. Complains about a person
 * whose share does not fit beside those above, or who has none where others have one. `reportShort` is called by
 * `reportShortShares`, if the shares turn out to be less than the whole.
 */
export function countShare(unit: UnitInFile, right: RightInFile, reportShort: Report): Complaint | null {
  const { right_kind, share, until } = right
  if (until || right_kind === 'tenant') return null
  const why = whyNotBeside(countedAs(unit, right_kind), share)
  if (why) return { field: 'share', code: 'share', message: why }
  right.counted = right_kind
  if (share) right.reportShort = () => reportShort({ field: 'share', code: 'share', message: SHORT })
  return null
}

/** Warns where the shares written for a right are less than the whole; the counted ones of the unit are complete. */
export function reportShortShares(units: Iterable<UnitInFile>): void {
  for (const unit of units) {
    const [owners, bareOwners] = [countedAs(unit, 'owner'), countedAs(unit, 'bare_owner')]
    if (bareOwners.length === 0) warnIfShort(owners, [])
    warnIfShort(bareOwners, owners)
    warnIfShort(countedAs(unit, 'usufructuary'), owners)
  }
}

type Report = (complaint: Complaint) => void

const countedAs = ({ rights }: UnitInFile, kind: RightKind): RightInFile[] =>
  rights.filter(({ counted }) => counted === kind)

const SHORT =
  'Le quote scritte per quest’unità non arrivano all’intero: ricontrolla le quote e che ci siano tutte le persone.'

function whyNotBeside(others: readonly RightInFile[], share: Share | null): string | null {
  const [first] = others
  if (!first) return null
  const place = `alla riga ${first.row}, ${first.holder}`
  if (share && !first.share)
    return `Un’altra persona di quest’unità (${place}) non ha la quota: scrivila a tutte o a nessuna.`
  if (!share && first.share)
    return `La quota manca, e un’altra persona di quest’unità (${place}) ce l’ha: scrivila a tutte o a nessuna.`
  if (share && wholeness([...statedOf(others), share]) === 'over')
    return `Con quelle sopra (${place}) le quote di quest’unità superano l’intero: correggile.`
  return null
}

function warnIfShort(holders: readonly RightInFile[], beside: readonly RightInFile[]): void {
  const stated = statedOf(holders)
  if (stated.length === 0 || stated.length < holders.length) return
  if (wholeness([...stated, ...statedOf(beside)]) !== 'short') return
  holders.at(-1)?.reportShort?.()
}

const statedOf = (holders: readonly RightInFile[]): Share[] =>
  holders.flatMap(({ share }) => (share ? [share] : []))
