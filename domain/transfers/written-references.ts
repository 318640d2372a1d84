import { fold } from '../fold.ts'
import { isCustomerCode, readCustomerCode, type SlipKind } from '../postal/customer-code.ts'
import { checkFiscalCode } from '../registry/fiscal-code.ts'
import { checkRf, instalmentOfReference, rfOfBill } from '../sepa/creditor-reference.ts'

/** What a payer wrote with a transfer. */
export type PayersWords = {
  structured_reference: string | null
  end_to_end_id: string | null
  text: string
  party_fiscal_code: string | null
}

/**
 * Something that may be the reference of a bill. `key`: the bill's number as an RF reference quotes it (`referenceKey`).
 * `instalment`: what the same characters say if they are the reference of one instalment (`rfOfInstalment`); they may as well
 * be the number of a bill that ends like one. `wrong_rf`: its check digits are wrong. `number`: written as the bill prints it; `number` is that, folded, without blanks.
 * `weak`: it may as well be a month, a date, years, or a short code. `slip`: the customer code of a postal slip, which is its
 * `key`; `wrong_slip`: its check digits are wrong.
 */
export type WrittenReference = { place: number; key: string; written: string } & (
  | { kind: 'rf' | 'wrong_rf'; instalment: { key: string; position: number } | null }
  | { kind: 'slip' | 'wrong_slip'; bill_id: number; slip: SlipKind }
  | { kind: 'number'; number: string; weak: boolean }
)

/** The number of a bill without punctuation, as its RF reference has it. */
export const referenceKey = (number: string): string => rfOfBill(number).slice(4)

/** A number as two spellings of it meet. */
export const plainNumber = (number: string): string => fold(number).replace(/ /g, '')

/**
 * All that may be a reference of a bill, in the order in which the payer wrote it. What stands at one `place` are readings
 * of the same characters, the longest first: banks break and group references with blanks.
 */
export function writtenReferences(of: PayersWords): WrittenReference[] {
  const texts = [of.structured_reference, of.end_to_end_id, of.text].filter((text) => text !== null)
  const found: WrittenReference[] = []
  let place = 0
  for (const text of texts)
    for (const readings of [...rfReadings(text), ...slipReadings(text), ...numberReadings(text)])
      if (readings.length > 0) {
        for (const reading of readings) found.push({ ...reading, place } as WrittenReference)
        place += 1
      }
  return found
}

type Reading<Of = WrittenReference> = Of extends unknown ? Omit<Of, 'place'> : never

function rfReadings(text: string): Reading[][] {
  const upper = text.replace(/[a-z]/g, (letter) => letter.toUpperCase())
  return [...upper.matchAll(/(?<![0-9A-Z])RF ?\d\d(?=[ 0-9A-Z])/g)].map(({ index }) => {
    // The reference may end wherever a run of letters and digits does.
    const ends = [...upper.slice(index, index + 60).matchAll(/[0-9A-Z]+(?![0-9A-Z])/g)]
    const readings = ends.flatMap((run): Reading[] => {
      const written = upper.slice(index, index + run.index + run[0].length)
      if (!/^[0-9A-Z ]+$/.test(written)) return []
      const { valid, rf } = checkRf(written)
      if (!/^RF\d\d[0-9A-Z]{1,21}$/.test(rf)) return []
      const key = rf.slice(4)
      const instalment = instalmentOfReference(key)
      return [{ kind: valid ? 'rf' : 'wrong_rf', key, instalment, written: rf }]
    })
    return readings
      .reverse()
      .sort((one, other) => (one.kind < other.kind ? -1 : one.kind > other.kind ? 1 : 0))
  })
}

/** All keys that a bill may have for one of these references to name it. */
export const keysOfReferences = (references: readonly WrittenReference[]): string[] =>
  references.flatMap((each) =>
    'instalment' in each && each.instalment ? [each.key, each.instalment.key] : [each.key],
  )

/** The positions of the instalments of the bill with this number that right references name, in the payer's order. */
export const namedInstalments = (references: readonly WrittenReference[], number: string): number[] => {
  const key = referenceKey(number)
  const positions = references.flatMap((each) =>
    each.kind === 'rf' && each.key !== key && each.instalment?.key === key ? [each.instalment.position] : [],
  )
  return [...new Set(positions)]
}

/** Eighteen digits, also in groups: as a slip prints them, or as a bank breaks them. */
function slipReadings(text: string): Reading[][] {
  return [...text.matchAll(/\d[\d ]*/g)].flatMap(({ 0: run }) => {
    const groups = run.trim().split(/ +/)
    return groups.flatMap((_group, from): Reading[][] => {
      const code = groupsOf18(groups.slice(from))
      const read = code === null ? null : readCustomerCode(code)
      if (!code || !read) return []
      const kind = isCustomerCode(code) ? 'slip' : 'wrong_slip'
      return [[{ kind, key: code, written: code, bill_id: read.bill_id, slip: read.kind }]]
    })
  })
}

/** The first groups together if they are eighteen digits, else null. */
function groupsOf18(groups: readonly string[]): string | null {
  let code = ''
  for (const group of groups) {
    code += group
    if (code.length >= 18) break
  }
  return code.length === 18 ? code : null
}

/** Words that stand right before a number, also several: `boll.n.2026/000001`. */
const before =
  /^(?:(?:n|nr|nro|num|numero|no|rif|boll|bolletta|bollette|avviso|avvisi)[.:°º#-]+)+(?=[0-9a-z])/u

function numberReadings(text: string): Reading[][] {
  const joined = fold(text).replace(/(?<=\d)\s*\/\s*(?=\d)/g, '/')
  return joined.split(/[\s,;()[\]"'=]+/).map((token): Reading[] => {
    const bare = token.replace(/^[^0-9a-z]+|[^0-9a-z]+$/gu, '')
    const stripped = bare.replace(before, '').replace(/^[^0-9a-z]+/u, '')
    return [...new Set([bare, stripped])].flatMap((number): Reading[] => {
      if (!/\d/.test(number) || /^\d+$/.test(number) || /^rf\d\d/.test(number)) return []
      return [{ kind: 'number', key: referenceKey(number), written: number, number, weak: isWeak(number) }]
    })
  })
}

/** `05/2026`, `2026-05`, `3/6/26`, `2025/2026`, and whatever has fewer than five digits. */
function isWeak(number: string): boolean {
  if (number.replace(/\D/g, '').length < 5) return true
  const parts = number.split(/[/.-]/)
  if (!parts.every((part) => /^\d+$/.test(part))) return false
  const isYear = (part: string | undefined) => /^(?:19|20)\d\d$/.test(part ?? '')
  const isSmall = (part: string | undefined) => /^\d{1,2}$/.test(part ?? '') && Number(part) <= 31
  return (
    (parts.length === 2 && parts.every((part) => isYear(part) || (isSmall(part) && Number(part) <= 12))) ||
    (parts.length === 3 && parts.every((part) => isYear(part) || isSmall(part)))
  )
}

/** The tax codes that the bank or the payer names, normalised: of 16 characters in a text, of any kind from the bank. */
export function writtenCodes({ party_fiscal_code, text, structured_reference }: PayersWords): string[] {
  const words = `${text} ${structured_reference ?? ''}`.split(/[^0-9A-Za-z]+/)
  const codes = words.filter((word) => word.length === 16)
  const all = [...(party_fiscal_code ? [party_fiscal_code] : []), ...codes].map(checkFiscalCode)
  return [...new Set(all.filter(({ valid }) => valid).map(({ fiscal_code }) => fiscal_code))]
}
