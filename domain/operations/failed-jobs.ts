/** What became of a job that failed for good, in Italian. */
export const failedJobWords = {
  failed: 'Fallito',
  retried: 'Riprovato',
  discarded: 'Scartato',
  healed: 'Riuscito dopo',
} as const
export type FailedJobState = keyof typeof failedJobWords
