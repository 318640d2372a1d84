import { isPlainFormat } from './shown-number.ts'
import { isTrue, readWholeXml } from './xml.ts'

/**
 * For each cell style, whether its number is a `date`, `month_only` if its day is not shown; `shows`: the format of numbers
 * that may look like something else; `struck`: texts are struck through.
 */
export type CellFormat = { date: boolean; month_only?: boolean; shows?: string; struck?: true }

export async function readCellFormats(pieces: AsyncIterable<Buffer>): Promise<CellFormat[]> {
  const custom = new Map<number, string>()
  const formats: CellFormat[] = []
  const struckFonts: boolean[] = []
  let part = ''
  await readWholeXml(pieces, {
    open(name, attributes) {
      if (name === 'fonts' || name === 'cellXfs') part = name
      else if (name === 'numFmt') custom.set(Number(attributes.numFmtId), attributes.formatCode ?? '')
      else if (name === 'font' && part === 'fonts') struckFonts.push(false)
      else if (name === 'strike' && part === 'fonts')
        struckFonts[struckFonts.length - 1] = attributes.val === undefined || isTrue(attributes.val)
      else if (name === 'xf' && part === 'cellXfs') {
        const id = Number(attributes.numFmtId ?? 0)
        const code = custom.get(id)
        const format = formatOf(code ?? BUILT_IN.get(id), isBuiltInDate(id))
        const struck = struckFonts[Number(attributes.fontId ?? 0)]
        formats.push(struck ? { ...format, struck } : format)
      }
    },
    close(name) {
      if (name === part) part = ''
    },
  })
  return formats
}

/** Built-in formats that show something else than the number, or only a month. */
const BUILT_IN = new Map([
  [1, '0'],
  [3, '#,##0'],
  [5, '#,##0;-#,##0'],
  [6, '#,##0;-#,##0'],
  [9, '0%'],
  [10, '0.00%'],
  [17, 'mmm-yy'],
  [37, '#,##0;-#,##0'],
  [38, '#,##0;-#,##0'],
])

function formatOf(code: string | undefined, isBuiltIn: boolean): CellFormat {
  if (code === undefined) return { date: isBuiltIn }
  if (isDateFormat(code)) return { date: true, ...(showsDay(code) ? {} : { month_only: true }) }
  return { date: false, ...(isPlainFormat(code) ? {} : { shows: code }) }
}

const showsDay = (code: string): boolean => /[dg]/.test(unquoted(code))

/** A format without quotes, escapes and brackets, in small letters. */
const unquoted = (code: string): string => code.replace(/"[^"]*"|\\.|_.|\*.|\[[^\]]*\]/g, '').toLowerCase()

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
  const bare = unquoted(code)
  if (bare.includes('general') || bare.includes('standard')) return false
  const shown = bare.replace(/am\/pm|a\/p/g, '')
  if (/[dy]|gg|aa/.test(shown)) return true
  return shown.includes('m') && !/[hs]/.test(shown)
}
