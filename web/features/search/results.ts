import { paths } from '../../paths.ts'
import type { SearchResult } from './SearchDialog.tsx'

export type Kind = SearchResult['data_from']
export type Option =
  | { kind: 'recent'; text: string }
  | { kind: 'record'; result: SearchResult }
  /** The list of all records of a kind in which the text is found. */
  | { kind: 'more'; of: Kind; text: string }

/** As many of a kind as the server sends at most: then there may be more. */
const fullKind = 10

export const kindNames: Record<Kind, string> = {
  condomini: 'Condomìni',
  soggetti: 'Soggetti',
  bollette: 'Bollette',
  transazioni: 'Transazioni',
}

/** What can be chosen, in the order on screen: by kind, after a full kind the way to its list. */
export function optionsOf({ text, results }: { text: string; results: readonly SearchResult[] }): Option[] {
  return (Object.keys(kindNames) as Kind[]).flatMap((of) => {
    const records: Option[] = results
      .filter(({ data_from }) => data_from === of)
      .map((result) => ({ kind: 'record', result }))
    return records.length < fullKind ? records : [...records, { kind: 'more', of, text }]
  })
}

/** The four named routes, with the record open. */
export function pathOf(result: SearchResult) {
  const open = {
    condomini: () => paths.account(result.account_id as number),
    soggetti: () => paths.subject(result.subject_id as number),
    bollette: () => paths.bill(result.bill_id as number),
    transazioni: () => paths.payment(result.payment_id as number),
  }
  return open[result.data_from]()
}

/** The same routes, filtered by the text. */
export function listOf(of: Kind, text: string) {
  const { condomini, anagrafica, bollette, transazioni } = paths
  return { condomini, soggetti: anagrafica, bollette, transazioni }[of]({ q: text })
}
