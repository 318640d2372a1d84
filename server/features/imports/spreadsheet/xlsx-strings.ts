import { ImportRefused, limits } from './import-refused.ts'
import { readWholeXml } from './xml.ts'

/** The shared strings, to which cells refer by index. Pronunciation guides (`rPh`) are not part of the text. */
export async function readSharedStrings(pieces: AsyncIterable<Buffer>): Promise<string[]> {
  const strings: string[] = []
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
        if (characters > limits.shared_text_characters || strings.length > limits.cells) {
          throw new ImportRefused('too_much_content')
        }
        strings.push(unescaped(text))
      }
    },
  })
  return strings
}

/** Excel writes characters that XML cannot hold as `_x000D_`. */
export function unescaped(text: string): string {
  if (!text.includes('_x')) return text
  return text.replace(/_x([0-9A-Fa-f]{4})_/g, (_, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  )
}
