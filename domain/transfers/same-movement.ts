import { fold } from '../fold.ts'
import { writtenReferences } from './written-references.ts'

/** What a file says of a movement besides day and amount. */
export type Said = {
  text: string
  party_name: string | null
  party_iban: string | null
  end_to_end_id: string | null
  structured_reference: string | null
}

/**
 * How much two files' words of a movement have in common, from 0 to 1: the share of the words of the shorter one that the
 * other has, too. Formats cut, join and order texts differently, so words are compared and not texts.
 */
export function likeness(one: Said, other: Said): number {
  const [fewer, more] = [wordsOf(one), wordsOf(other)].sort((a, b) => a.size - b.size) as [
    Set<string>,
    Set<string>,
  ]
  if (fewer.size === 0) return 0
  return [...fewer].filter((word) => more.has(word)).length / fewer.size
}

const wordsOf = (said: Said): Set<string> =>
  new Set(
    fold(
      [said.text, said.party_name, said.party_iban, said.end_to_end_id, said.structured_reference].join(' '),
    ).match(/[\p{L}\p{N}]{3,}/gu) ?? [],
  )

/** Whether what two files say cannot be of one movement: the payer's account, an RF reference or the end-to-end id is another. */
export function contradicts(one: Said, other: Said): boolean {
  const [mine, theirs] = [rfsOf(one), rfsOf(other)]
  if (mine.length > 0 && theirs.length > 0 && !mine.some((rf) => theirs.includes(rf))) return true
  return [
    [one.party_iban, other.party_iban],
    [one.end_to_end_id, other.end_to_end_id],
  ].some(([mine, theirs]) => isSaid(mine) && isSaid(theirs) && plain(mine) !== plain(theirs))
}

/** The RF references with right check digits, wherever they stand. */
const rfsOf = (said: Said): string[] =>
  writtenReferences({ ...said, party_fiscal_code: null }).flatMap(({ kind, key }) =>
    kind === 'rf' ? [key] : [],
  )

/** Whether both files name the payer, and the names have no word in common. */
export function otherPayer(one: Said, other: Said): boolean {
  const [mine, theirs] = [one, other].map(
    ({ party_name }) => new Set(fold(party_name ?? '').match(/[\p{L}\p{N}]{3,}/gu) ?? []),
  ) as [Set<string>, Set<string>]
  return mine.size > 0 && theirs.size > 0 && ![...mine].some((word) => theirs.has(word))
}

const plain = (text: string): string => text.replace(/\s/g, '').toUpperCase()
const isSaid = (text: string | null | undefined): text is string =>
  typeof text === 'string' && plain(text) !== '' && !/^(?:NOT ?PROVIDED|NOTPROVIDED)$/i.test(text.trim())
