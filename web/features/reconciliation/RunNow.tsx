import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { usePermission } from '../../session/permissions/permission.ts'
import { queries } from '../../session/queries.ts'
import { Progress } from '../../ui/feedback/Progress.tsx'
import { alertToast } from '../../ui/feedback/toast.ts'
import { useNarrow } from '../../ui/grid/useNarrow.ts'
import styles from './Reconciliation.module.css'
import { compareNow } from './reconciliation-acts.ts'
import { type Run, runsQuery, underWay } from './reconciliation-query.ts'
import { runSentence } from './reconciliation-words.ts'

/** Starts a comparison of yesterday and today, or shows the progress of a running one. */
export function RunNow() {
  const { data: runs } = useQuery(runsQuery)
  const run = runs?.find(underWay)
  const { cards } = useNarrow()
  const may = usePermission('payments:write')
  useEnd(run, runs)
  if (run)
    return (
      <div className={styles.running} role="status">
        <span>{runSentence(run)}</span>
        <Progress
          label="Confronto dei libri"
          share={run.progress.total ? run.progress.done / run.progress.total : null}
        />
      </div>
    )
  if (!may) return null
  return <Button onClick={() => void compareNow()}>{cards ? 'Confronta' : 'Confronta adesso'}</Button>
}

/** When a run has ended: reports the result and refetches all sums. */
function useEnd(run: Run | undefined, runs: Run[] | undefined) {
  const before = useRef<number | null>(null)
  useEffect(() => {
    const ended = runs?.find(({ run_id, ...each }) => run_id === before.current && !underWay(each))
    if (ended) {
      if (ended.state === 'failed') alertToast(ended.failure ?? 'Il confronto si è fermato.', 'danger')
      else alertToast('Confronto finito.', 'success')
      void queries.invalidateQueries({ queryKey: ['reconciliation'] })
    }
    if (runs) before.current = run?.run_id ?? null
  }, [run, runs])
}
