import type { FailedJobDetail } from '@saldo/contract/operations/failed-jobs'
import type { JobDefinitions, JobName } from '../../../jobs/jobs.ts'

export type RetryRefusal = NonNullable<FailedJobDetail['retry_refused']>

/**
 * Why a failed job may not be queued again; null: it may. Every job may run twice, because the queue itself repeats those
 * of a process that died. But where another job has told whoever waited that it failed (`otherwise`), they have begun anew;
 * and what a person typed is not kept (`forget_after`).
 */
export function retryRefusal(
  jobs: JobDefinitions,
  { name, state }: { name: string; state: string },
): RetryRefusal | null {
  if (state !== 'failed') return 'handled'
  const job = jobs[name as JobName]
  if (!job) return 'unknown_job'
  if (job.otherwise) return 'gave_up'
  return job.forget_after !== undefined ? 'personal' : null
}

export const refusalSentences: Record<RetryRefusal, string> = {
  gave_up: 'Chi aspettava sa già che non è riuscito: si ricomincia da lì, non da qui.',
  personal: 'I dati su cui lavorava non si conservano: chi l’ha chiesto deve chiederlo di nuovo.',
  unknown_job: 'Questa versione di Saldo non ha più questo lavoro.',
  handled: 'È già stato riprovato, scartato o riuscito da solo.',
}
