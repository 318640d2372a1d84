import { isUtf8 } from 'node:buffer'
import { BankFileRefused } from '../bank-file.ts'

const otherwiseEncoded =
  'Il file contiene caratteri che non corrispondono alla codifica che dichiara. Scaricalo di nuovo dalla banca senza aprirlo e salvarlo con altri programmi.'

/**
 * The text of an XML file, piece by piece. The declared encoding and the bytes must agree: UTF-8 (also when nothing is
 * declared), ISO-8859-1 or Windows-1252, UTF-16 with a byte order mark. Refuses everything else, and bytes that the
 * encoding does not have.
 */
export function* decodedXml(file: Buffer): Generator<string> {
  const encoding = encodingOf(file)
  if (encoding === 'utf-8' && !isUtf8(file))
    throw new BankFileRefused(otherwiseEncoded, lineOfFirstBadByte(file))
  if (encoding === 'windows-1252') checkWindows1252(file)
  const decoder = new TextDecoder(encoding, { fatal: true })
  for (let at = 0; at < file.length; at += PIECE) {
    const last = at + PIECE >= file.length
    let text: string
    try {
      text = decoder.decode(file.subarray(at, at + PIECE), { stream: !last })
    } catch {
      throw new BankFileRefused(otherwiseEncoded)
    }
    yield text
  }
}

/** Small enough that parsing a piece takes a few milliseconds. */
const PIECE = 64 * 1024

/** The first characters of an XML file, whatever its encoding: enough for the declaration and the root element. */
export function beginningOfXml(file: Buffer): string {
  const wide =
    file[0] === 0xff && file[1] === 0xfe
      ? 'utf-16le'
      : file[0] === 0xfe && file[1] === 0xff
        ? 'utf-16be'
        : null
  return new TextDecoder(wide ?? 'windows-1252').decode(file.subarray(0, 8192)).replace(/^(?:\ufeff|ï»¿)/, '')
}

function encodingOf(file: Buffer): 'utf-8' | 'windows-1252' | 'utf-16le' | 'utf-16be' {
  const declared = /^\s*<\?xml\b[^>]*?\bencoding\s*=\s*["']([^"']*)["']/.exec(beginningOfXml(file))?.[1]
  const name = (declared ?? 'utf-8').toLowerCase()
  const wide = /^utf-16(?:le|be)?$/.test(name)
  if (file[0] === 0xff && file[1] === 0xfe)
    return agreed(declared === undefined || (wide && name !== 'utf-16be'), 'utf-16le')
  if (file[0] === 0xfe && file[1] === 0xff)
    return agreed(declared === undefined || (wide && name !== 'utf-16le'), 'utf-16be')
  if (wide) throw new BankFileRefused(otherwiseEncoded, 1)
  const marked = file[0] === 0xef && file[1] === 0xbb && file[2] === 0xbf
  if (['utf-8', 'utf8', 'us-ascii', 'ascii'].includes(name)) return 'utf-8'
  if (['iso-8859-1', 'iso8859-1', 'iso-8859-15', 'latin1', 'windows-1252', 'cp1252'].includes(name))
    return agreed(!marked && name !== 'iso-8859-15', 'windows-1252')
  throw new BankFileRefused(
    `Il file dichiara la codifica ${name.slice(0, 30)}, che Saldo non legge. Chiedi alla banca il file in UTF-8.`,
    1,
  )
}

function agreed<Name>(agrees: boolean, encoding: Name): Name {
  if (!agrees) throw new BankFileRefused(otherwiseEncoded, 1)
  return encoding
}

/**
 * Five bytes have no character in Windows-1252. Letters beyond ASCII that all happen to be valid UTF-8 are UTF-8 under a
 * wrong declaration: `Ã¨` is nobody's name.
 */
function checkWindows1252(file: Buffer): void {
  let line = 1
  let first = 0
  for (let at = 0; at < file.length; at++) {
    const byte = file[at]!
    if (byte === 0x0a) line++
    if (byte < 0x80) continue
    first ||= line
    if (UNASSIGNED.has(byte)) throw new BankFileRefused(otherwiseEncoded, line)
  }
  if (first > 0 && isUtf8(file)) throw new BankFileRefused(otherwiseEncoded, first)
}
const UNASSIGNED: ReadonlySet<number> = new Set([0x81, 0x8d, 0x8f, 0x90, 0x9d])

/** The first line with bytes that are not UTF-8: a line end is never part of a longer character. */
export function lineOfFirstBadByte(file: Buffer): number {
  let line = 1
  for (let at = 0; at < file.length; line++) {
    const end = file.indexOf(0x0a, at)
    const next = end < 0 ? file.length : end + 1
    if (!isUtf8(file.subarray(at, next))) return line
    at = next
  }
  return line
}
