import { ImportRefused, limits } from './import-refused.ts'
import { readWholeXml } from './xml.ts'

/** The texts to which cells refer by index. */
export type SharedStrings = { at(index: number): string | undefined }
export const noStrings: SharedStrings = { at: () => undefined }

/** The shared strings. Pronunciation guides (`rPh`) are not part of the text. */
export async function readSharedStrings(pieces: AsyncIterable<Buffer>): Promise<SharedStrings> {
  const strings = compactStrings()
  let text = ''
  let inText = false
  let inGuide = false
  let characters = 0
  await readWholeXml(pieces, {
    open(name) {
      if (name === 'si') text = ''
      else if (name === 't') inText = !inGuide
      else if (name === 'rPh') inGuide = true
    },
    text(piece) {
      if (inText) text += piece
    },
    close(name) {
      if (name === 't') inText = false
      else if (name === 'rPh') inGuide = false
      else if (name === 'si') {
        characters += text.length
        if (characters > limits.shared_text_characters || strings.count() > limits.cells) {
          throw new ImportRefused('too_much_content')
        }
        strings.add(unescaped(text))
      }
    },
  })
  return strings
}

/**
 * Texts as bytes in a few buffers: as strings a million short texts take four times the memory. They are made into strings
 * when a cell asks.
 */
function compactStrings() {
  const pages: Buffer[] = []
  let page = Buffer.alloc(0)
  let used = 0
  /** Three numbers per text: its page, and the bytes at which it begins and ends. */
  let places = new Uint32Array(3 * 1024)
  let count = 0
  return {
    count: () => count,
    add(text: string): void {
      const length = Buffer.byteLength(text)
      if (used + length > page.length) {
        page = Buffer.allocUnsafeSlow(Math.max(PAGE, length))
        used = 0
        pages.push(page)
      }
      page.write(text, used)
      if (places.length < (count + 1) * 3) {
        const larger = new Uint32Array(places.length * 2)
        larger.set(places)
        places = larger
      }
      places.set([pages.length - 1, used, used + length], count * 3)
      used += length
      count++
    },
    at(index: number): string | undefined {
      if (!(index >= 0 && index < count)) return undefined
      const [at = 0, start, end] = places.subarray(index * 3, index * 3 + 3)
      return pages[at]?.toString('utf8', start, end)
    },
  }
}
const PAGE = 1024 * 1024

/** Excel writes characters that XML cannot hold as `_x000D_`. */
export function unescaped(text: string): string {
  if (!text.includes('_x')) return text
  return text.replace(/_x([0-9A-Fa-f]{4})_/g, (_, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  )
}
