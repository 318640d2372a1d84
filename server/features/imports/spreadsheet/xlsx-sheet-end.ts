import type { Spans } from './cells.ts'

/** The merged cells of a sheet, sorted by row and column, one number each. */
export type MergedCells = Float64Array

/**
 * Reads what an XLSX sheet stores after its rows: merged cells, and the texts above and below each printed page. It unzips the
 * rows but does not parse them, because they are most of the file.
 */
export async function readSheetEnd(
  pieces: AsyncIterable<Buffer>,
): Promise<{ printed: string[]; merged: MergedCells }> {
  let end: string | null = null
  let before = Buffer.alloc(0)
  const decoder = new TextDecoder('utf-8')
  const places: number[] = []
  const printed: string[] = []
  for await (const piece of pieces) {
    if (end === null) {
      const both = Buffer.concat([before, piece])
      const at = endOfRows(both)
      before = both.subarray(-2 * CLOSING.length)
      if (at < 0) continue
      end = decoder.decode(both.subarray(at), { stream: true })
    } else end += decoder.decode(piece, { stream: true })
    end = takeTags(end, places, printed)
    if (end.length > MOST_OF_A_TAG) end = end.slice(-MOST_OF_A_TAG)
  }
  return { printed, merged: Float64Array.from(places).sort() }
}

const CLOSING = 'sheetData>'
const MOST_OF_A_TAG = 10_000

/** Where the rows have ended, or -1: prefixes of names differ from program to program. */
function endOfRows(bytes: Buffer): number {
  for (let at = bytes.indexOf(CLOSING); at >= 0; at = bytes.indexOf(CLOSING, at + 1)) {
    const tag = bytes.subarray(Math.max(0, at - 12), at).toString('latin1')
    if (/<\/(?:\w+:)?$/.test(tag)) return at
  }
  return -1
}

const TAGS =
  /<(?:\w+:)?mergeCell\s[^>]*?\bref="([A-Z]{1,3})(\d+):([A-Z]{1,3})(\d+)"[^>]*>|<(?:\w+:)?(?:odd|even|first)(?:Header|Footer)(?:\s[^>]*)?>([^<]*)<\//g

/** Takes the complete tags of a text and returns what is left behind the last of them. */
function takeTags(text: string, places: number[], printed: string[]): string {
  let last = 0
  for (const found of text.matchAll(TAGS)) {
    const [whole, left = '', top, right = '', bottom, said] = found
    last = found.index + whole.length
    if (said === undefined && places.length < MOST_MERGED)
      places.push(placeOf(Number(top), columnOf(left), Number(bottom), columnOf(right)))
    else if (said !== undefined && printed.length < MOST_PRINTED) printed.push(...linesOf(said))
  }
  return text.slice(last)
}
const MOST_MERGED = 1_000_000
const MOST_PRINTED = 50

const columnOf = (letters: string): number =>
  [...letters].reduce((column, letter) => column * 26 + letter.charCodeAt(0) - 64, 0) - 1

/* One number: 21 bits of the row, 14 of the column, 9 each of the columns and rows that are covered. */
const MOST_COVERED = 511
const placeOf = (top: number, left: number, bottom: number, right: number): number =>
  (top * 2 ** 14 + left) * 2 ** 18 +
  Math.min(right - left + 1, MOST_COVERED) * 2 ** 9 +
  Math.min(bottom - top + 1, MOST_COVERED)

/** Tells what merged cells cover, for cells that are asked about from left to right and from top to bottom. */
export function spansAlong(merged: MergedCells): (row: number, column: number) => Spans | null {
  let next = 0
  return (row, column) => {
    const wanted = row * 2 ** 14 + column
    while (next < merged.length && Math.floor(merged[next]! / 2 ** 18) < wanted) next++
    const found = next < merged.length ? merged[next]! : 0
    if (Math.floor(found / 2 ** 18) !== wanted) return null
    return { columns: Math.floor(found / 2 ** 9) % 2 ** 9, rows: found % 2 ** 9 }
  }
}

/** The lines of a printed header or footer, without its codes: `&L` and the like begin a part, others format or count. */
function linesOf(said: string): string[] {
  return said
    .replace(/&#(\d+);/g, (_, code) => String.fromCodePoint(Math.min(Number(code), 0x10ffff)))
    .replace(/&(?:amp|lt|gt|quot|apos);/g, (entity) => ENTITIES[entity] ?? '')
    .replace(/&[LCR]/g, '\n')
    .replace(/&"[^"]*"|&K(?:[\dA-F]{6}|\d\d[+-]\d{3})|&\d{1,3}|&[A-Z]/g, '')
    .replaceAll('&&', '&')
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
}
const ENTITIES: Record<string, string> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&apos;': '’',
}
