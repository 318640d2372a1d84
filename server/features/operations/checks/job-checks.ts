import { jobName } from '@saldo/domain/operations/job-names'
import { CronExpressionParser } from 'cron-parser'
import { judge, thresholds } from '../thresholds.ts'
import type { Check, Finding } from './check.ts'
import type { QueueState } from './queue-state.ts'

const failedJobs: Check = {
  code: 'failed_jobs',
  seconds: 10,
  look: async ({ services }) => {
    const names = await services.asSystem(
      (tx) => tx<{ name: string; count: number }[]>`
        select name, count(*)::int as count from failed_jobs
        where state = 'failed' and failed_at > now() - interval '30 days' group by name order by count desc, name`,
    )
    const count = names.reduce((sum, each) => sum + each.count, 0)
    return {
      state: judge(count, thresholds.failed_jobs),
      figure: count,
      parts: names.map((each) => ({ name: jobName(each.name), figure: each.count, note: null })),
    }
  },
}

const waitingJobs: Check = {
  code: 'waiting_jobs',
  seconds: 10,
  look: async ({ queue }) => {
    const waiting = (await queue()).names
      .filter((each) => each.waiting > 0)
      .sort((one, other) => other.oldest - one.oldest)
    const oldest = waiting[0]?.oldest ?? 0
    return {
      state: judge(oldest, thresholds.waiting_jobs),
      figure: oldest,
      parts: waiting
        .slice(0, 20)
        .map((each) => ({ name: jobName(each.name), figure: each.oldest, note: `${each.waiting} in coda` })),
    }
  },
}

const scheduledJobs: Check = {
  code: 'scheduled_jobs',
  seconds: 10,
  look: async ({ services, queue, at }) => {
    const known = await queue()
    const names = Object.keys(services.jobs)
    return missedSchedules(
      { ...known, schedules: known.schedules.filter(({ name }) => names.includes(name)) },
      at,
    )
  },
}

/** Which scheduled jobs were not added at the last time that they should have been. `at` in milliseconds. */
export function missedSchedules({ names, schedules }: QueueState, at: number): Finding {
  const missed = schedules.flatMap(({ name, cron, since }) => {
    const due = lastDue(cron, at - thresholds.scheduled_grace * 1000)
    const added = names.find((each) => each.name === name)?.last_added ?? since
    // It is added some seconds after its minute, and never before it.
    return Math.max(added, since) * 1000 < due
      ? [{ name: jobName(name), figure: null, note: `doveva partire alle ${timeOf(due)} UTC` }]
      : []
  })
  return { state: judge(missed.length, thresholds.scheduled_jobs), figure: missed.length, parts: missed }
}

/** The last time before `at` at which this schedule (UTC) is due, in milliseconds. */
const lastDue = (cron: string, at: number): number =>
  CronExpressionParser.parse(cron, { currentDate: new Date(at), tz: 'UTC' })
    .prev()
    .getTime()

const timeOf = (at: number) => new Date(at).toISOString().slice(11, 16)

export const jobChecks: readonly Check[] = [failedJobs, waitingJobs, scheduledJobs]
