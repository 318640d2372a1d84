import { fold } from '@saldo/domain/fold'
import type { Share } from '@saldo/domain/registry/shares'
import type { RightKind } from '@saldo/domain/right-holder'
import type { Doubt, RowDoubts } from '../read/row-doubts.ts'
import type { CandidateRight } from './candidate-right.ts'
import { capital } from './role-words.ts'

/**
 * A right of the file, kept until the whole file is read, so that later rows can be compared with it. Each row of the file
 * makes one, so it is small. `who`: the tax code, or the folded name. `said`: the row names the right. `counted`: the right whose shares
 * it is added to. `reportShort` holds its row, so it is kept only where a share may turn out to be short.
 */
export type RightInFile = {
  sheet: string
  row: number
  who: string
  holder: string
  right_kind: RightKind
  share: Share | null
  since: string | undefined
  until: string | undefined
  amount: number
  opening_date: string | undefined
  weights: Record<string, number> | undefined
  said: boolean
  counted: RightKind | null
  reportShort: (() => void) | null
}

export function rightInFile(right: CandidateRight, said: boolean): RightInFile {
  const { sheet, row, holder, right_kind, since, until, amount, opening_date, weights } = right
  const { share_numerator, share_denominator } = right
  const share = share_numerator && share_denominator ? { share_numerator, share_denominator } : null
  return {
    ...{ sheet, row, who: right.fiscal_code ?? fold(holder), holder, right_kind, share },
    ...{ since, until, amount, opening_date, weights, said, counted: null, reportShort: null },
  }
}

/** A unit of the file. `number`: as it was written first; `use`: what it is, in Saldo's word or the sheet's; `apart`: units whose numbers differ in spelling only. */
export type UnitInFile = {
  id: number
  number: string
  use: string
  rights: RightInFile[]
  apart?: UnitInFile[]
}

/** Finds the units that rows are about, and keeps who has a right in them. */
export function unitsOfFile() {
  const buildings = new Map<string, Map<string, UnitInFile>>()
  let count = 0

  /** The first unit of this number, however it is spelled: `01` and `1`, `3 bis` and `3BIS` may be one. */
  function likeIt(building: string, { staircase, unit }: CandidateRight) {
    const number = fold(unit)
      .replace(/[^a-z0-9]/g, '')
      .replace(/^0+(?=\d)/, '')
    const units = buildings.get(building) ?? new Map<string, UnitInFile>()
    buildings.set(building, units)
    const key = staircase ? `${fold(staircase)}|${number}` : number
    return { units, key, first: units.get(key) }
  }

  function find(building: string, right: CandidateRight): UnitInFile {
    const { units, key, first } = likeIt(building, right)
    const number = fold(right.unit)
    if (first && fold(first.number) === number) return first
    const known = first?.apart?.find((other) => fold(other.number) === number)
    if (known) return known
    const added = { id: count++, number: right.unit, use: kindOf(right), rights: NONE }
    if (first) first.apart = [...(first.apart ?? []), added]
    else units.set(key, added)
    return added
  }

  /** The unit's number as it was written first, if a person says that it is the same unit. */
  function spelled(building: string, right: CandidateRight, doubts: RowDoubts): string {
    const { unit, row } = right
    const { first } = likeIt(building, right)
    if (!first || fold(first.number) === fold(unit)) return unit
    return doubts.ask(row, `${first.number} e ${unit}`, spelling) === 'same' ? first.number : unit
  }

  return {
    /**
     * The unit of a right, which gets its number from there. One of the same number and another use (flat 1, garage 1) gets
     * the use in its name, if a person says that it is another unit.
     */
    of(building: string, right: CandidateRight, doubts: RowDoubts): UnitInFile {
      right.unit = spelled(building, right, doubts)
      const unit = find(building, right)
      const { unit: number, row } = right
      const kind = kindOf(right)
      if (unit.use === kind) return unit
      const name = `${USES[kind] ?? kind} ${number}`
      const both = `${USES[unit.use] ?? unit.use} ${number} e ${name}`
      if (doubts.ask(row, both, twoUses) !== 'apart') return unit
      right.unit = name
      return find(building, right)
    },
    /** Keeps a right of the unit, for later rows. */
    keep(unit: UnitInFile, right: RightInFile): void {
      // An array that grows by push has room for 17 at once, and most units have one person.
      if (unit.rights.length === 0) unit.rights = [right]
      else unit.rights.push(right)
    },
    *all(): Iterable<UnitInFile> {
      for (const units of buildings.values())
        for (const unit of units.values()) yield* [unit, ...(unit.apart ?? [])]
    },
  }
}

const NONE: RightInFile[] = []

/** What tells units of one number apart: a parking place is a garage for Saldo, but no box. */
const kindOf = ({ called, use = 'home' }: CandidateRight): string => called ?? use

const USES: Partial<Record<string, string>> = {
  home: 'Appartamento',
  shop: 'Negozio',
  office: 'Ufficio',
  garage: 'Box',
  cellar: 'Cantina',
  other: 'Altro',
}

const twoUses: Doubt = {
  question: 'rows:two_uses',
  text: ({ inRows, examples }) =>
    `${capital(inRows)} lo stesso numero è di un’unità di altro tipo (${examples}): sono due unità?`,
  options: [
    {
      value: 'apart',
      label: 'Sì, sono due unità',
      detail: 'la seconda prende il tipo nel nome, per esempio Box 1',
    },
    { value: 'same', label: 'No, è la stessa', detail: null },
  ],
  proposal: 'apart',
}

const spelling: Doubt = {
  question: 'rows:unit_spelling',
  text: ({ inRows, examples }) =>
    `${capital(inRows)} l’interno è scritto in due modi (${examples}): è la stessa unità?`,
  options: [
    { value: 'same', label: 'Sì, è la stessa unità', detail: null },
    { value: 'apart', label: 'No, sono due unità', detail: null },
  ],
  proposal: 'same',
}
