import type { Services } from '../services.ts'

/** Every job and the data it is given. A section declares its jobs in its `feature.ts` (`declare module`). */
// biome-ignore lint/suspicious/noEmptyInterface: the sections fill it in.
export interface Jobs {}
export type JobName = keyof Jobs

/** What a job does; throwing makes it be tried again later. */
export type JobHandler<N extends JobName> = (services: Services, data: Jobs[N]) => Promise<void>

export type JobDefinition<N extends JobName> = {
  run: JobHandler<N>
  /** How often it is retried, with exponential backoff. */
  retries: number
  /** Each run is bounded by so many. */
  seconds: number
  /** When it runs by itself, in UTC. */
  cron?: string
  /** Side by side in one process, by default 8. */
  together?: number
  /** Waits once for each value of that field: asking again while one still waits adds none. */
  once_per?: string
  /** Done with the same data when the last try has failed or its process has died. */
  otherwise?: JobName
}
export type JobDefinitions = { [N in JobName]: JobDefinition<N> }
