import { fold } from '@saldo/domain/fold'
import { provinces } from '@saldo/domain/registry/province'
import type { Doubt, RowDoubts } from '../read/row-doubts.ts'
import { capital } from './role-words.ts'

export type UnitUse = 'home' | 'shop' | 'office' | 'garage' | 'cellar' | 'other'

/** The use of a unit; unknown ones are `other`. */
export function useOf(text: string): UnitUse {
  const words = plain(text)
  if (/^(?:uff|studio|ambulat|a ?10)/.test(words)) return 'office'
  if (
    /^(?:app|appart|ab\b|abit|allogg|casa|civile|villa|villett|attico|mansard|monoloc|biloc|a ?[0-9])/.test(
      words,
    )
  )
    return 'home'
  if (/^(?:neg|bottega|esercizio|laborator|(?:loc(?:ale)?) (?:comm|neg)|c ?1)/.test(words)) return 'shop'
  if (/^(?:box|garage|autorim|posto|p ?auto|pa\b|p a\b|rimessa|c ?[67])/.test(words)) return 'garage'
  if (/^(?:cant|deposit|solai|soffit|magazz|ripost|c ?2)/.test(words)) return 'cellar'
  return 'other'
}

/** The word for a garage or cellar that is not called box or cellar; undefined for every other use. */
export function calledIn(text: string): string | undefined {
  const words = plain(text)
  return CALLED.find(([said]) => said.test(words))?.[1]
}
const CALLED: readonly [RegExp, string][] = [
  [/^(?:post[oi] auto|p ?auto|p a|pa)\b/, 'Posto auto'],
  [/^post[oi] moto\b/, 'Posto moto'],
  [/^soffitt/, 'Soffitta'],
  [/^solai/, 'Solaio'],
  [/^magazz/, 'Magazzino'],
  [/^deposit/, 'Deposito'],
]

/** The use of all units of a list, as its sheet or title says: `Box`, `Elenco cantine`. */
export function useOfList(text: string): UnitUse | undefined {
  const line = text
    .split('\n')
    .map(plain)
    .find((each) =>
      /^(?:elenco |lista )?(?:box|garage|autorimess[ae]|posti auto|cantine|soffitte|negozi|uffici|magazzini)$/.test(
        each,
      ),
    )
  return line ? useOf(line.replace(/^(?:elenco|lista) /, '').replace(/^posti/, 'posto')) : undefined
}

/** A share: `1/2`, `50%`, `500/1000`, `0,5`, `50`; null when it is invalid or more than the whole. */
export function shareOf(
  written: string,
  isPerMille: () => boolean,
): { numerator: number; denominator: number } | null {
  const text = HALVES[written] ?? written
  const fraction = /^(\d{1,7})\s*\/\s*(\d{1,7})$/.exec(text)
  if (fraction) return fractionOf(Number(fraction[1]), Number(fraction[2]))
  const decimal = /^(\d{1,4})(?:[.,](\d{1,4}))?\s*(%)?$/.exec(text)
  if (!decimal) return null
  const [, whole = '', decimals = '', percent] = decimal
  const scale = 10 ** decimals.length
  const value = Number(whole + decimals)
  if (!percent && value > scale && isPerMille()) return fractionOf(value, scale * 1000)
  return fractionOf(value, scale * (percent || value > scale ? 100 : 1))
}

const HALVES: Partial<Record<string, string>> = { '½': '1/2', '⅓': '1/3', '⅔': '2/3', '¼': '1/4', '¾': '3/4' }

/** What a share without a sign, such as 50 or 500, is said to be. */
export const isMille = (doubts: RowDoubts, row: number, share: string): boolean =>
  doubts.ask(row, share, plainShare) === 'mille'

const plainShare: Doubt = {
  question: 'rows:share_numbers',
  text: ({ inRows, examples }) =>
    `${capital(inRows)} la quota è un numero senza segno (${examples}): che cosa vuol dire?`,
  options: [
    { value: 'percent', label: 'Percento', detail: '50 è la metà' },
    { value: 'mille', label: 'Millesimi di possesso', detail: '500 è la metà' },
  ],
  proposal: 'percent',
}

/** The province code from a code or a name, `(BO)` and `Bologna`; null when unknown. */
export function provinceOf(text: string): string | null {
  const code = text.replace(/[().\s]/g, '').toUpperCase()
  if (code in provinces) return code
  return codesByName.get(plain(text)) ?? null
}

/** Whether the cell means yes (`sì`, `x`, `1`): the person pays the unit's bills. */
export const isYes = (text: string): boolean => /^(?:si|s|x|1|vero|paga|yes)$/.test(plain(text))

export const isNo = (text: string): boolean => /^(?:no|n|0|falso|non paga)?$/.test(plain(text))

/** The kind of a weight table, from its name. */
export function tableKindOf(name: string): 'value' | 'stairs' | 'lift' | 'heating' | 'meter' | 'other' {
  const words = plain(name)
  if (/scal[ae]\b/.test(words)) return 'stairs'
  if (/ascens/.test(words)) return 'lift'
  if (/riscald|calore|termic/.test(words)) return 'heating'
  if (/acqua|contator|consum|letture/.test(words)) return 'meter'
  if (/propriet|general|valore|^(?:mill\w*|tab\w*)(?: a| 1)?$/.test(words)) return 'value'
  return 'other'
}

const plain = (text: string): string =>
  fold(text)
    .replace(/[^a-z0-9%]+/g, ' ')
    .trim()

const codesByName = new Map(Object.entries(provinces).map(([code, name]) => [plain(name), code]))

function fractionOf(numerator: number, denominator: number) {
  if (numerator < 1 || denominator < numerator) return null
  const common = divisor(numerator, denominator)
  return { numerator: numerator / common, denominator: denominator / common }
}

function divisor(a: number, b: number): number {
  return b === 0 ? a : divisor(b, a % b)
}
