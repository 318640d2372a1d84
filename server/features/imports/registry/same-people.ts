import { fold } from '@saldo/domain/fold'
import { mayBeSameName } from '@saldo/domain/registry/name-and-code'
import type { Answers } from '../import-view.ts'
import type { Complaint } from '../read/row-checks.ts'
import type { Doubt, RowDoubts } from '../read/row-doubts.ts'
import type { CandidateRight } from './candidate-right.ts'

/** `numbers`: the digits of the name, which must agree. */
type Person = { holder: string; fiscal_code: string | undefined; row: number; numbers: string }

/**
 * Asks about two names of a building that may be one person's: `Paolo Neri` and `Neri Paolo`, `Rossi M.` and `Rossi Mario`,
 * the same name with a tax code and without. Who is said to be one person has the first name and the tax code in all rows.
 */
export function samePeople(answers: readonly Answers[]) {
  const known = knownFrom(answers)
  const buildings = new Map<string, Map<string, Person[]>>()

  return {
    /** Gives the row the person it is about; a complaint when its name has several people with tax codes. */
    settle(building: string, right: CandidateRight, doubts: RowDoubts): Complaint<'holder'> | null {
      const { holder, fiscal_code, row } = right
      const people = buildings.get(building) ?? new Map<string, Person[]>()
      buildings.set(building, people)
      const person: Person = { holder, fiscal_code, row, numbers: numbersIn(holder) }
      const keys = keysOf(holder)
      const others = near(people, keys, person)
      const name = fold(holder)
      const exactly = others.filter((other) => fold(other.holder) === name)
      if (!exactly.some((other) => other.fiscal_code === fiscal_code)) {
        const codes = new Set(exactly.flatMap((other) => other.fiscal_code ?? []))
        if (!fiscal_code && codes.size > 1)
          return { field: 'holder', code: 'names', message: TWO_OF_THIS_NAME(holder) }
        const alike = (exactly.length > 0 ? exactly : others).find(
          (other) => !other.fiscal_code || !fiscal_code,
        )
        const sameCode = fiscal_code && others.some((other) => other.fiscal_code === fiscal_code)
        if (alike && !sameCode) doubts.ask(row, holder, isSame(building, alike, person))
        remember(people, keys, person)
      }
      const settled = known.get(`${building}|${name}`)
      if (settled && (!fiscal_code || fiscal_code === settled.fiscal_code || !settled.fiscal_code))
        Object.assign(right, settled)
      return null
    },
  }
}

/** People of the building who share a word of the name with the person, and may be the same. */
function near(people: Map<string, Person[]>, keys: readonly string[], { holder, numbers }: Person): Person[] {
  const some = new Set(keys.flatMap((key) => people.get(key) ?? []))
  return [...some].filter((other) => other.numbers === numbers && mayBeSameName(other.holder, holder))
}

function remember(people: Map<string, Person[]>, keys: readonly string[], person: Person): void {
  for (const key of keys) {
    const some = people.get(key)
    if (!some) people.set(key, [person])
    else if (some.length < MOST_NEAR) some.push(person)
  }
}

const TWO_OF_THIS_NAME = (holder: string) =>
  `Più persone del file si chiamano ${holder} e hanno codici fiscali diversi: scrivi il codice fiscale anche qui.`

function isSame(building: string, before: Person, now: Person): Doubt {
  const code = before.fiscal_code ?? now.fiscal_code ?? ''
  const withCode = ({ holder, fiscal_code }: Person) =>
    `${holder}${fiscal_code ? ` (${fiscal_code})` : before.fiscal_code || now.fiscal_code ? ' (senza codice fiscale)' : ''}`
  return {
    question: `rows:same:${[building.slice(0, 80), before.holder.slice(0, 80), now.holder.slice(0, 80), code].join('|')}`,
    text: () =>
      `«${withCode(before)}» alla riga ${before.row} e «${withCode(now)}» alla riga ${now.row}: è la stessa persona?`,
    options: [
      { value: 'yes', label: 'Sì, è la stessa persona', detail: `si chiama ${before.holder}` },
      { value: 'no', label: 'No, sono due persone', detail: null },
    ],
    proposal: null,
  }
}

/** The names that answers say are one person's, with the name and the tax code that they get. */
function knownFrom(answers: readonly Answers[]): Map<string, { holder: string; fiscal_code?: string }> {
  const known = new Map<string, { holder: string; fiscal_code?: string }>()
  for (const [question, answer] of answers.flatMap(Object.entries)) {
    const [building = '', before = '', now = '', code] = question.replace(/^rows:same:/, '').split('|')
    if (!question.startsWith('rows:same:') || answer !== 'yes') continue
    const settled = {
      ...(known.get(`${building}|${fold(before)}`) ?? { holder: before }),
      ...(code ? { fiscal_code: code } : {}),
    }
    for (const name of [before, now]) known.set(`${building}|${fold(name)}`, settled)
  }
  return known
}

/** Also numbers in the names must agree: `Persona 12` is not `Persona 21`. */
export const mayBeSamePerson = (one: string, other: string): boolean =>
  numbersIn(one) === numbersIn(other) && mayBeSameName(one, other)

const numbersIn = (name: string): string => name.replace(/\D+/g, ' ').trim()

/** A word that very many people share finds only the first of them; all words together find each. */
const MOST_NEAR = 30

function keysOf(name: string): string[] {
  const words = fold(name)
    .split(/[^a-z0-9']+/)
    .filter((word) => word !== '')
  const plain = words.filter((word) => word.length > 2 && !/\d/.test(word))
  return [...new Set([...plain, words.toSorted().join(' ')])]
}
