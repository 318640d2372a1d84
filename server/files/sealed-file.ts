import { type CipherGCM, createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import type { FileKey, FileKeys } from './file-keys.ts'

/**
 * The format of an encrypted file (docs/decisions/0021). A header: magic, id of the wrapping key, nonce, and the file's
 * own random key, wrapped (AES-256-GCM, with the file's name as associated data, so that two files cannot be swapped).
 * Then chunks of 64 KiB, each AES-256-GCM with the file's key; a chunk's nonce is its number and whether it is the last
 * one, so that chunks cannot be left out, moved or cut off. Only an empty file has an empty chunk.
 */
const magic = Buffer.from('SALDOF1\n')
const tagBytes = 16
const nonceBytes = 12
const keyIdAt = magic.length
const nonceAt = keyIdAt + 8
const wrappedAt = nonceAt + nonceBytes
export const headerBytes = wrappedAt + 32 + tagBytes
export const chunkBytes = 64 * 1024
const sealedChunkBytes = chunkBytes + tagBytes

/** A file that cannot be read: nothing of it is given out as if it were right. */
export class UnreadableFile extends Error {
  override name = 'UnreadableFile'
  readonly code: 'missing' | 'unknown_key' | 'altered' | 'not_encrypted'
  constructor(code: UnreadableFile['code'], name: string) {
    super(`${name}: ${code}`)
    this.code = code
  }
}

export const isSealed = (header: Buffer): boolean => header.subarray(0, magic.length).equals(magic)

/** The bytes of a file's content, by the size of its sealed form. */
export function contentBytes(sealed: number): number {
  const body = Math.max(0, sealed - headerBytes)
  return Math.max(0, body - tagBytes * Math.ceil(body / sealedChunkBytes))
}

/** Seals a content of any length as it comes; never more than two chunks are in memory. */
export async function* seal(
  name: string,
  key: FileKey,
  content: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
): AsyncGenerator<Buffer> {
  const file_key = randomBytes(32)
  yield wrap(name, key, file_key)
  let at = 0
  for await (const { bytes, is_last } of inChunks(content, chunkBytes)) {
    const cipher = createCipheriv('aes-256-gcm', file_key, nonceOf(at++, is_last))
    yield sealed(cipher, bytes)
  }
}

/**
 * Opens what `seal` wrote. Each chunk is authenticated before it is given out; the first one is read before the promise
 * of the generator's first value resolves.
 * @throws UnreadableFile at an unknown key, and where a byte was changed, moved, added or cut off.
 */
export async function* open(
  name: string,
  keys: FileKeys,
  header: Buffer,
  body: AsyncIterable<Uint8Array>,
): AsyncGenerator<Buffer> {
  const file_key = unwrap(name, keys, header)
  let at = 0
  for await (const { bytes, is_last } of inChunks(body, sealedChunkBytes)) {
    if (bytes.length < tagBytes || (bytes.length === tagBytes && at > 0))
      throw new UnreadableFile('altered', name)
    yield opened(name, file_key, nonceOf(at++, is_last), bytes)
  }
}

/** The header with the file's key wrapped by the first of `keys`; null if it is already. The chunks stay as they are. */
export function rewrapped(name: string, keys: FileKeys, header: Buffer): Buffer | null {
  const file_key = unwrap(name, keys, header)
  return keyIdOf(header).equals(keys[0].id) ? null : wrap(name, keys[0], file_key)
}

const keyIdOf = (header: Buffer) => header.subarray(keyIdAt, nonceAt)

/** The one of these keys that opens the file of a sealed header; undefined if none does. */
export const keyFor = (keys: FileKeys, header: Buffer): FileKey | undefined =>
  keys.find(({ id }) => id.equals(keyIdOf(header)))

function wrap(name: string, { id, bytes }: FileKey, file_key: Buffer): Buffer {
  const nonce = randomBytes(nonceBytes)
  const cipher = createCipheriv('aes-256-gcm', bytes, nonce).setAAD(associated(name, id))
  return Buffer.concat([magic, id, nonce, sealed(cipher, file_key)])
}

function unwrap(name: string, keys: FileKeys, header: Buffer): Buffer {
  if (header.length < headerBytes || !isSealed(header)) throw new UnreadableFile('altered', name)
  const key = keyFor(keys, header)
  if (!key) throw new UnreadableFile('unknown_key', name)
  return opened(name, key.bytes, header.subarray(nonceAt, wrappedAt), header.subarray(wrappedAt), key.id)
}

const associated = (name: string, key_id: Buffer) => Buffer.concat([magic, key_id, Buffer.from(name)])

const sealed = (cipher: CipherGCM, bytes: Uint8Array) =>
  Buffer.concat([cipher.update(bytes), cipher.final(), cipher.getAuthTag()])

function opened(name: string, key: Buffer, nonce: Buffer, bytes: Buffer, key_id?: Buffer): Buffer {
  const decipher = createDecipheriv('aes-256-gcm', key, nonce, { authTagLength: tagBytes })
  if (key_id) decipher.setAAD(associated(name, key_id))
  decipher.setAuthTag(bytes.subarray(-tagBytes))
  try {
    return Buffer.concat([decipher.update(bytes.subarray(0, -tagBytes)), decipher.final()])
  } catch {
    throw new UnreadableFile('altered', name)
  }
}

/** A file's key encrypts one file only, so the chunk's number never repeats a nonce. */
function nonceOf(at: number, is_last: boolean): Buffer {
  const nonce = Buffer.alloc(nonceBytes)
  nonce.writeUInt32BE(at, nonceBytes - 5)
  nonce[nonceBytes - 1] = is_last ? 1 : 0
  return nonce
}

/** Cuts a stream into pieces of exactly `size` bytes, the last of which may be shorter; an empty stream is one empty piece. */
async function* inChunks(
  stream: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  size: number,
): AsyncGenerator<{ bytes: Buffer; is_last: boolean }> {
  let waiting: Uint8Array[] = []
  let length = 0
  for await (const part of stream) {
    waiting.push(part)
    length += part.length
    if (length <= size) continue
    const bytes = Buffer.concat(waiting)
    let from = 0
    // A full chunk is the last one only if nothing follows.
    for (; bytes.length - from > size; from += size)
      yield { bytes: bytes.subarray(from, from + size), is_last: false }
    waiting = [bytes.subarray(from)]
    length = bytes.length - from
  }
  yield { bytes: Buffer.concat(waiting), is_last: true }
}
