import { Button } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { errorSentence } from '../../../api-error.ts'
import { paths } from '../../../paths.ts'
import { usePermission } from '../../../session/permissions/permission.ts'
import { Progress } from '../../../ui/feedback/Progress.tsx'
import { QueryError } from '../../../ui/feedback/QueryError.tsx'
import { Loading, TextSkeleton } from '../../../ui/feedback/Skeleton.tsx'
import { alertToast } from '../../../ui/feedback/toast.ts'
import { formatCount, formatCountOf } from '../../../ui/grid/list.ts'
import links from '../../../ui/layout/Links.module.css'
import styles from '../../../ui/overlay/DialogForm.module.css'
import { billWords } from '../bill-words.ts'
import { stopRun } from './bill-run-acts.ts'
import { type BillRun, refusalsQuery, runTitle, showEnded } from './bill-run-query.ts'

/** Progress of cancelling many bills; at the end, which were skipped and why. */
export function CancelRun({ run }: { run: BillRun }) {
  const running = run.state === 'running'
  const before = useRef(running)
  useEffect(() => {
    if (before.current && !running) showEnded()
    before.current = running
  }, [running])
  return running ? <Running run={run} /> : <Ended run={run} />
}

function Running({ run }: { run: BillRun }) {
  return (
    <>
      <p role="status">
        {formatCount(run.done)} di {formatCountOf(run.total, billWords)}
      </p>
      <Progress label={runTitle(run)} share={run.done / run.total} />
      <p className={styles.note}>Puoi andare altrove: va avanti da sola, e quando ha finito te lo dico.</p>
    </>
  )
}

/** Stops the run; nothing for users without the permission. */
export function StopRun({ run }: { run: BillRun }) {
  const may = usePermission('bills:write')
  const [stopping, setStopping] = useState(false)
  if (!may || run.state !== 'running') return null
  const stop = async () => {
    setStopping(true)
    try {
      await stopRun(run.run_id)
    } catch (error) {
      alertToast(errorSentence(error, 'Non l’ho fermata. Riprova fra poco.'), 'danger')
    } finally {
      setStopping(false)
    }
  }
  return (
    <Button variant="default" loading={stopping} onClick={() => void stop()}>
      Fermati qui
    </Button>
  )
}

function Ended({ run }: { run: BillRun }) {
  const left = run.total - run.done
  return (
    <>
      {left > 0 && <p>{formatCountOf(left, billWords)} non toccate: ti sei fermato prima.</p>}
      {run.refused > 0 ? <Refused run={run} /> : left === 0 && <p>Numeri e storia restano.</p>}
    </>
  )
}

function Refused({ run }: { run: BillRun }) {
  const { data, ...query } = useInfiniteQuery(refusalsQuery(run.run_id))
  const refused = data?.pages.flatMap(({ items }) => items) ?? []
  return (
    <>
      <p>{formatCountOf(run.refused, billWords)} no:</p>
      {query.isPending && (
        <Loading what="i motivi">
          <TextSkeleton lines={3} />
        </Loading>
      )}
      {query.isError && (
        <QueryError
          what="Non riesco a mostrare i motivi"
          error={query.error}
          onRetry={() => void query.refetch()}
        />
      )}
      {refused.length > 0 && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: keyboard users scroll a long list by focusing it
        <section className={styles.scroll} tabIndex={0} aria-label="Bollette non annullate">
          <table className={styles.parts}>
            <tbody>
              {refused.map(({ bill_id, number, reason }) => (
                <tr key={bill_id}>
                  <th scope="row">
                    {number === null ? (
                      `n. ${bill_id}`
                    ) : (
                      <Link {...paths.billPage(bill_id)} className={links.link}>
                        {number}
                      </Link>
                    )}
                  </th>
                  <td>{reason}</td>
                </tr>
              ))}
            </tbody>
          </table>
          {query.hasNextPage && (
            <Button
              variant="default"
              mt="sm"
              loading={query.isFetchingNextPage}
              onClick={() => void query.fetchNextPage()}
            >
              Mostra altre
            </Button>
          )}
        </section>
      )}
    </>
  )
}
