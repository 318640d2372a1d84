import type { SearchKind, SearchResult, Section } from '../../sections/section.ts'

export type Option =
  | { kind: 'recent'; text: string }
  | { kind: 'record'; of: SearchKind; result: SearchResult }
  /** Link to the list of all matches of a kind. */
  | { kind: 'more'; of: SearchKind; text: string }

/** The server's limit per kind: with so many there may be more. */
const fullKind = 10

/** The search kinds of all sections, in display order. */
export const kindsOf = (sections: readonly Section[]): SearchKind[] =>
  sections.flatMap(({ search }) => search ?? []).sort((a, b) => a.order - b.order)

/** The options in display order: by kind, with a link to the list after a full kind. */
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
