import { newId } from '../ids.ts'
import type { Store } from '../store/store.ts'
import type { ScheduledAction } from '../store/tables.ts'
import { createTimetable } from './timetable.ts'

/**
 * The sandbox's time: real time plus what `advance` skipped. Scheduled actions are in the store, so they survive a
 * restart and happen late rather than never.
 */
export interface Clock {
  /** Sandbox time in milliseconds. */
  now(): number
  /** Sandbox time in whole seconds, as Stripe writes `created`. */
  seconds(): number
  /** Schedules an action on `subject` of `account` in so many sandbox seconds. */
  schedule(account: string, kind: string, subject: string, afterSeconds: number): void
  /** Schedules it at a given sandbox second, unless it is already scheduled. */
  scheduleOnce(account: string, kind: string, subject: string, atSecond: number): void
  /** Skips time. All actions that fall due are executed in order, each at its own time. */
  advance(seconds: number): Promise<void>
  /** Called whenever sandbox time jumps. */
  onJump(listener: () => void): void
  start(run: (action: ScheduledAction) => void): void
  stop(): void
}

const longestTimer = 60_000
const actionsPerSlice = 200

export function createClock(store: Store, realNow: () => number): Clock {
  const house = store.book('')
  const waiting = createTimetable<ScheduledAction>(house.rows('moves'))
  const listeners: (() => void)[] = []
  let skipped = Number(house.get('settings', 'clock_skipped_ms')?.value ?? 0)
  let pinned: number | undefined
  let timer: NodeJS.Timeout | undefined
  let run: ((action: ScheduledAction) => void) | undefined

  const now = () => pinned ?? realNow() + skipped

  function expect(action: ScheduledAction) {
    house.put('moves', action)
    waiting.add(action)
    if (pinned === undefined) arm()
  }

  function runDue(until: number, atMost: number): boolean {
    for (let done = 0; done < atMost; done++) {
      const action = waiting.takeDue(until)
      if (!action) return true
      house.remove('moves', action.id)
      run?.(action)
    }
    return false
  }

  function arm() {
    clearTimeout(timer)
    const next = waiting.next()
    if (!run || next === undefined) return
    timer = setTimeout(
      () => {
        runDue(now(), actionsPerSlice)
        arm()
      },
      Math.min(Math.max(next - now(), 0), longestTimer),
    )
  }

  return {
    now,
    seconds: () => Math.floor(now() / 1000),
    schedule: (account, kind, subject, afterSeconds) =>
      expect({ id: newId('move'), account, kind, subject, at: now() + afterSeconds * 1000 }),
    scheduleOnce(account, kind, subject, atSecond) {
      const id = `${kind} ${account} ${subject}`
      if (!house.get('moves', id)) expect({ id, account, kind, subject, at: atSecond * 1000 })
    },
    async advance(seconds) {
      const target = now() + seconds * 1000
      for (let next = waiting.next(); next !== undefined && next <= target; next = waiting.next()) {
        for (let slice = 0; slice < actionsPerSlice && next !== undefined && next <= target; slice++) {
          // Each action runs at its own time, so that its rows get the right date.
          pinned = Math.max(next, now())
          runDue(next, 1)
          next = waiting.next()
        }
        pinned = undefined
        await store.settled()
      }
      skipped = Math.max(skipped, target - realNow())
      house.put('settings', { id: 'clock_skipped_ms', value: skipped })
      for (const listener of listeners) listener()
      arm()
    },
    onJump: (listener) => listeners.push(listener),
    start(runner) {
      run = runner
      arm()
    },
    stop() {
      clearTimeout(timer)
      run = undefined
    },
  }
}
