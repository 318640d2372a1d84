import { appendFile, copyFile, mkdtemp, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openStore, type Store } from './store.ts'

let home: string
beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'sandbox-store-'))
})
afterEach(() => rm(home, { recursive: true, force: true }))

const file = () => join(home, 'book.journal')
const values = (store: Store, account = 'a') =>
  store
    .book(account)
    .rows('settings')
    .map((row) => [row.id, row.value])

async function writeRows(count: number): Promise<number[]> {
  const store = await openStore(home)
  const sizes: number[] = []
  for (let i = 0; i < count; i++) {
    store.book('a').put('settings', { id: `row${i}`, value: `é${'x'.repeat(i % 40)}\n${i}` })
    await store.settled()
    sizes.push((await stat(file())).size)
  }
  await store.close()
  return sizes
}

describe('the store', () => {
  it('keeps rows, their last value, their order and their removal', async () => {
    const store = await openStore(home)
    const book = store.book('a')
    book.put('settings', { id: 'one', value: 1 })
    book.put('settings', { id: 'two', value: 2 })
    book.put('settings', { id: 'one', value: 'again' })
    book.put('settings', { id: 'three', value: 3 })
    book.remove('settings', 'two')
    store.book('b').put('settings', { id: 'one', value: 'of b' })
    await store.close()
    const reopened = await openStore(home)
    expect(values(reopened)).toEqual([
      ['one', 'again'],
      ['three', 3],
    ])
    expect(values(reopened, 'b')).toEqual([['one', 'of b']])
    expect(reopened.book('b').get('settings', 'three')).toBeUndefined()
    await reopened.close()
  })

  it('keeps exactly what was acknowledged when the file is cut anywhere', async () => {
    const sizes = await writeRows(30)
    const whole = join(home, 'whole')
    await copyFile(file(), whole)
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 0, max: sizes.at(-1) ?? 0 }), async (cut) => {
        await copyFile(whole, file())
        await truncate(file(), cut)
        const store = await openStore(home)
        expect(values(store).length).toBe(sizes.filter((size) => size <= cut).length)
        // Later writes are kept, whatever was torn before.
        store.book('a').put('settings', { id: 'after', value: cut })
        await store.close()
        const again = await openStore(home)
        expect(again.book('a').get('settings', 'after')?.value).toBe(cut)
        await again.close()
      }),
      { numRuns: 150 },
    )
  })

  it('drops a last line whose bytes are not all on disk', async () => {
    await writeRows(3)
    await appendFile(file(), '00000000 [["a","settings","row9",{"id":"row9","value":1}]]\n')
    const store = await openStore(home)
    expect(values(store)).toHaveLength(3)
    await store.close()
  })

  it('refuses to open if a line before valid ones is damaged, because acknowledged rows would be lost', async () => {
    const sizes = await writeRows(5)
    const bytes = await readFile(file())
    bytes[(sizes[1] ?? 0) + 20] = 0x23
    await writeFile(file(), bytes)
    await expect(openStore(home)).rejects.toThrow('damaged line')
  })

  it('writes the rows of one request in one batch, on one line', async () => {
    const store = await openStore(home)
    for (let i = 0; i < 10; i++) store.book('a').put('settings', { id: `row${i}`, value: i })
    await store.settled()
    expect((await readFile(file(), 'utf8')).trimEnd().split('\n')).toHaveLength(1)
    await store.close()
  })

  it('keeps everything in a smaller file when compacted, including rows written meanwhile', async () => {
    const store = await openStore(home)
    for (let i = 0; i < 500; i++) {
      store.book('a').put('settings', { id: `row${i % 5}`, value: i })
      if (i % 50 === 0) await store.settled()
    }
    await store.settled()
    const before = (await stat(file())).size
    const compacting = store.compact()
    store.book('a').put('settings', { id: 'meanwhile', value: true })
    await Promise.all([compacting, store.settled()])
    store.book('a').put('settings', { id: 'later', value: true })
    const expected = values(store)
    await store.close()
    expect((await stat(file())).size).toBeLessThan(before / 5)
    const reopened = await openStore(home)
    expect(values(reopened)).toEqual(expected)
    await reopened.close()
  })

  it('confirms writes during compaction, and loses none of them when killed', async () => {
    const store = await openStore(home)
    for (let i = 0; i < 20_000; i++)
      store.book('a').put('settings', { id: `row${i}`, value: 'x'.repeat(200) })
    await store.settled()
    let compacted = false
    const compacting = store.compact().then(() => {
      compacted = true
    })
    let meanwhile = 0
    while (!compacted && meanwhile < 200) {
      store.book('a').put('settings', { id: `meanwhile${meanwhile}`, value: meanwhile })
      store.book('a').remove('settings', `row${meanwhile}`)
      await store.settled()
      meanwhile++
      if (meanwhile === 2) await copyFile(file(), join(home, 'killed'))
    }
    expect(meanwhile).toBeGreaterThan(1)
    await compacting
    const expected = values(store)
    await store.close()
    const reopened = await openStore(home)
    expect(values(reopened)).toEqual(expected)
    expect(values(reopened)).toHaveLength(20_000)
    await reopened.close()
    await copyFile(join(home, 'killed'), file())
    const survivor = await openStore(home)
    expect(survivor.book('a').get('settings', 'meanwhile1')?.value).toBe(1)
    expect(survivor.book('a').get('settings', 'row1')).toBeUndefined()
    await survivor.close()
  })

  it('compacts by itself as the journal grows, and ignores a half-written new file', async () => {
    const store = await openStore(home, 20_000)
    for (let i = 0; i < 300; i++) {
      store.book('a').put('settings', { id: 'same', value: `${i} ${'x'.repeat(500)}` })
      await store.settled()
    }
    await store.close()
    expect((await stat(file())).size).toBeLessThan(25_000)
    await writeFile(`${file()}.next`, 'half a ')
    const reopened = await openStore(home)
    expect(values(reopened)).toEqual([['same', `299 ${'x'.repeat(500)}`]])
    await reopened.close()
  })

  it('acknowledges and keeps rows of many parallel writers', async () => {
    const store = await openStore(home)
    await Promise.all(
      Array.from({ length: 400 }, async (_, i) => {
        await new Promise((resolve) => setTimeout(resolve, i % 7))
        store.book('a').put('settings', { id: `row${i}`, value: i })
        await store.settled()
      }),
    )
    await store.close()
    const reopened = await openStore(home)
    expect(values(reopened)).toHaveLength(400)
    await reopened.close()
  })
})
