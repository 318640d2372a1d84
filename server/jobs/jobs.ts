import type { Services } from '../services.ts'

/** All jobs and their data. A section declares its jobs in its `feature.ts` (`declare module`). */
// biome-ignore lint/suspicious/noEmptyInterface: the sections fill it in.
export interface Jobs {}
export type JobName = keyof Jobs

/** Runs a job. If it throws, the job is retried later. */
export type JobHandler<N extends JobName> = (services: Services, data: Jobs[N]) => Promise<void>

export type JobDefinition<N extends JobName> = {
  run: JobHandler<N>
  /** How often it is retried, with exponential backoff. */
  retries: number
  /** The longest that one run may take. */
  seconds: number
  /** Its schedule, in UTC. */
  cron?: string
  /** How many run in parallel in one process; 8 by default. */
  together?: number
  /** At most one job waits for each value of this field: adding a second one does nothing. */
  once_per?: string
  /** After how many seconds an ended job and its data are deleted, at the next hourly maintenance; a week by default. */
  forget_after?: number
  /** The job that runs with the same data when the last retry has failed or the process has died. */
  otherwise?: JobName
}
export type JobDefinitions = { [N in JobName]: JobDefinition<N> }
