import type { SearchKind, SearchResult, Section } from '../../sections/section.ts'

export type Option =
  | { kind: 'recent'; text: string }
  | { kind: 'record'; of: SearchKind; result: SearchResult }
  /** The list of all records of a kind in which the text is found. */
  | { kind: 'more'; of: SearchKind; text: string }

/** As many of a kind as the server sends at most: then there may be more. */
const fullKind = 10

/** The kinds that the sections add to the search, in their order on screen. */
export const kindsOf = (sections: readonly Section[]): SearchKind[] =>
  sections.flatMap(({ search }) => search ?? []).sort((a, b) => a.order - b.order)

/** What can be chosen, in the order on screen: by kind, after a full kind the way to its list. */
export function optionsOf(
  kinds: readonly SearchKind[],
  { text, results }: { text: string; results: readonly SearchResult[] },
): Option[] {
  return kinds.flatMap((of) => {
    const records: Option[] = results
      .filter(({ data_from }) => data_from === of.kind)
      .map((result) => ({ kind: 'record', of, result }))
    return records.length < fullKind ? records : [...records, { kind: 'more', of, text }]
  })
}
