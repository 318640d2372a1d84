import { attribute, readWholeXml } from './xml.ts'

/** The texts above and below each printed page of an OpenDocument spreadsheet, by the name of the page's style. */
export async function readPrintedPages(pieces: AsyncIterable<Buffer>): Promise<Map<string, string[]>> {
  const pages = new Map<string, string[]>()
  let lines: string[] | null = null
  let shown = 0
  let line = ''
  await readWholeXml(pieces, {
    open(name, attributes) {
      if (name === 'master-page') {
        lines = []
        pages.set(attribute(attributes, 'name') ?? '', lines)
      } else if (IN_PRINT.test(name) && attribute(attributes, 'display') !== 'false') shown++
      else if (name === 'p') line = ''
    },
    text(text) {
      if (lines && shown > 0 && line.length < 300) line += text
    },
    close(name) {
      if (name === 'master-page') lines = null
      else if (IN_PRINT.test(name)) shown = 0
      else if (name === 'p' && shown > 0 && line.trim() !== '' && (lines?.length ?? 0) < MOST_LINES)
        lines?.push(line.trim())
    },
  })
  return pages
}
const IN_PRINT = /^(?:header|footer)(?:-left|-first)?$/
const MOST_LINES = 50
