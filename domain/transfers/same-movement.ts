import { fold } from '../fold.ts'

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
