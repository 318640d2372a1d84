import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Prohibition } from 'iconoir-react'
import { paths } from '../../../paths.ts'
import styles from '../../../ui/feedback/WaitingBand.module.css'
import { formatCount } from '../../../ui/grid/list.ts'
import { Icon } from '../../../ui/icons/Icon.tsx'
import { latestRunsQuery, runTitle } from './bill-run-query.ts'

/** A running cancellation, with a link back to it. */
export function CancelRunWaiting() {
  const { data: runs } = useQuery(latestRunsQuery)
  const running = runs?.find(({ state }) => state === 'running')
  if (!running) return null
  return (
    <p className={styles.waiting} role="status" data-print="away">
      <Icon of={Prohibition} />
      <span>
        {runTitle(running)}: {formatCount(running.done)} fatte.
      </span>
      <Link {...paths.cancelRun(running.run_id)}>Segui</Link>
    </p>
  )
}
