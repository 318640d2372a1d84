import { setInterval } from 'node:timers'
import { readEnv } from '../server/env.ts'

/** The settings of a server inside this process. `home`: where it keeps files. */
export const envOf = (url: string, home?: string) =>
  readEnv({
    ...{ DATABASE_URL: url, SALDO_SECRET: 'be'.repeat(32), LOG_LEVEL: 'silent' },
    ...(home ? { SALDO_HOME: home } : {}),
    ...{ STRIPE_SECRET_KEY: 'sk_test_saldo', STRIPE_PUBLISHABLE_KEY: 'pk_test_saldo' },
    ...{ STRIPE_WEBHOOK_SECRET: 'whsec_bench', STRIPE_API_BASE: 'http://127.0.0.1:9' },
  })

/** The milliseconds that the work took. */
export async function time(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now()
  await work()
  return performance.now() - start
}

/** `stop` returns by how many bytes the memory of this process, threads included, was at most above that at the start. */
export function watchMemory(): { stop: () => number } {
  const before = process.memoryUsage.rss()
  let peak = before
  const timer = setInterval(() => {
    peak = Math.max(peak, process.memoryUsage.rss())
  }, 10)
  return {
    stop: () => {
      clearInterval(timer)
      return Math.max(peak, process.memoryUsage.rss()) - before
    },
  }
}

/** The median. */
export function middle(numbers: number[]): number {
  return numbers.toSorted((one, other) => one - other)[Math.floor(numbers.length / 2)] as number
}

/** What 95 of 100 do not exceed. */
export function late(numbers: number[]): number {
  return numbers.toSorted((one, other) => one - other)[Math.floor(numbers.length * 0.95)] as number
}

/** One line: the ratio, what it is of, and the limit that it should keep. */
export function print(what: string, ratio: number, wanted: string): void {
  console.log(`${ratio.toFixed(2).padStart(6)}  ${what} (${wanted})`)
}
