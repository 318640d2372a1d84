import { crc32, inflateSync } from 'node:zlib'

/** The most pixels of a side: enough for a page in print. */
const mostPixels = 4000

/**
 * Why a PNG or JPEG cannot be put into a PDF, as an Italian sentence; null: it can. PDFKit unpacks a PNG after drawing
 * it, when nothing catches its error any more, so a PNG is unpacked here before it is accepted.
 */
export function whyNotPicture(bytes: Buffer): string | null {
  if (bytes.subarray(0, 8).equals(pngSignature)) return whyNotPng(bytes)
  if (bytes.subarray(0, 3).equals(jpegSignature)) return whyNotJpeg(bytes)
  return 'Il file non è un’immagine PNG o JPEG: salvala in uno di questi formati.'
}

const pngSignature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
const jpegSignature = Buffer.from([0xff, 0xd8, 0xff])
const broken = 'L’immagine è rovinata o incompleta: salvala di nuovo e riprova.'
const large = `L’immagine supera ${mostPixels} pixel di lato: riducila.`

const channelsOf: Record<number, number> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 }

/** Chunks with their checksums, the header, and as many bytes as the header promises (ISO/IEC 15948). */
function whyNotPng(bytes: Buffer): string | null {
  let header: Buffer | undefined
  const packed: Buffer[] = []
  let at = 8
  let ended = false
  let palette = false
  while (!ended) {
    if (at + 12 > bytes.length) return broken
    const length = bytes.readUInt32BE(at)
    const end = at + 12 + length
    if (end > bytes.length) return broken
    const kind = bytes.toString('latin1', at + 4, at + 8)
    const data = bytes.subarray(at + 8, at + 8 + length)
    if (crc32(bytes.subarray(at + 4, at + 8 + length)) !== bytes.readUInt32BE(end - 4)) return broken
    if (kind === 'IHDR') header = data
    if (kind === 'PLTE') palette = true
    if (kind === 'IDAT') packed.push(data)
    ended = kind === 'IEND'
    at = end
  }
  if (header?.length !== 13) return broken
  const [width, height, bits, color] = [
    ...[header.readUInt32BE(0), header.readUInt32BE(4), header.readUInt8(8), header.readUInt8(9)],
  ] as [number, number, number, number]
  const channels = channelsOf[color]
  if (width === 0 || height === 0 || channels === undefined || (color === 3 && !palette)) return broken
  if (width > mostPixels || height > mostPixels) return large
  if (header.readUInt8(12) !== 0) return 'L’immagine è PNG interlacciata: salvala senza interlacciamento.'
  if (bits === 16) return 'L’immagine ha 16 bit per colore: salvala con 8.'
  const wanted = (Math.ceil((width * bits * channels) / 8) + 1) * height
  try {
    return inflateSync(Buffer.concat(packed), { maxOutputLength: wanted + 1 }).length === wanted
      ? null
      : broken
  } catch {
    return broken
  }
}

/** The size is in a frame marker (ITU-T T.81); the rest is embedded as it is. */
function whyNotJpeg(bytes: Buffer): string | null {
  let at = 2
  while (at + 9 < bytes.length && bytes[at] === 0xff) {
    const marker = bytes[at + 1] as number
    if (marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)) {
      const [height, width] = [bytes.readUInt16BE(at + 5), bytes.readUInt16BE(at + 7)]
      if (width === 0 || height === 0) return broken
      if (width > mostPixels || height > mostPixels) return large
      return bytes.subarray(-64).includes(Buffer.from([0xff, 0xd9])) ? null : broken
    }
    at += marker === 0xff ? 1 : 2 + bytes.readUInt16BE(at + 2)
  }
  return broken
}
