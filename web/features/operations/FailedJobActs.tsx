import { Button } from '@mantine/core'
import { jobName } from '@saldo/domain/operations/job-names'
import { Suspense, useState } from 'react'
import { lazyWithRetry } from '../../ui/lazy-with-retry.ts'
import { ConfirmDialog } from '../../ui/overlay/ConfirmDialog.tsx'
import type { FailedJobDetail } from './FailedJobPanel.tsx'
import { retryJob, retryJobs } from './failed-job-acts.ts'
import styles from './Operations.module.css'

const DiscardJobDialog = lazyWithRetry(() => import('./DiscardJobDialog.tsx'))

const refusals: Record<NonNullable<FailedJobDetail['retry_refused']>, string> = {
  gave_up: 'Non si riprova da qui: chi aspettava sa già che non è riuscito e ricomincia da lì.',
  personal:
    'Non si riprova: i dati su cui lavorava non si conservano. Chi l’ha chiesto deve chiederlo di nuovo.',
  unknown_job: 'Non si riprova: questa versione di Saldo non ha più questo lavoro.',
  handled: '',
}

/** Retry, retry all of the same name, discard; or why it cannot be retried. */
export function FailedJobActs({ job }: { job: FailedJobDetail }) {
  const [asked, ask] = useState<'all' | 'discard' | null>(null)
  if (job.state !== 'failed') return null
  return (
    <>
      {job.retry_refused && <p className={styles.note}>{refusals[job.retry_refused]}</p>}
      <div className={styles.acts}>
        {!job.retry_refused && (
          <>
            <Button onClick={() => void retryJob(job)}>Riprova</Button>
            <Button variant="default" onClick={() => ask('all')}>
              Riprova tutti
            </Button>
          </>
        )}
        <Button variant="default" onClick={() => ask('discard')}>
          Scarta
        </Button>
      </div>
      <ConfirmDialog
        opened={asked === 'all'}
        title={`Riprova tutti: ${jobName(job.name)}`}
        action="Riprova tutti"
        cancel="Lascia così"
        onClose={() => ask(null)}
        onConfirm={async () => {
          await retryJobs(job.name)
          ask(null)
        }}
      >
        Tornano in coda tutti i lavori falliti con questo nome. Quelli sugli stessi dati diventano uno solo.
      </ConfirmDialog>
      {asked === 'discard' && (
        <Suspense fallback={null}>
          <DiscardJobDialog job={job} onClose={() => ask(null)} />
        </Suspense>
      )}
    </>
  )
}
