import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { countStuck, onStuck, patiently, retryStuck } from './patiently.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  retryStuck()
  vi.useRealTimers()
})

const never = () => new Promise<string>(() => undefined)
/** Fails so many times, then gives the page. */
const failing = (times: number) =>
  vi.fn(async () => {
    if (times-- > 0) throw new TypeError('Failed to fetch dynamically imported module')
    return 'page'
  })

it('gives what arrives', async () => {
  await expect(patiently(async () => 'page')).resolves.toBe('page')
})

it('asks again twice by itself', async () => {
  const load = failing(2)
  const part = patiently(load)
  await vi.runAllTimersAsync()
  await expect(part).resolves.toBe('page')
  expect(load).toHaveBeenCalledTimes(3)
  expect(countStuck()).toBe(0)
})

it('then waits, tells who listens, and goes on when asked', async () => {
  const heard = vi.fn()
  const stop = onStuck(heard)
  const load = failing(3)
  const part = patiently(load)
  await vi.runAllTimersAsync()
  expect(load).toHaveBeenCalledTimes(3)
  expect(countStuck()).toBe(1)
  expect(heard).toHaveBeenCalledTimes(1)
  retryStuck()
  await expect(part).resolves.toBe('page')
  expect(countStuck()).toBe(0)
  stop()
})

it('a part that does not arrive counts as lost after 120 seconds, not before', async () => {
  const load = vi.fn(never)
  const part = patiently(load)
  await vi.advanceTimersByTimeAsync(119_999)
  expect(countStuck()).toBe(0)
  await vi.advanceTimersByTimeAsync(1)
  expect(countStuck()).toBe(1)
  load.mockResolvedValue('page')
  retryStuck()
  await expect(part).resolves.toBe('page')
})

it('never rejects, however often it fails', async () => {
  const ended = vi.fn()
  const load = failing(Number.POSITIVE_INFINITY)
  void patiently(load).then(ended, ended)
  for (let round = 0; round < 5; round++) {
    await vi.runAllTimersAsync()
    retryStuck()
  }
  await vi.runAllTimersAsync()
  expect(load).toHaveBeenCalledTimes(18)
  expect(ended).not.toHaveBeenCalled()
})
