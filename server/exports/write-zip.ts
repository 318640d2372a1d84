import { crc32, createDeflateRaw } from 'node:zlib'

type Piece = string | Uint8Array
/** A part of a zip whose content arrives piece by piece. */
export type ZipPart = { name: string; pieces: AsyncIterable<Piece> | Iterable<Piece> }

/**
 * Writes a zip while its parts are produced, without knowing a size beforehand: sizes follow each part in a data
 * descriptor. Compression runs outside the event loop. Parts stay under 4 GB, as XLSX readers expect. The next part is asked
 * for when the one before it is written.
 */
export async function* zipStream(parts: Iterable<ZipPart> | AsyncIterable<ZipPart>): AsyncGenerator<Buffer> {
  const written: Buffer[] = []
  let at = 0
  for await (const { name, pieces } of parts) {
    const header = localHeader(name)
    const start = at
    yield header
    at += header.length
    const sums = { crc: 0, size: 0, packed: 0 }
    for await (const packed of deflated(pieces, sums)) {
      yield packed
      at += packed.length
    }
    const descriptor = descriptorOf(sums)
    yield descriptor
    at += descriptor.length
    written.push(directoryEntry(name, sums, start))
  }
  const directory = Buffer.concat(written)
  yield directory
  yield endOfDirectory(written.length, directory.length, at)
}

type Sums = { crc: number; size: number; packed: number }

async function* deflated(pieces: ZipPart['pieces'], sums: Sums): AsyncGenerator<Buffer> {
  const deflate = createDeflateRaw({ level: 6, chunkSize: 64 * 1024 })
  const feeding = feed(deflate, pieces, sums)
  feeding.catch((error) => deflate.destroy(error))
  try {
    for await (const packed of deflate) {
      sums.packed += packed.length
      yield packed
    }
  } finally {
    // Also when the client has gone away: the rows must be released before the zip ends.
    deflate.destroy()
    await feeding.catch(() => {})
  }
}

async function feed(deflate: ReturnType<typeof createDeflateRaw>, pieces: ZipPart['pieces'], sums: Sums) {
  for await (const piece of pieces) {
    if (deflate.destroyed) return
    const bytes = Buffer.from(piece)
    sums.crc = crc32(bytes, sums.crc)
    sums.size += bytes.length
    if (!deflate.write(bytes)) await drained(deflate)
  }
  deflate.end()
}

/** Also ends when the client has gone away. */
function drained(deflate: ReturnType<typeof createDeflateRaw>): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      deflate.off('drain', done)
      deflate.off('close', done)
      resolve()
    }
    deflate.on('drain', done)
    deflate.on('close', done)
    if (deflate.destroyed) done()
  })
}

/**
 * Bit 3: sizes come after the data; bit 11: names are UTF-8. The date is fixed, so that the same rows give the same
 * bytes.
 */
const FLAGS = 0x0808
const DEFLATE = 8
const DAY = (46 << 9) | (1 << 5) | 1

function localHeader(name: string): Buffer {
  const header = Buffer.alloc(30)
  header.writeUInt32LE(0x04034b50, 0)
  header.writeUInt16LE(20, 4)
  header.writeUInt16LE(FLAGS, 6)
  header.writeUInt16LE(DEFLATE, 8)
  header.writeUInt16LE(DAY, 12)
  header.writeUInt16LE(Buffer.byteLength(name), 26)
  return Buffer.concat([header, Buffer.from(name)])
}

function descriptorOf({ crc, size, packed }: Sums): Buffer {
  const descriptor = Buffer.alloc(16)
  descriptor.writeUInt32LE(0x08074b50, 0)
  descriptor.writeUInt32LE(crc, 4)
  descriptor.writeUInt32LE(packed, 8)
  descriptor.writeUInt32LE(size, 12)
  return descriptor
}

function directoryEntry(name: string, { crc, size, packed }: Sums, start: number): Buffer {
  const entry = Buffer.alloc(46)
  entry.writeUInt32LE(0x02014b50, 0)
  entry.writeUInt16LE(20, 4)
  entry.writeUInt16LE(20, 6)
  entry.writeUInt16LE(FLAGS, 8)
  entry.writeUInt16LE(DEFLATE, 10)
  entry.writeUInt16LE(DAY, 14)
  entry.writeUInt32LE(crc, 16)
  entry.writeUInt32LE(packed, 20)
  entry.writeUInt32LE(size, 24)
  entry.writeUInt16LE(Buffer.byteLength(name), 28)
  entry.writeUInt32LE(start, 42)
  return Buffer.concat([entry, Buffer.from(name)])
}

function endOfDirectory(count: number, size: number, start: number): Buffer {
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt16LE(count, 8)
  end.writeUInt16LE(count, 10)
  end.writeUInt32LE(size, 12)
  end.writeUInt32LE(start, 16)
  return end
}
