import { encodingOf } from '../../../files/text-encoding.ts'

/** What the content of a file is, whatever its name and its record say. */
export type Content =
  | { is: 'pdf' }
  | { is: 'picture'; mime: 'image/png' | 'image/jpeg' | 'image/webp'; pixels: number | null }
  /** A ZIP: perhaps a sheet, which its directory tells. */
  | { is: 'zip' }
  /** Text, also of web pages, XML and SVG: shown as text alone. `separated`: rows of a CSV file. */
  | { is: 'text'; separated: boolean }
  | { is: 'other'; why: string }

/** Bytes that are looked at to tell text from other content: decoding 50 MB would block the server. */
const mostLooked = 64 * 1024

const latin = (bytes: Buffer, from: number, to: number) => bytes.toString('latin1', from, to)

/**
 * Finds out by the first bytes; `bytes` is the beginning of the file, or all of it. Only what stands at the very beginning
 * counts, so that a file which is two things at once is the one that it is shown as.
 */
export function sniffContent(bytes: Buffer): Content {
  if (bytes.length === 0) return { is: 'other', why: 'Il file è vuoto.' }
  const start = latin(bytes, 0, 16)
  if (/^(?:\xef\xbb\xbf)?\s*%PDF-\d/.test(latin(bytes, 0, 64))) return { is: 'pdf' }
  if (start.startsWith('\x89PNG\r\n\x1a\n'))
    return { is: 'picture', mime: 'image/png', pixels: pixelsOfPng(bytes) }
  if (start.startsWith('\xff\xd8\xff'))
    return { is: 'picture', mime: 'image/jpeg', pixels: pixelsOfJpeg(bytes) }
  if (start.startsWith('RIFF') && start.startsWith('WEBP', 8))
    return { is: 'picture', mime: 'image/webp', pixels: pixelsOfWebp(bytes) }
  if (start.startsWith('PK\x03\x04')) return { is: 'zip' }
  const other = others.find(({ begins, at = 0 }) => begins.some((mark) => start.startsWith(mark, at)))
  if (other) return { is: 'other', why: other.why }
  const text = textOf(bytes.subarray(0, mostLooked))
  return text === null
    ? { is: 'other', why: 'Di questo formato non c’è l’anteprima.' }
    : { is: 'text', separated: isSeparated(text) }
}

/** Formats without a preview, by how they begin (as Latin-1). */
const others: { begins: readonly string[]; at?: number; why: string }[] = [
  { begins: ['GIF8'], why: 'Le immagini GIF non hanno anteprima.' },
  { begins: ['II*\0', 'MM\0*'], why: 'Le immagini TIFF non hanno anteprima: i browser non le mostrano.' },
  { begins: ['ftyp'], at: 4, why: 'Le foto HEIC e i video non hanno anteprima.' },
  {
    begins: ['\xd0\xcf\x11\xe0'],
    why: 'È un documento di un vecchio Office, o protetto da password: non ha anteprima.',
  },
  { begins: ['0\x80', '0\x81', '0\x82', '0\x83'], why: 'È un file firmato (P7M): non ha anteprima.' },
  { begins: ['MZ', '\x7fELF'], why: 'È un programma: non ha anteprima, e non va aperto.' },
]

/** The text of a file; null: it is none, for it has control characters that no text has. */
export function textOf(bytes: Buffer): string | null {
  const text = new TextDecoder(encodingOf(wholeCharacters(bytes))).decode(bytes)
  return /(?![\t\n\v\f\r\u0080-\u009f])\p{Cc}/u.test(text) ? null : text
}

/** Without the last bytes, which may be half a character of UTF-8 where the file was cut. */
function wholeCharacters(bytes: Buffer): Buffer {
  for (let cut = 1; cut <= Math.min(4, bytes.length); cut += 1) {
    const byte = bytes[bytes.length - cut] as number
    if (byte < 0x80) break
    if (byte >= 0xc0) return bytes.subarray(0, bytes.length - cut)
  }
  return bytes
}

/** Whether the first lines are rows: each has the same separator. */
function isSeparated(text: string): boolean {
  if (/^\s*</.test(text)) return false
  const lines = text
    .split(/\r?\n/, 21)
    .filter((line) => line.trim() !== '')
    .slice(0, 20)
  return lines.length > 1 && [';', '\t', ','].some((mark) => lines.every((line) => line.includes(mark)))
}

/** Sizes as the headers say; null where they say none. A browser would take four bytes for each pixel. */
const pixelsOfPng = (bytes: Buffer): number | null =>
  bytes.length >= 24 && latin(bytes, 12, 16) === 'IHDR'
    ? bytes.readUInt32BE(16) * bytes.readUInt32BE(20)
    : null

function pixelsOfJpeg(bytes: Buffer): number | null {
  let at = 2
  while (at + 9 <= bytes.length && bytes[at] === 0xff) {
    const marker = bytes[at + 1] as number
    if (marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker))
      return bytes.readUInt16BE(at + 5) * bytes.readUInt16BE(at + 7)
    at += marker === 0xff ? 1 : 2 + Math.max(2, bytes.readUInt16BE(at + 2))
  }
  return null
}

function pixelsOfWebp(bytes: Buffer): number | null {
  if (bytes.length < 30) return null
  const kind = latin(bytes, 12, 16)
  if (kind === 'VP8X') return (1 + bytes.readUIntLE(24, 3)) * (1 + bytes.readUIntLE(27, 3))
  if (kind === 'VP8 ') return (bytes.readUInt16LE(26) & 0x3fff) * (bytes.readUInt16LE(28) & 0x3fff)
  if (kind !== 'VP8L') return null
  const packed = bytes.readUInt32LE(21)
  return ((packed & 0x3fff) + 1) * (((packed >>> 14) & 0x3fff) + 1)
}
