import { constants, crc32, createInflateRaw } from 'node:zlib'
import { ImportRefused, limits } from './import-refused.ts'

/** The parts of a zip by lower-case path, and their bytes in bounded pieces. Every problem throws `ImportRefused`. */
export type Zip = {
  names: string[]
  /** How many entries the directory lists: more than there are names if two have the same. */
  entries: number
  has(name: string): boolean
  read(name: string): AsyncGenerator<Buffer>
}

/** `most_entries`: more are taken for a bomb. */
export function openZip(file: Buffer, most_entries = limits.zip_entries): Zip {
  const listed = centralDirectory(file, most_entries)
  const entries = new Map(listed.map((entry) => [entry.name, entry]))
  const budget = { bytes: limits.total_bytes }
  return {
    names: [...entries.keys()],
    entries: listed.length,
    has: (name) => entries.has(name.toLowerCase()),
    async *read(name) {
      const entry = entries.get(name.toLowerCase())
      if (!entry) throw new ImportRefused('broken')
      yield* boundedBytes(file, entry, budget)
    },
  }
}

type Entry = {
  name: string
  encrypted: boolean
  method: number
  crc: number
  packed: number
  size: number
  at: number
  /** Unpacked bytes that the budget has counted. */
  counted: number
}

/**
 * Reads the directory at the end of the file; headers before each part may hold no sizes. The declared sizes are only a
 * first check: inflated bytes are counted too.
 */
function centralDirectory(file: Buffer, most_entries: number): Entry[] {
  const end = endOfDirectory(file)
  const count = file.readUInt16LE(end + 10)
  if (count > most_entries) throw new ImportRefused('bomb')
  const entries: Entry[] = []
  let at = file.readUInt32LE(end + 16)
  for (let i = 0; i < count; i++) {
    if (at + 46 > file.length || file.readUInt32LE(at) !== 0x02014b50) throw new ImportRefused('broken')
    const nameEnd = at + 46 + file.readUInt16LE(at + 28)
    const extraEnd = nameEnd + file.readUInt16LE(at + 30)
    const entry: Entry = {
      name: file
        .toString('utf8', at + 46, nameEnd)
        .replaceAll('\\', '/')
        .toLowerCase(),
      encrypted: (file.readUInt16LE(at + 8) & 1) === 1,
      method: file.readUInt16LE(at + 10),
      crc: file.readUInt32LE(at + 16),
      packed: file.readUInt32LE(at + 20),
      size: file.readUInt32LE(at + 24),
      at: file.readUInt32LE(at + 42),
      counted: 0,
    }
    readZip64Sizes(entry, file.subarray(nameEnd, extraEnd))
    entries.push(entry)
    at = extraEnd + file.readUInt16LE(at + 32)
  }
  return entries
}

function endOfDirectory(file: Buffer): number {
  const last = file.length - 22
  for (let at = last; at >= 0 && at >= last - 0xffff; at--) {
    if (file.readUInt32LE(at) === 0x06054b50) return at
  }
  throw new ImportRefused('broken')
}

/** Streaming writers use the 64-bit fields even for small files, because they do not know the size beforehand. */
function readZip64Sizes(entry: Entry, extra: Buffer): void {
  for (let at = 0; at + 4 <= extra.length; ) {
    const size = extra.readUInt16LE(at + 2)
    if (extra.readUInt16LE(at) === 1) {
      const values = extra.subarray(at + 4, at + 4 + size)
      let next = 0
      const take = () => {
        if (next + 8 > values.length) throw new ImportRefused('broken')
        const value = values.readBigUInt64LE(next)
        next += 8
        return Number(value)
      }
      if (entry.size === 0xffffffff) entry.size = take()
      if (entry.packed === 0xffffffff) entry.packed = take()
      if (entry.at === 0xffffffff) entry.at = take()
      return
    }
    at += 4 + size
  }
}

/** The budget is that of all parts together; a part that is read again does not count twice. */
async function* boundedBytes(file: Buffer, entry: Entry, budget: { bytes: number }): AsyncGenerator<Buffer> {
  if (entry.encrypted) throw new ImportRefused('password')
  const packed = packedBytes(file, entry)
  let size = 0
  let crc = 0
  for await (const piece of unpacked(packed, entry.method)) {
    size += piece.length
    const fresh = Math.max(0, size - entry.counted)
    entry.counted += fresh
    budget.bytes -= fresh
    const swollen = size > limits.ratio_from_bytes && size > limits.ratio * packed.length
    if (size > limits.entry_bytes || budget.bytes < 0 || swollen) throw new ImportRefused('bomb')
    crc = crc32(piece, crc)
    yield piece
  }
  if (size !== entry.size || crc !== entry.crc) throw new ImportRefused('broken')
}

function packedBytes(file: Buffer, entry: Entry): Buffer {
  if (entry.at + 30 > file.length || file.readUInt32LE(entry.at) !== 0x04034b50)
    throw new ImportRefused('broken')
  const start = entry.at + 30 + file.readUInt16LE(entry.at + 26) + file.readUInt16LE(entry.at + 28)
  if (start + entry.packed > file.length) throw new ImportRefused('broken')
  if (entry.size > limits.entry_bytes) throw new ImportRefused('bomb')
  return file.subarray(start, start + entry.packed)
}

const PIECE = 64 * 1024

async function* unpacked(packed: Buffer, method: number): AsyncGenerator<Buffer> {
  if (method === 0) {
    for (let at = 0; at < packed.length; at += PIECE) yield packed.subarray(at, at + PIECE)
  } else if (method === 8) {
    const inflate = createInflateRaw({ chunkSize: PIECE, finishFlush: constants.Z_FINISH })
    inflate.end(packed)
    try {
      for await (const piece of inflate) yield piece as Buffer
    } catch (error) {
      if (isZlibError(error)) throw new ImportRefused('broken')
      throw error
    }
  } else {
    throw new ImportRefused('broken')
  }
}

function isZlibError(error: unknown): boolean {
  return error instanceof Error && 'code' in error && String(error.code).startsWith('Z_')
}
