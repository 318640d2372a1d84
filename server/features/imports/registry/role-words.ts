import { fold } from '@saldo/domain/fold'
import { type RightKind, rightNames } from '@saldo/domain/right-holder'
import type { Doubt } from '../read/row-doubts.ts'

/* The words for rights that leave no doubt, each as a whole cell. Everything else is asked about: `C` is a tenant here and a
   co-owner there, "delegato del proprietario" is no owner. */

const SURE: Record<RightKind, RegExp> = {
  owner:
    /^(?:p|pr|prop|propr|(?:piena |unic[oa] )?propriet(?:a|ari[oaie])(?: unic[oa])?|(?:con?)?comproprietari[oaie]|comproprieta|comprop|compropr|locat(?:ore|ori|rice))$/,
  bare_owner: /^(?:np|n p|n prop|n propr|nud[oaie] (?:p|prop|propr|propriet(?:a|ari[oaie])))$/,
  usufructuary: /^(?:u|us|usuf|usufr|usufrutto|usufruttuari[oaie])$/,
  tenant:
    /^(?:i|in|inq|inquil|inquilin[oaie]|conduttor[ei]|conduttric[ei]|conduz|locatari[oae]?|affittuari[oae]?|comodatari[oae]?)$/,
}

/** The right that a cell names beyond doubt; null when it may be another one, or none. */
export function rightOf(text: string): RightKind | null {
  const words = plain(text)
  const kinds = Object.keys(SURE) as RightKind[]
  return kinds.find((kind) => SURE[kind].test(words)) ?? null
}

/** `Proprietà per 1/2`, `Prop. 50%`: the right and the share in one cell. */
export function rightAndShare(text: string): { right: string; share: string } {
  const [, right = text, share = ''] =
    /^(.*?\S)\s*(?:per|:|-|\()?\s*(\d{1,5} ?\/ ?\d{1,5}|\d{1,3}(?:,\d{1,3})? ?%)\)?$/.exec(text) ?? []
  return { right, share }
}

/** The question about a role that may mean several rights, or none in the unit. */
export function doubtfulRole(text: string): Doubt {
  const words = plain(text)
  const said = words === '' ? 'il ruolo non c’è' : `come ruolo c’è scritto «${text.slice(0, 60)}»`
  return {
    question: `rows:role:${words.slice(0, 80)}`,
    text: ({ inRows, count }) =>
      words === ''
        ? `${capital(inRows)} ${said}: che diritto hanno queste persone nell’unità?`
        : `${capital(inRows)} ${said}: che diritto è?${count === 'una riga' ? '' : ' Vale per tutte.'}`,
    options: [
      ...Object.entries(rightNames).map(([value, label]) => ({ value, label, detail: null })),
      { value: SKIP, label: 'Nessuno di questi', detail: 'le righe restano fuori' },
    ],
    proposal: OFTEN.find(([said]) => said.test(words))?.[1] ?? null,
  }
}

/** The answer that leaves rows out. */
export const SKIP = 'skip'

/** What words that are not sure mean most often: only a proposal. */
const OFTEN: readonly [RegExp, RightKind | typeof SKIP][] = [
  [/^$|^(?:condomin[oi]|intestatari[oa]|titolare|ered[ei])$|^nuov[oa] propriet/, 'owner'],
  [/^co$/, 'tenant'],
  [
    /\b(?:delegat[oa]|rappr\w*|amm\w*|custode|portiere|referente|tutore|curatore|moglie|marito|coniuge|figli[oa]|madre|padre|familiare|ex|uscente|precedente|promissari\w*|utilizzator\w*|cessat\w*|vendut\w*)\b/,
    SKIP,
  ],
  [/^(?:diritto (?:di )?)?(?:uso|abitazione)$|usufrutt/, 'usufructuary'],
  [/^nud/, 'bare_owner'],
  [/inquil|condutt|locatar|affitt|comodat/, 'tenant'],
  [/propriet/, 'owner'],
]

export const capital = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}`

const plain = (text: string): string =>
  fold(text)
    .replace(/[^a-z0-9%]+/g, ' ')
    .trim()
