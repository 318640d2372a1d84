import { fold } from '@saldo/domain/fold'

/** The meaning of the headers of one kind of sheet. */
export type Vocabulary<F extends string> = {
  /** Normalised headers that mean one field only. */
  usual: ReadonlyMap<string, F>
  /** Headers that mean a field only when no better header does. */
  weak: ReadonlyMap<string, { field: F; confidence: number }>
  /** Words that exclude a header. */
  other_things: readonly string[]
  /** Patterns for longer headers; tried in this order. */
  guesses: readonly [F, (has: Has, ofCondominium: boolean) => boolean][]
}
export type Has = (...words: string[]) => boolean

/**
 * The field that a header usually means, with a confidence: 1 for an exact known name, less for a guess. Null when it
 * means no field.
 */
export function meaningOf<F extends string>(
  header: string,
  { usual, weak, other_things, guesses }: Vocabulary<F>,
): { field: F; confidence: number } | null {
  const words = normalHeader(header)
  if (words === '' || words.length > 60) return null
  const exact = usual.get(words)
  if (exact) return { field: exact, confidence: 1 }
  const guess = weak.get(words)
  if (guess) return guess
  const tokens = new Set(words.split(' '))
  const has: Has = (...some) => some.some((word) => tokens.has(word))
  if (has(...other_things)) return null
  const ofCondominium = has('condominio', 'stabile', 'edificio', 'fabbricato', 'amministrato')
  for (const [field, accepts] of guesses) {
    if (accepts(has, ofCondominium)) return { field, confidence: 0.6 }
  }
  return null
}

/** Parses lines of the form `field: header, header`. */
export const usualNames = <F extends string>(lines: Record<F, string>): ReadonlyMap<string, F> =>
  new Map(
    Object.entries<string>(lines).flatMap(([field, names]) =>
      names.split(', ').map((name) => [name, field as F] as const),
    ),
  )

/** Normalises a header: lower case, without accents, punctuation and little words, abbreviations written out. */
export function normalHeader(header: string): string {
  const words = fold(
    header
      .replace(/[°ºª^]/g, ' ')
      .replace(/€/g, ' euro ')
      .replace(/%/g, ' percento '),
  )
    .replace(/\(([^)]*)\)/g, ' $1 ')
    .replace(/[^a-z0-9]+/g, ' ')
    .trim()
  return words
    .replace(/\bp(?:art(?:ita)?)? ?iva\b|\bvat(?: number)?\b/g, 'partitaiva')
    .replace(
      /\bc f\b|\bcf\b|\bcod(?:ice)? ?fisc?(?:ale)?\b|\bc ?fisc(?:ale)?\b|\btax code\b/g,
      'codicefiscale',
    )
    .replace(/\be mail\b|\bposta elettronica\b/g, 'email')
    .replace(/\bp no\b/g, 'piano')
    .replace(/\bu i\b|\bunita immobiliare\b/g, 'unita')
    .split(' ')
    .map((word) => abbreviations.get(word) ?? word)
    .filter((word) => !LITTLE_WORDS.has(word))
    .join(' ')
}

/** Whether the text labels a total, a subtotal or an amount carried over. */
export function isTotalLabel(text: string): boolean {
  return /^(?:sub ?|gran )?total[ei]\b|^tot\b|^riport[oi]\b|^a riporto\b|^a riportare\b|^complessiv[oaie]\b|^somm[ae]\b|^sommano\b|^saldo (?:finale|totale)\b/.test(
    fold(text)
      .replace(/[^a-z0-9]+/g, ' ')
      .trim(),
  )
}

const LITTLE_WORDS = new Set(
  'di del dello della dell dei degli delle d il lo la l i gli le in per a al alla e o ed'.split(' '),
)

const abbreviations = new Map(
  Object.entries({
    n: 'numero',
    nr: 'numero',
    num: 'numero',
    no: 'numero',
    int: 'interno',
    sc: 'scala',
    tel: 'telefono',
    tel1: 'telefono',
    telefono1: 'telefono',
    cell: 'cellulare',
    imp: 'importo',
    scad: 'scadenza',
    eur: 'euro',
    cond: 'condominio',
    cod: 'codice',
    emiss: 'emissione',
    dt: 'data',
    desc: 'descrizione',
    descr: 'descrizione',
    caus: 'causale',
    nomin: 'nominativo',
    intest: 'intestatario',
    boll: 'bolletta',
    doc: 'documento',
    app: 'appartamento',
    appto: 'appartamento',
    indir: 'indirizzo',
    prov: 'provincia',
    tot: 'totale',
    rif: 'riferimento',
    avv: 'avviso',
    bollette: 'bolletta',
    unita: 'unita',
    ui: 'unita',
    mail: 'email',
    rag: 'ragione',
    soc: 'sociale',
    perc: 'percento',
    nom: 'nominativo',
    res: 'residuo',
  }),
)
