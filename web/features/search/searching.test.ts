import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createSearch, type Filters } from './searching.ts'

type Asked = {
  text: string
  by: Filters
  answer: (results: string[]) => Promise<void>
  refuse: () => Promise<void>
}

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function search() {
  const asked: Asked[] = []
  const failures: unknown[] = []
  const made = createSearch<string>(
    (text, by) =>
      new Promise((resolve, reject) => {
        const settled = () => vi.advanceTimersByTimeAsync(0).then(() => undefined)
        const answer = (results: string[]) => {
          resolve(results)
          return settled()
        }
        const refuse = () => {
          reject(new Error('no'))
          return settled()
        }
        asked.push({ text, by, answer, refuse })
      }),
    (error) => failures.push(error),
  )
  return { ...made, asked, failures, texts: () => asked.map(({ text }) => text) }
}
const pass = (milliseconds: number) => vi.advanceTimersByTime(milliseconds)

it('is debounced by 500 ms', () => {
  const { type, texts } = search()
  for (const text of ['r', 'ro', 'ros', 'rossi']) {
    type(text)
    pass(499)
  }
  expect(texts()).toEqual([])
  pass(1)
  expect(texts()).toEqual(['rossi'])
})

it('runs only with non-empty text', () => {
  const { type, filter, texts } = search()
  type('   ')
  pass(1000)
  filter({ by_bills: false })
  pass(1000)
  expect(texts()).toEqual([])
})

it('does not run while loading: the newest text is searched next', async () => {
  const { type, asked, texts, read } = search()
  type('ro')
  pass(500)
  for (const text of ['ros', 'ross', 'rossi']) {
    type(text)
    pass(600)
  }
  expect(texts()).toEqual(['ro'])
  await asked[0]?.answer(['Rosa'])
  expect(read().found).toEqual({ text: 'ro', results: ['Rosa'] })
  expect(texts()).toEqual(['ro', 'rossi'])
})

it('runs only when the text changed since the last run', async () => {
  const { type, asked, texts } = search()
  type('rossi')
  pass(500)
  await asked[0]?.answer([])
  type('rossi ')
  pass(500)
  type('ross')
  type('rossi')
  pass(1000)
  expect(texts()).toEqual(['rossi'])
})

it('a filter forces it, with the same text', async () => {
  const { type, filter, asked, texts } = search()
  type('rossi')
  pass(500)
  await asked[0]?.answer([])
  filter({ by_bills: false })
  filter({ by_subjects: false })
  pass(499)
  expect(texts()).toEqual(['rossi'])
  pass(1)
  expect(texts()).toEqual(['rossi', 'rossi'])
  expect(asked[1]?.by).toEqual({
    by_accounts: true,
    by_subjects: false,
    by_bills: false,
    by_transactions: true,
  })
  pass(5000)
  expect(texts()).toHaveLength(2)
})

it('a filter while loading is not lost', async () => {
  const { type, filter, asked, texts } = search()
  type('rossi')
  pass(500)
  filter({ by_bills: false })
  pass(500)
  expect(texts()).toHaveLength(1)
  await asked[0]?.answer([])
  expect(asked[1]?.by.by_bills).toBe(false)
})

it('clearing the text empties results, also those that were on their way; the same text can then be typed again', async () => {
  const { type, asked, read, texts } = search()
  type('rossi')
  pass(500)
  await asked[0]?.answer(['Rossi'])
  type('bianchi')
  pass(500)
  type('')
  expect(read().found).toBeNull()
  await asked[1]?.answer(['Bianchi'])
  expect(read().found).toBeNull()
  type('bianchi')
  pass(500)
  expect(texts()).toEqual(['rossi', 'bianchi', 'bianchi'])
})

it('failure is reported once, and stops the search', async () => {
  const { type, asked, failures, texts } = search()
  type('ro')
  pass(500)
  type('rossi')
  pass(500)
  await asked[0]?.refuse()
  pass(5000)
  expect(failures).toHaveLength(1)
  expect(texts()).toEqual(['ro'])
})
