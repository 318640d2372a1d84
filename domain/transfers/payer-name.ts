import { fold } from '../fold.ts'

/** Words before a name, and of the forms that companies have, that banks and payers write or leave out. */
const titles = new Set(
  'sig sigra sigri signor signora dott dottssa dottor dr ing avv arch geom rag prof'.split(' '),
)

/**
 * The words of a name in which two spellings meet: folded, without full stops (`S.r.l.` is `srl`), titles and the
 * apostrophes that stand for accents.
 */
export function nameWords(name: string): string[] {
  return fold(name)
    .replace(/[.']/g, '')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .split(' ')
    .filter((word) => word !== '' && !titles.has(word))
}

/** The same with an apostrophe as a blank: `DALL AGLIO` is `Dall’Aglio`. */
const splitWords = (name: string): string[] => nameWords(fold(name).replace(/'/g, ' '))

/** Whether both are one name, whatever the order of its words. */
export function isSameName(one: string, other: string): boolean {
  return spellings(one).some((words) => spellings(other).some((others) => sorted(words) === sorted(others)))
}

/** Whether a text contains the whole name of a holder: at least two words of it, in any order. */
export function containsName(text: string, holder: string): boolean {
  return spellings(text).some((words) =>
    spellings(holder).some((name) => name.length >= 2 && holds(words, name)),
  )
}

/**
 * The ways to write a name as a key of people (folded, words in another order), to look a payer up: at most 24 for each
 * name in the text, and none of a name of more than four words but its own order.
 */
export function nameKeys(text: string): string[] {
  const names = text.split(/\s+(?:e|o|ed)\s+|[,;/&+]/iu)
  return [
    ...new Set([text, ...names].flatMap((name) => keysOf(fold(name).replace(/[^\p{L}\p{N}' ]+/gu, ' ')))),
  ]
}

function keysOf(folded: string): string[] {
  const words = folded.split(' ').filter((word) => word !== '' && !titles.has(word))
  if (words.length < 2) return []
  const own = words.join(' ')
  return words.length > 4 ? [own] : permutations(words).map((each) => each.join(' '))
}

const permutations = (words: readonly string[]): string[][] =>
  words.length < 2
    ? [[...words]]
    : words.flatMap((word, at) =>
        permutations(words.filter((_other, place) => place !== at)).map((rest) => [word, ...rest]),
      )

const spellings = (name: string): string[][] => [nameWords(name), splitWords(name)]
const sorted = (words: readonly string[]): string => [...words].sort().join(' ')

function holds(words: readonly string[], name: readonly string[]): boolean {
  const left = [...words]
  return name.every((word) => {
    const at = left.indexOf(word)
    if (at < 0) return false
    left.splice(at, 1)
    return true
  })
}
