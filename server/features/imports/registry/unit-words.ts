import { fold } from '@saldo/domain/fold'
import { provinces } from '@saldo/domain/registry/province'
import type { RightKind } from '@saldo/domain/right-holder'

export type UnitUse = 'home' | 'shop' | 'office' | 'garage' | 'cellar' | 'other'

/** The right meant by `Pr`, `Conduttore`, `nudo prop.`; null when unknown. */
export function rightOf(text: string): RightKind | null {
  const words = plain(text)
  if (/^(?:np|n p|nudo?\b|nuda\b)/.test(words)) return 'bare_owner'
  if (
    /^(?:us|u|usuf\w*|usufrutto|uf|abitazione|diritto (?:di )?abitazione)$/.test(words) ||
    /usufrutt/.test(words)
  )
    return 'usufructuary'
  if (
    /^(?:co|i|in|inq|af|aff|lo)$/.test(words) ||
    /^(?:conduttor|inquilin|locatari|affittuari|comodatari|occupant)/.test(words)
  )
    return 'tenant'
  if (
    /^(?:pr|p|prop|t|tit|cp)$/.test(words) ||
    /propriet|^condomin|^titolar|^intestatar|^locator/.test(words)
  )
    return 'owner'
  return null
}

/** The use of a unit; unknown ones are `other`. */
export function useOf(text: string): UnitUse {
  const words = plain(text)
  if (/^(?:app|appart|abit|allogg|casa|civile|villa|attico|mansard|monoloc|biloc|a ?[0-9])/.test(words))
    return 'home'
  if (/^(?:neg|bottega|esercizio|c ?1)/.test(words)) return 'shop'
  if (/^(?:uff|studio|ambulat|a ?10)/.test(words)) return 'office'
  if (/^(?:box|garage|autorim|posto|p ?auto|rimessa|c ?6)/.test(words)) return 'garage'
  if (/^(?:cant|deposit|solai|soffit|magazz|ripost|c ?2)/.test(words)) return 'cellar'
  return 'other'
}

/** A share: `1/2`, `50%`, `500/1000`, `0,5`, `50`; null when it is invalid or more than the whole. */
export function shareOf(text: string): { numerator: number; denominator: number } | null {
  const fraction = /^(\d{1,7})\s*\/\s*(\d{1,7})$/.exec(text)
  if (fraction) return fractionOf(Number(fraction[1]), Number(fraction[2]))
  const decimal = /^(\d{1,3})(?:[.,](\d{1,4}))?\s*(%)?$/.exec(text)
  if (!decimal) return null
  const [, whole = '', decimals = '', percent] = decimal
  const scale = 10 ** decimals.length
  const value = Number(whole + decimals)
  return fractionOf(value, scale * (percent || value > scale ? 100 : 1))
}

/** The province code from a code or a name, `(BO)` and `Bologna`; null when unknown. */
export function provinceOf(text: string): string | null {
  const code = text.replace(/[().\s]/g, '').toUpperCase()
  if (code in provinces) return code
  return codesByName.get(plain(text)) ?? null
}

/** Whether the cell means yes (`sì`, `x`, `1`): the person pays the unit's bills. */
export const isYes = (text: string): boolean => /^(?:si|s|x|1|vero|paga|yes)$/.test(plain(text))

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
