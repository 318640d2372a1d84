import type { RightKind } from '@saldo/domain/right-holder'
import { headingOf } from '../read/headings.ts'
import { rolesIn } from '../read/roles-in-text.ts'
import type { ReadRight } from './registry-row.ts'

/**
 * The right of rows that name none: that of the last heading between the rows (`INQUILINI`), else the table's. A heading
 * that names several, or another staircase below the rows of a heading, leaves it open: those rows must say it themselves.
 */
export function rolesOfRows(ofTable: RightKind | undefined, ofTableIsSaid = false) {
  let below: { said: RightKind | null; text: string; rows: number; holds_places: boolean } | null = null
  return {
    /** Whether the heading names people by their right. */
    take(text: string): boolean {
      const roles = rolesIn(text)
      if (!roles) {
        if (below && headingOf([text]).kind in places) endAt(below, text)
        return false
      }
      if (!roles.clear && (NOTE.test(text) || text.length > 60)) return false
      const [kind, ...more] = roles.kinds
      below = {
        said: kind && roles.clear && more.length === 0 ? kind : null,
        text,
        rows: 0,
        holds_places: false,
      }
      return true
    },
    /** Whether a heading or the title names the right of the rows that follow. */
    isSaid: (): boolean => below !== null || ofTableIsSaid,
    give({ facts, complaints }: ReadRight): void {
      if (below) below.rows++
      facts.right_kind ??= (below ? below.said : ofTable) ?? undefined
      if (facts.right_kind || complaints.some(({ field }) => field === 'role')) return
      const message = below
        ? `La scritta sopra, «${below.text}», non dice se è proprietario o inquilino: scrivilo in una colonna «Ruolo».`
        : 'Manca il ruolo, e il titolo ne nomina più di uno: scrivi proprietario, nudo proprietario, usufruttuario o inquilino.'
      complaints.push({ field: 'role', code: 'role', message })
    },
  }
}

/** A staircase directly below the heading, and those after it, are parts of what it heads; a later one is not for sure. */
function endAt(
  below: { said: RightKind | null; text: string; rows: number; holds_places: boolean },
  text: string,
) {
  if (below.rows === 0) below.holds_places = true
  else if (!below.holds_places) Object.assign(below, { said: null, text })
}

const places = { building: true, staircase: true, block: true }
const NOTE = /^(?:[*(]|n\.? ?b\.?\b|not[ae]\b)/i
