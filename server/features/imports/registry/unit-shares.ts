import { type Share, wholeness } from '@saldo/domain/registry/shares'
import type { RightKind } from '@saldo/domain/right-holder'
import type { Complaint } from '../read/row-checks.ts'
import type { CandidateRight } from './candidate-right.ts'

type Report = (complaint: Complaint) => void
/** `report` holds its row in memory, so it is kept only where a share may turn out to be short. */
type Holder = { share: Share | null; row: number; holder: string; report: Report | null }

/**
 * Adds up the shares of each unit, right by right. `tooMuch` complains about a person whose share does not fit beside those
 * above, or who has none where others have one. `reportShort` warns where the shares written are less than the whole.
 */
export function sharesOfUnits() {
  const units = new Map<string, Partial<Record<RightKind, Holder[]>>>()
  return {
    tooMuch(unit: string, right: CandidateRight, report: Report): Complaint | null {
      const { right_kind, share_numerator, share_denominator, row, holder } = right
      if (right.until || right_kind === 'tenant') return null
      const share = share_numerator && share_denominator ? { share_numerator, share_denominator } : null
      const kinds = units.get(unit) ?? {}
      const others = kinds[right_kind] ?? []
      const why = whyNotBeside(others, share)
      if (why) return { field: 'share', code: 'share', message: why }
      kinds[right_kind] = [...others, { share, row, holder, report: share && report }]
      units.set(unit, kinds)
      return null
    },
    reportShort(): void {
      for (const { owner = [], bare_owner = [], usufructuary = [] } of units.values()) {
        if (bare_owner.length === 0) warnIfShort(owner, [])
        warnIfShort(bare_owner, owner)
        warnIfShort(usufructuary, owner)
      }
    },
  }
}

function whyNotBeside(others: readonly Holder[], share: Share | null): string | null {
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

function warnIfShort(holders: readonly Holder[], beside: readonly Holder[]): void {
  const stated = statedOf(holders)
  if (stated.length === 0 || stated.length < holders.length) return
  if (wholeness([...stated, ...statedOf(beside)]) !== 'short') return
  const message =
    'Le quote scritte per quest’unità non arrivano all’intero: ricontrolla le quote e che ci siano tutte le persone.'
  holders.at(-1)?.report?.({ field: 'share', code: 'share', message })
}

const statedOf = (holders: readonly Holder[]): Share[] =>
  holders.flatMap(({ share }) => (share ? [share] : []))
