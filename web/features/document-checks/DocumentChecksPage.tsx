import { useMediaQuery } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { NavArrowLeft } from 'iconoir-react'
import { Suspense, useEffect, useRef, useState } from 'react'
import { errorSentence } from '../../api-error.ts'
import { paths } from '../../paths.ts'
import { QueryError } from '../../ui/feedback/QueryError.tsx'
import { RecordError } from '../../ui/feedback/RecordError.tsx'
import { Loading, TextSkeleton } from '../../ui/feedback/Skeleton.tsx'
import { alertToast, toast } from '../../ui/feedback/toast.ts'
import { PaperList } from '../../ui/grid/PaperList.tsx'
import { printAll } from '../../ui/grid/print-all.ts'
import { useListAddress } from '../../ui/grid/useListAddress.ts'
import { useListKeys } from '../../ui/grid/useListKeys.ts'
import { useListPages } from '../../ui/grid/useListPages.ts'
import { Icon } from '../../ui/icons/Icon.tsx'
import links from '../../ui/layout/Links.module.css'
import { VisuallyHidden } from '../../ui/layout/VisuallyHidden.tsx'
import { lazyWithRetry } from '../../ui/lazy-with-retry.ts'
import { announce, type Decision, decide, refreshChecks, takeBack } from '../documents/document-acts.ts'
import { CheckQueue } from './CheckQueue.tsx'
import { ChecksHead, NothingToCheck } from './ChecksHead.tsx'
import { checkQuery, type DocumentCheck, fetchBeforehand, leaveQueue } from './check-query.ts'
import { kindOf } from './check-words.ts'
import { checksList as list } from './checks-list.tsx'
import styles from './DocumentChecks.module.css'
import { OneCheck } from './OneCheck.tsx'
import { useCheckKeys } from './useCheckKeys.ts'

const InvalidDialog = lazyWithRetry(() => import('../documents/InvalidDialog.tsx'))

type Last = Pick<DocumentCheck, 'document_id' | 'owner'>

/** The queue on the left; the open document with its preview, and what its owner wrote, beside it. On narrow screens one after the other. */
export function DocumentChecksPage() {
  const address = useListAddress(list)
  const { filters, sort, open: openId } = address
  const { pages, rows, totals, allCount, filtered } = useListPages(list, filters, sort)
  const single = useMediaQuery('(max-width: 1199.9px), (max-height: 479.9px)', undefined, {
    getInitialValueInEffect: false,
  })
  const query = useQuery({ ...checkQuery(Number(openId)), enabled: openId !== null })
  const check = query.data
  const [refusing, setRefusing] = useState(false)
  const deciding = useRef(false)
  const last = useRef<Last | null>(null)

  const show = (id: number | null, replace = true) => {
    setRefusing(false)
    void address.change({ open: id === null ? null : String(id) }, replace)
  }
  const place = rows.findIndex(({ document_id }) => String(document_id) === openId)
  const first = rows[0]?.document_id
  useEffect(() => {
    if (!single && openId === null && first !== undefined) void address.change({ open: String(first) }, true)
  }, [single, openId, first, address.change])

  const next = rows[place + 1]
  useEffect(() => {
    if (next) void fetchBeforehand(next)
  }, [next])
  // The next one may be on the next page of the queue.
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = pages
  useEffect(() => {
    if (!next && rows.length > 0 && hasNextPage && !isFetchingNextPage) void fetchNextPage()
  }, [next, rows.length, hasNextPage, isFetchingNextPage, fetchNextPage])

  const undo = async () => {
    const done = last.current
    last.current = null
    if (!done) return toast('Qui non c’è niente da annullare.')
    if (!(await takeBack(done.owner, done.document_id))) return
    toast('Annullato: lo studio non ne sa niente.')
    show(done.document_id)
  }
  /** The document leaves the queue, and the next one opens; after the last one, the one before it. */
  const goOn = ({ document_id }: DocumentCheck) => {
    const after = next ?? rows[place - 1]
    leaveQueue(document_id)
    show(after && after.document_id !== document_id ? after.document_id : null)
    void refreshChecks()
  }
  /** Rejects with the server's error. */
  const record = async (of: DocumentCheck, decision: Decision) => {
    await decide(of.owner, of, decision)
    last.current = of
    announce(kindOf(of), decision, () => void undo())
    goOn(of)
  }
  const mayDecide = (): DocumentCheck | null => {
    if (!check || String(check.document_id) !== openId || deciding.current || check.state !== 'to_check')
      return null
    if (check.why_not === null) return check
    alertToast(check.why_not, 'danger')
    return null
  }
  const onValid = async () => {
    const of = mayDecide()
    if (!of) return
    deciding.current = true
    try {
      await record(of, { state: 'checked' })
    } catch (error) {
      // Another reviewer decided first, or the file was removed: load the queue again, because the screen shows the old state.
      alertToast(`Non l’ho segnato. ${errorSentence(error)}`, 'danger')
      await refreshChecks()
    } finally {
      deciding.current = false
    }
  }
  const onInvalid = () => setRefusing(mayDecide() !== null)
  const onStep = (by: 1 | -1) => {
    const to = rows[place < 0 ? 0 : place + by]
    if (to) show(to.document_id)
  }
  useListKeys()
  useCheckKeys({
    onStep,
    onInvalid,
    onValid: () => void onValid(),
    onUndo: () => void undo(),
  })

  const opened = openId !== null
  const onlyOne = single === true && opened
  return (
    <div className={styles.page} data-single={single || undefined} data-opened={onlyOne || undefined}>
      <title>Verifica documenti · Saldo</title>
      {onlyOne ? (
        <div className={styles.back}>
          <VisuallyHidden>
            <h1>Verifica documenti</h1>
          </VisuallyHidden>
          <Link {...paths.documentChecks({ ...filters, sort })} className={links.link}>
            <Icon of={NavArrowLeft} style={{ verticalAlign: '-3px' }} /> Tutti i documenti
          </Link>
        </div>
      ) : (
        <ChecksHead
          address={address}
          totals={totals}
          allCount={allCount}
          filtered={filtered}
          onPrint={() => void printAll(pages)}
        />
      )}
      <div className={styles.body}>
        {!onlyOne && (
          <div className={styles.list} data-alone={single || (rows.length === 0 && !opened) || undefined}>
            {pages.isError && rows.length === 0 ? (
              <div className={styles.message}>
                <QueryError
                  error={pages.error}
                  what="Non riesco a mostrare i documenti"
                  onRetry={() => void pages.refetch()}
                />
              </div>
            ) : pages.isPending ? (
              <div className={styles.message}>
                <Loading what="i documenti">
                  <TextSkeleton lines={10} />
                </Loading>
              </div>
            ) : rows.length === 0 ? (
              <div className={styles.message}>
                <NothingToCheck address={address} allCount={allCount} />
              </div>
            ) : (
              <CheckQueue rows={rows} pages={pages} openId={openId} search={{ ...filters, sort }} />
            )}
          </div>
        )}
        {opened && (
          <section className={styles.one} aria-label="Documento">
            {query.isPending && (
              <div className={styles.message}>
                <Loading what="il documento">
                  <TextSkeleton lines={8} />
                </Loading>
              </div>
            )}
            {query.isError && (
              <div className={styles.message}>
                <RecordError
                  error={query.error}
                  missing="Questo documento non c’è più"
                  what="Non riesco a mostrare il documento"
                  onRetry={() => void query.refetch()}
                />
              </div>
            )}
            {check && (
              <OneCheck
                key={check.document_id}
                check={check}
                onStep={onStep}
                onValid={() => void onValid()}
                onInvalid={onInvalid}
              />
            )}
          </section>
        )}
      </div>
      {refusing && check && (
        <Suspense fallback={null}>
          <InvalidDialog
            owner={check.owner}
            document={check}
            onInvalid={(reason) => record(check, { state: 'invalid', reason })}
            onClose={() => setRefusing(false)}
          />
        </Suspense>
      )}
      <PaperList
        list={list}
        title="Documenti da verificare"
        filters={filters}
        shown={list.columns}
        rows={rows}
        totals={totals}
      />
    </div>
  )
}
