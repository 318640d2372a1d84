import { fold } from '../fold.ts'
import { checkFiscalCode, nameLetters } from './fiscal-code.ts'

/**
 * Whether two names may be one person's or one company's, written in two ways: words in another order, capitals, accents,
 * titles (Dott.), initials, second names, forms of company. Different first names or surnames are different people.
 */
export function mayBeSameName(one: string, other: string): boolean {
  const [a, b] = [wordsOf(one), wordsOf(other)]
  const [few, many] = a.length <= b.length ? [a, b] : [b, a]
  if (few.length === 0) return many.length === 0
  if (lettersOf(few) === lettersOf(many)) return true
  const left = [...many]
  return [...few].sort(byLength).every((word) => {
    const at = left.findIndex((each) => isShortFor(word, each) || isShortFor(each, word))
    if (at >= 0) left.splice(at, 1)
    return at >= 0
  })
}

/** Why a tax code is probably not that of this name; null when it fits or nothing can be said. */
export function whyCodeDoesNotFit(name: string, fiscal_code: string): 'company' | 'name' | null {
  if (checkFiscalCode(fiscal_code).kind !== 'person' || fits(wordsOf(name), fiscal_code)) return null
  return COMPANY.test(withForms(name)) ? 'company' : 'name'
}

/**
 * Whether the six letters of surname and name are in the code, in either order. Words may be left out on both sides,
 * because second names and a husband's surname are in one place and not in the other. An initial cannot be compared.
 */
function fits(words: readonly string[], code: string): boolean {
  if (words.length === 0) return true
  const runs = runsOf(words)
  return runs.some((surname) => {
    if (nameLetters(surname.text, 'surname') !== code.slice(0, 3)) return false
    const others = runs.filter(({ from, to }) => to <= surname.from || from >= surname.to)
    return (
      words.length === 1 ||
      others.some(
        ({ text }) =>
          nameLetters(text, 'given_name') === code.slice(3, 6) ||
          (text.replace(/[ .]/g, '').length === 1 && code.startsWith(text.charAt(0).toUpperCase(), 3)),
      )
    )
  })
}

/** All runs of words: `Maria`, `Maria De`, `De Santis` of `Maria De Santis`. */
function runsOf(words: readonly string[]) {
  const runs: { from: number; to: number; text: string }[] = []
  for (let from = 0; from < words.length; from++)
    for (let to = from + 1; to <= Math.min(words.length, from + LONGEST_RUN); to++)
      runs.push({ from, to, text: words.slice(from, to).join(' ') })
  return runs
}
const LONGEST_RUN = 4

/** The words that tell people apart; an abbreviated one keeps its dot. */
function wordsOf(name: string): string[] {
  const words = withForms(name)
    .replace(/'/g, '')
    .replace(/[^a-z0-9.]+/g, ' ')
    .replace(/\.(?=[a-z0-9])/g, '. ')
    .split(' ')
    .filter((word) => /[a-z0-9]/.test(word))
  const own = words.filter((word) => !TITLES.has(word.replace('.', '')) && !FORMS.test(word))
  return (own.length > 0 ? own : words).slice(0, 12)
}

const TITLES = new Set(
  'sig sigra signa signor signora spett spettle egr gent dott dottssa dr drssa avv ing geom arch rag prof profssa cav comm on ssa ra na le e ed eredi di'.split(
    ' ',
  ),
)
const FORMS = /^(?:srls?|spa|snc|sas|ss|scarl|scrl|onlus|ltd|gmbh|societa|soc|ditta|impresa)\.?$/
const COMPANY =
  /\b(?:srls?|spa|snc|sas|scarl|scrl|onlus|ltd|gmbh|societa|condominio|immobiliare|impresa|fondazione|associazione|comune|parrocchia|banca|cooperativa|agenzia)\b/

/** `S.r.l.` and `s. r. l.` as one word. */
const withForms = (name: string): string =>
  fold(name).replace(/\b(?:s\.? ?r\.? ?l\.? ?s?|s\.? ?p\.? ?a|s\.? ?n\.? ?c|s\.? ?a\.? ?s)\b\.?/g, (form) =>
    form.replace(/[. ]/g, ''),
  )

/** `m`, `m.` and `imm.` are short for `mario` and `immobiliare`. */
function isShortFor(short: string, word: string): boolean {
  const letters = short.replace('.', '')
  const whole = word.replace('.', '')
  return letters === whole || ((short.endsWith('.') || letters.length === 1) && whole.startsWith(letters))
}

const byLength = (a: string, b: string) => b.length - a.length
/** All letters in order: `De Santis` and `Desantis`. */
const lettersOf = (words: readonly string[]) => [...words.join('').replace(/\./g, '')].sort().join('')
