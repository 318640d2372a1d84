import { readWholeXml } from './xml.ts'

/** For each cell style, whether its number is a date. */
export type DateFormats = boolean[]

export async function readDateFormats(pieces: AsyncIterable<Buffer>): Promise<DateFormats> {
  const custom = new Map<number, string>()
  const dates: DateFormats = []
  let inCellStyles = false
  await readWholeXml(pieces, {
    open(name, attributes) {
      if (name === 'numFmt') custom.set(Number(attributes.numFmtId), attributes.formatCode ?? '')
      else if (name === 'cellXfs') inCellStyles = true
      else if (name === 'xf' && inCellStyles) {
        const id = Number(attributes.numFmtId ?? 0)
        const code = custom.get(id)
        dates.push(code === undefined ? isBuiltInDate(id) : isDateFormat(code))
      }
    },
    close(name) {
      if (name === 'cellXfs') inCellStyles = false
    },
  })
  return dates
}

/** Formats that Excel never writes out; 27–31, 36, 50–54, 57 and 58 are dates of East Asian versions. */
export function isBuiltInDate(id: number): boolean {
  return (
    (id >= 14 && id <= 17) ||
    id === 22 ||
    (id >= 27 && id <= 31) ||
    id === 36 ||
    (id >= 50 && id <= 54) ||
    id === 57 ||
    id === 58
  )
}

/**
 * A format is a date if, outside quotes, escapes and brackets, it has a day or a year, or months without hours and
 * seconds (`m` also means minutes). Some programs write Italian letters: `gg/mm/aaaa`.
 */
export function isDateFormat(code: string): boolean {
  const bare = code.replace(/"[^"]*"|\\.|_.|\*.|\[[^\]]*\]/g, '').toLowerCase()
  if (bare.includes('general') || bare.includes('standard')) return false
  const shown = bare.replace(/am\/pm|a\/p/g, '')
  if (/[dy]|gg|aa/.test(shown)) return true
  return shown.includes('m') && !/[hs]/.test(shown)
}
