import { fold } from '@saldo/domain/fold'
import type { Share } from '@saldo/domain/registry/shares'
import type { Complaint } from '../read/row-checks.ts'
import type { RightInFile, UnitInFile } from './units-of-file.ts'

export type Repetition = { same: boolean; complaint: Complaint }

/** Remembers who has which right in which unit: an equal repetition counts once, a different one is an error. */
export function repeatedRights() {
  const rights = new Map<string, RightInFile>()
  return {
    /** Keeps a right, unless a row above has it: then says how this one repeats it. */
    keep(unit: UnitInFile, right: RightInFile): Repetition | null {
      const identity = `${unit.id}|${right.right_kind}|${right.who}`
      const before = rights.get(identity)
      if (!before) rights.set(identity, right)
      return before ? repetition(before, right) : null
    },
  }
}

function repetition(before: RightInFile, right: RightInFile): Repetition {
  const same =
    sameShare(before.share, right.share) && CONTENT.every((field) => before[field] === right[field])
  const where = placeOf(before)
  const message = same
    ? `Ripete la riga ${where}: conta una volta sola.`
    : `Questa persona ha già lo stesso ruolo in questa unità alla riga ${where}, con altri dati.`
  return { same, complaint: { field: 'holder', code: 'same_right', message } }
}

const CONTENT = ['amount', 'opening_date', 'since', 'until'] as const

const sameShare = (one: Share | null, other: Share | null): boolean =>
  one?.share_numerator === other?.share_numerator && one?.share_denominator === other?.share_denominator

/** A complaint about a table in which a row above has another weight for the unit. */
export function otherWeight(
  { rights }: UnitInFile,
  weights: Record<string, number> = {},
): { table: string; complaint: Complaint } | null {
  for (const [table, weight] of Object.entries(weights)) {
    const key = fold(table)
    const inTable = (of: RightInFile['weights'] = {}) =>
      Object.entries(of).find(([name]) => fold(name) === key)?.[1]
    const before = rights.find((other) => inTable(other.weights) !== undefined)
    if (!before || inTable(before.weights) === weight) continue
    const message = `Per questa unità la riga ${placeOf(before)} ha un altro valore: lasciane uno solo.`
    return { table, complaint: { field: 'weight', code: 'weight', message } }
  }
  return null
}

const placeOf = ({ row, sheet }: RightInFile): string => `${row} del foglio «${sheet}»`
