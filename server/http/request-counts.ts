import { createHash } from 'node:crypto'
import type { Services } from '../services.ts'

/** How long counts are collected before they are added to those of the other servers, in milliseconds. */
const flushEvery = 1000
export const minute = 60_000

/** What one session or network has asked for within a minute. */
type Count = { key: Buffer; minute: number; shared: number; waiting: number; unasked: boolean }

/**
 * The shared count of requests. A request is counted in memory; once a second the counts are added to those of the other
 * servers in one statement, so that almost no request waits for the database. One that has used up another tenth of what
 * is allowed waits until the servers have told each other, so that all of them together pass the limit by little. If the
 * database does not answer, each server counts alone.
 */
export function openRequestCounts(services: Services) {
  const counts = new Map<string, Count>()
  let flushing: Promise<void> | null = null
  const timer = setInterval(() => void flush(), flushEvery).unref()
  services.stopping.addEventListener('abort', () => clearInterval(timer), { once: true })

  /** Adds one request. @returns all requests of this key in this minute, on all servers as far as they are known */
  async function add(name: string, max: number): Promise<number> {
    const at = Math.floor(Date.now() / minute) * minute
    const count = counts.get(name)?.minute === at ? (counts.get(name) as Count) : begin(name, at)
    count.waiting += 1
    const total = () => count.shared + count.waiting
    const tenth = Math.max(1, Math.floor(max / 10))
    if (total() <= max && (count.waiting >= tenth || total() + tenth > max)) await flush()
    else if (count.unasked) void flush()
    return total()
  }

  function begin(name: string, at: number): Count {
    const key = createHash('sha256').update(name).digest()
    const count = { key, minute: at, shared: 0, waiting: 0, unasked: true }
    counts.set(name, count)
    return count
  }

  /** One at a time; who comes meanwhile waits for the next, in which their own requests are. */
  async function flush(): Promise<void> {
    while (flushing) await flushing
    flushing = exchange().finally(() => {
      flushing = null
    })
    await flushing
  }

  async function exchange(): Promise<void> {
    const now = Date.now()
    for (const [name, count] of counts) if (now - count.minute >= 2 * minute) counts.delete(name)
    const told = [...counts.values()].filter(({ waiting }) => waiting > 0)
    if (told.length === 0 || services.stopping.aborted) return
    const sent = told.map((count) => ({ count, waiting: count.waiting }))
    for (const { count } of sent) count.unasked = false
    try {
      const totals = await services.asSystem(async (tx) => {
        await tx`delete from request_counts where minute < now() - interval '5 minutes'`
        return tx<{ key: Buffer; count: number }[]>`
          insert into request_counts as c (key, minute, count)
          select decode(w.key, 'hex'), to_timestamp(w.minute / 1000), w.count
          from jsonb_to_recordset(${JSON.stringify(sent.map(asRow))}::jsonb) as w (key text, minute bigint, count int)
          order by 1, 2
          on conflict (key, minute) do update set count = c.count + excluded.count
          returning key, extract(epoch from minute)::float8 * 1000 as minute, count`
      })
      const shared = new Map(totals.map((row) => [keyOfRow(row as never), row.count]))
      for (const { count, waiting } of sent) {
        count.waiting -= waiting
        count.shared = shared.get(keyOfRow(count)) ?? count.shared
      }
    } catch (error) {
      services.log.warn({ err: error }, 'requests are counted by each server alone')
    }
  }

  return { add }
}

const asRow = ({ count, waiting }: { count: Count; waiting: number }) => ({
  ...{ key: count.key.toString('hex'), minute: count.minute, count: waiting },
})
const keyOfRow = ({ key, minute }: { key: Buffer; minute: number }) => `${key.toString('hex')} ${minute}`
