import { setImmediate } from 'node:timers/promises'
import { HandoverRefused } from './handover-refused.ts'

/** After how many rows others get their turn. */
const turn = 2_000

/**
 * The rows of one of our CSV files: UTF-8 with BOM, `;`, quotes only around a whole cell. Anything else is refused, because
 * a file that was opened and saved by another program may have lost something.
 */
export async function* csvRows(file: string, content: Buffer): AsyncGenerator<string[]> {
  const text = decoded(file, content)
  let row: string[] = []
  let at = 0
  let count = 1
  while (at < text.length) {
    const cell = text[at] === '"' ? quotedCell(text, at) : plainCell(text, at)
    if (cell === null) throw new HandoverRefused('Le virgolette di questa riga non tornano.', file, count)
    row.push(cell.value)
    at = cell.end
    if (text[at] === ';') {
      at += 1
      if (at === text.length) row.push('')
      if (at < text.length) continue
    }
    if (at < text.length && !text.startsWith('\r\n', at))
      throw new HandoverRefused('Questa riga non finisce come dovrebbe.', file, count)
    at += 2
    yield row
    row = []
    count += 1
    if (count % turn === 0) await setImmediate()
  }
}

function decoded(file: string, content: Buffer): string {
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(content)
    if (text.startsWith('\uFEFF')) return text.slice(1)
  } catch {
    // Told below: the same sentence holds for both.
  }
  throw new HandoverRefused(
    'Il file non è scritto in UTF-8 con BOM: forse è stato aperto e salvato di nuovo.',
    file,
  )
}

function plainCell(text: string, start: number): { value: string; end: number } | null {
  let end = start
  while (end < text.length && text[end] !== ';' && text[end] !== '\r' && text[end] !== '\n') {
    if (text[end] === '"') return null
    end += 1
  }
  return { value: text.slice(start, end), end }
}

function quotedCell(text: string, start: number): { value: string; end: number } | null {
  for (let at = text.indexOf('"', start + 1); at !== -1; at = text.indexOf('"', at + 2)) {
    if (text[at + 1] === '"') continue
    return { value: text.slice(start + 1, at).replaceAll('""', '"'), end: at + 1 }
  }
  return null
}
