import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import fc from 'fast-check'
import { expect, it, onTestFinished } from 'vitest'
import { fileKeysOf } from './file-keys.ts'
import { openFileStore, refusesPlainFiles, storeIn } from './file-store.ts'
import { refuseLostKeys } from './refuse-lost-keys.ts'
import { countPlainFiles, rotateFileKeys } from './rotate-file-keys.ts'
import { chunkBytes, headerBytes } from './sealed-file.ts'

const [one, two] = ['1a'.repeat(32), '2b'.repeat(32)]
const keysOf = (SALDO_FILE_KEYS: string) => fileKeysOf({ SALDO_FILE_KEYS, SALDO_SECRET: '00'.repeat(32) })
const name = 'documents/a'

function folder(): string {
  const home = mkdtempSync(join(tmpdir(), 'saldo-files-'))
  onTestFinished(() => rmSync(home, { recursive: true, force: true }))
  return home
}
const contentOf = async (
  store: { read: (name: string) => Promise<{ content: Readable; bytes: number }> },
  of = name,
) => {
  const { content, bytes } = await store.read(of)
  const whole = await buffer(content)
  expect(whole.length).toBe(bytes)
  return whole
}
/** Bytes of which no two chunks are alike. */
const bytesOf = (length: number) =>
  Buffer.from(Array.from({ length }, (_, at) => (at * 7 + (at >> 16)) & 255))

it('gives back what was put, at all sizes around the borders of chunks, however it came in pieces', async () => {
  const place = folder()
  const store = storeIn(place, keysOf(one))
  const sizes = fc.oneof(
    fc.integer({ min: 0, max: 300 }),
    fc
      .tuple(fc.integer({ min: 1, max: 3 }), fc.integer({ min: -17, max: 17 }))
      .map(([n, d]) => n * chunkBytes + d),
  )
  await fc.assert(
    fc.asyncProperty(sizes, fc.integer({ min: 999, max: 3 * chunkBytes }), async (size, piece) => {
      const content = bytesOf(size)
      await store.putStream(
        name,
        (async function* () {
          for (let at = 0; at < size; at += piece) yield content.subarray(at, at + piece)
        })(),
      )
      expect((await contentOf(store)).equals(content)).toBe(true)
      if (size > 32) expect(readFileSync(join(place, name)).includes(content.subarray(0, 32))).toBe(false)
    }),
    { numRuns: 40 },
  )
})

it('refuses a file of which any part was changed, cut off, added, moved or swapped', async () => {
  const place = folder()
  const store = storeIn(place, keysOf(one))
  const content = bytesOf(3 * chunkBytes + 100)
  await store.put(name, content)
  const sound = readFileSync(join(place, name))
  const chunk = chunkBytes + 16
  const flipped = (at: number) => {
    const bytes = Buffer.from(sound)
    bytes[at] = (bytes[at] as number) ^ 1
    return bytes
  }
  const altered: Record<string, Buffer> = {
    'without its last chunk': sound.subarray(0, headerBytes + 3 * chunk),
    'without its last byte': sound.subarray(0, -1),
    'with its header alone': sound.subarray(0, headerBytes),
    'with more at the end': Buffer.concat([sound, Buffer.alloc(20)]),
    'with two chunks exchanged': Buffer.concat([
      sound.subarray(0, headerBytes),
      sound.subarray(headerBytes + chunk, headerBytes + 2 * chunk),
      sound.subarray(headerBytes, headerBytes + chunk),
      sound.subarray(headerBytes + 2 * chunk),
    ]),
  }
  for (const at of [
    9,
    17,
    30,
    75,
    headerBytes,
    headerBytes + chunk - 1,
    headerBytes + chunk + 5,
    sound.length - 1,
  ])
    altered[`at ${at}`] = flipped(at)
  for (const [how, bytes] of Object.entries(altered)) {
    writeFileSync(join(place, name), bytes)
    const given: Buffer[] = []
    const reading = store.read(name).then(async ({ content }) => {
      for await (const part of content) given.push(part)
    })
    await expect(reading, how).rejects.toMatchObject({ name: 'UnreadableFile' })
    // The bytes read before the damaged part are right, because each chunk is checked before it is served.
    const before = Buffer.concat(given)
    expect(content.subarray(0, before.length).equals(before), how).toBe(true)
  }
  writeFileSync(join(place, name), sound)
  await store.put('documents/b', 'other')
  renameSync(join(place, 'documents/b'), join(place, name))
  await expect(store.read(name)).rejects.toMatchObject({ code: 'altered' })
})

it('refuses a file whose key is unknown, one that is missing, and a name that leaves the folder', async () => {
  const place = folder()
  await storeIn(place, keysOf(one)).put(name, 'x')
  await expect(storeIn(place, keysOf(two)).read(name)).rejects.toMatchObject({ code: 'unknown_key' })
  await expect(storeIn(place, keysOf(one)).read('documents/gone')).rejects.toMatchObject({ code: 'missing' })
  await expect(storeIn(place, keysOf(one)).read('documents/../../x')).rejects.toThrow('no name of a file')
})

it('rotates keys while files are read, again without effect, and then one key is enough', async () => {
  const place = folder()
  const content = bytesOf(5 * chunkBytes)
  await storeIn(place, keysOf(one)).put(name, content)
  await storeIn(place, keysOf(one)).put('imports/b', 'b')
  const both = keysOf(`${two},${one}`)
  const { content: reading } = await storeIn(place, both).read(name)
  expect(await rotateFileKeys(place, both)).toEqual({
    encrypted: 0,
    rewrapped: 2,
    current: 0,
    unreadable: [],
  })
  expect((await buffer(reading)).equals(content)).toBe(true)
  expect(await rotateFileKeys(place, both)).toEqual({
    encrypted: 0,
    rewrapped: 0,
    current: 2,
    unreadable: [],
  })
  expect((await contentOf(storeIn(place, keysOf(two)))).equals(content)).toBe(true)
  await expect(storeIn(place, keysOf(one)).read(name)).rejects.toMatchObject({ code: 'unknown_key' })
  expect((await rotateFileKeys(place, keysOf(one))).unreadable).toEqual([
    'documents/a (unknown_key)',
    'imports/b (unknown_key)',
  ])
})

it('a start refuses lost keys, and goes on where only some files lack theirs', async () => {
  const place = folder()
  expect(await refuseLostKeys(join(place, 'none'), keysOf(one))).toBe(0)
  await storeIn(place, keysOf(one)).put(name, 'x')
  expect(await refuseLostKeys(place, keysOf(`${two},${one}`))).toBe(0)
  await expect(refuseLostKeys(place, keysOf(two))).rejects.toThrow(/^SALDO_FILE_KEYS: .* key of before again/)
  await storeIn(place, keysOf(two)).put('imports/b', 'x')
  expect(await refuseLostKeys(place, keysOf(two))).toBe(1)
})

it('reads files of before until they are encrypted, counts them, and then refuses any that is not', async () => {
  const home = folder()
  const place = join(home, 'files')
  mkdirSync(join(place, 'documents'), { recursive: true })
  writeFileSync(join(place, name), 'plain')
  const env = { SALDO_HOME: home, SALDO_FILE_KEYS: one, SALDO_SECRET: '00'.repeat(32) }
  const store = openFileStore(env as never)
  expect(await countPlainFiles(place)).toBe(1)
  expect(String(await contentOf(store))).toBe('plain')
  expect(await rotateFileKeys(place, keysOf(one))).toMatchObject({ encrypted: 1, unreadable: [] })
  expect(await countPlainFiles(place)).toBe(0)
  expect(readFileSync(join(place, name)).includes('plain')).toBe(false)
  expect(String(await contentOf(store))).toBe('plain')
  writeFileSync(join(place, name), 'put there by somebody')
  await expect(store.read(name)).rejects.toMatchObject({ code: 'not_encrypted' })
  expect((await rotateFileKeys(place, keysOf(one))).unreadable).toEqual(['documents/a (not_encrypted)'])
})

it('a new folder refuses plain files from the start', () => {
  const home = folder()
  openFileStore({ SALDO_HOME: home, SALDO_SECRET: '00'.repeat(32) } as never)
  expect(refusesPlainFiles(join(home, 'files'))).toBe(true)
})

it('keeps files 0600 in folders 0700 under an open umask, and closes what was open', async () => {
  const before = process.umask(0)
  onTestFinished(() => void process.umask(before))
  const home = folder()
  const place = join(home, 'files')
  mkdirSync(join(place, 'imports'), { recursive: true, mode: 0o777 })
  writeFileSync(join(place, 'imports', 'old'), 'x', { mode: 0o666 })
  const store = openFileStore({ SALDO_HOME: home, SALDO_SECRET: '00'.repeat(32) } as never)
  await store.put(name, 'x')
  await store.putStream('exports/c', (await store.read(name)).content)
  const modes = readdirSync(place, { recursive: true, withFileTypes: true }).map((entry) => [
    entry.name,
    (statSync(join(entry.parentPath, entry.name)).mode & 0o777).toString(8),
    entry.isDirectory(),
  ])
  expect(modes.length).toBeGreaterThan(5)
  for (const [of, mode, is_folder] of modes) expect([of, mode]).toEqual([of, is_folder ? '700' : '600'])
  expect(statSync(place).mode & 0o777).toBe(0o700)
})

it('a file that breaks off while it is uploaded leaves nothing', async () => {
  const place = folder()
  const store = storeIn(place, keysOf(one))
  const broken = (async function* () {
    yield Buffer.from('half')
    throw new Error('gone')
  })()
  await expect(store.putStream(name, broken)).rejects.toThrow('gone')
  expect(readdirSync(join(place, 'documents'))).toEqual([])
})
