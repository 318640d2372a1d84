import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { countFailedLoads, loadWithRetry, onFailedLoads, retryFailedLoads } from './load-with-retry.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  retryFailedLoads()
  vi.useRealTimers()
})

const never = () => new Promise<string>(() => undefined)
/** A loader that fails so many times, then returns the page. */
const failing = (times: number) =>
  vi.fn(async () => {
    if (times-- > 0) throw new TypeError('Failed to fetch dynamically imported module')
    return 'page'
  })

it('returns what is loaded', async () => {
  await expect(loadWithRetry(async () => 'page')).resolves.toBe('page')
})

it('retries twice by itself', async () => {
  const load = failing(2)
  const part = loadWithRetry(load)
  await vi.runAllTimersAsync()
  await expect(part).resolves.toBe('page')
  expect(load).toHaveBeenCalledTimes(3)
  expect(countFailedLoads()).toBe(0)
})

it('then waits, notifies listeners, and retries when told to', async () => {
  const heard = vi.fn()
  const stop = onFailedLoads(heard)
  const load = failing(3)
  const part = loadWithRetry(load)
  await vi.runAllTimersAsync()
  expect(load).toHaveBeenCalledTimes(3)
  expect(countFailedLoads()).toBe(1)
  expect(heard).toHaveBeenCalledTimes(1)
  retryFailedLoads()
  await expect(part).resolves.toBe('page')
  expect(countFailedLoads()).toBe(0)
  stop()
})

it('a part that does not arrive counts as lost after 120 seconds, not before', async () => {
  const load = vi.fn(never)
  const part = loadWithRetry(load)
  await vi.advanceTimersByTimeAsync(119_999)
  expect(countFailedLoads()).toBe(0)
  await vi.advanceTimersByTimeAsync(1)
  expect(countFailedLoads()).toBe(1)
  load.mockResolvedValue('page')
  retryFailedLoads()
  await expect(part).resolves.toBe('page')
})

it('never rejects, however often it fails', async () => {
  const ended = vi.fn()
  const load = failing(Number.POSITIVE_INFINITY)
  void loadWithRetry(load).then(ended, ended)
  for (let round = 0; round < 5; round++) {
    await vi.runAllTimersAsync()
    retryFailedLoads()
  }
  await vi.runAllTimersAsync()
  expect(load).toHaveBeenCalledTimes(18)
  expect(ended).not.toHaveBeenCalled()
})
