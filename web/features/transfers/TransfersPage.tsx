import { useMediaQuery } from '@mantine/hooks'
import { isOpenMovement } from '@saldo/domain/transfers/movement'
import { Link } from '@tanstack/react-router'
import { CheckCircle, NavArrowLeft, Union } from 'iconoir-react'
import { Suspense, useEffect, useRef, useState } from 'react'
import { paths } from '../../paths.ts'
import { usePermission } from '../../session/permissions/permission.ts'
import { QueryError } from '../../ui/feedback/QueryError.tsx'
import { toast } from '../../ui/feedback/toast.ts'
import type { BulkAction, Selected } from '../../ui/grid/list.ts'
import { PaperList } from '../../ui/grid/PaperList.tsx'
import { printAll } from '../../ui/grid/print-all.ts'
import { GridSelectionBar } from '../../ui/grid/selection/GridSelectionBar.tsx'
import { useSelection } from '../../ui/grid/selection/useSelection.ts'
import { useListAddress } from '../../ui/grid/useListAddress.ts'
import { useListKeys } from '../../ui/grid/useListKeys.ts'
import { useListPages } from '../../ui/grid/useListPages.ts'
import { Icon } from '../../ui/icons/Icon.tsx'
import links from '../../ui/layout/Links.module.css'
import { VisuallyHidden } from '../../ui/layout/VisuallyHidden.tsx'
import { lazyWithRetry } from '../../ui/lazy-with-retry.ts'
import { MovementList } from './MovementList.tsx'
import styles from './Transfers.module.css'
import { ListGhost, NoMovements, TransfersHead } from './TransfersHead.tsx'
import type { Done } from './transfer-acts.ts'
import type { Movement } from './transfer-query.ts'
import { transfersList as list } from './transfers-list.tsx'
import { useTransferKeys } from './useTransferKeys.ts'
import { Together } from './workbench/Together.tsx'
import { Workbench } from './workbench/Workbench.tsx'

const ConfirmManyDialog = lazyWithRetry(() => import('./ConfirmManyDialog.tsx'))

/** The server matches so many movements together. */
const mostTogether = 50

/** Movements on the left, what the open one settles on the right; on narrow screens one after the other. */
export function TransfersPage() {
  const address = useListAddress(list)
  const { filters, sort, open: openId } = address
  const { pages, rows, totals, allCount, filtered } = useListPages(list, filters, sort)
  const selection = useSelection(list, filters, totals)
  const single = useMediaQuery('(max-width: 1023.9px), (max-height: 479.9px)', undefined, {
    getInitialValueInEffect: false,
  })
  const mayMatch = usePermission('payments:write')
  const [together, setTogether] = useState<[Movement, ...Movement[]] | null>(null)
  const [confirming, setConfirming] = useState<Selected<Movement> | null>(null)
  const last = useRef<Done | null>(null)

  const show = (id: number | null, replace = true) => {
    setTogether(null)
    void address.change({ open: id === null ? null : String(id) }, replace)
  }
  const place = rows.findIndex(({ movement_id }) => String(movement_id) === openId)
  const first = rows[0]?.movement_id
  useEffect(() => {
    if (!single && openId === null && first !== undefined) void address.change({ open: String(first) }, true)
  }, [single, openId, first, address.change])

  const undo = () => {
    const done = last.current
    last.current = null
    if (!done) return toast('Qui non c’è niente da annullare.')
    void done.undo().then(() => show(done.movement_id))
  }
  const onDone = (done: Done) => {
    last.current = done
    toast(done.text, undo)
    selection.clear()
    setTogether(null)
    const at = rows.findIndex(({ movement_id }) => movement_id === done.movement_id)
    const next = [...rows.slice(at + 1), ...rows.slice(0, Math.max(at, 0)).reverse()].find(
      ({ state, movement_id }) => isOpenMovement(state) && movement_id !== done.movement_id,
    )
    if (next) show(next.movement_id)
  }
  useListKeys()
  useTransferKeys({
    onUndo: undo,
    onStep: (by) => {
      const to = rows[place < 0 ? 0 : place + by]
      if (to) show(to.movement_id)
    },
  })
  const actions: BulkAction<Movement>[] = mayMatch
    ? [
        {
          id: 'confirm',
          label: 'Conferma le proposte',
          icon: CheckCircle,
          run: setConfirming,
          offered: ({ count, loaded }) => loaded.length < count || loaded.some(mayConfirm),
        },
        {
          id: 'together',
          label: 'Abbina insieme',
          icon: Union,
          run: ({ loaded }) => setTogether(loaded as [Movement, ...Movement[]]),
          offered: ({ count, loaded }) => count === loaded.length && mayMatchTogether(loaded),
        },
      ]
    : []
  const opened = together !== null || openId !== null
  const onlyBench = single === true && opened

  return (
    <div className={styles.page} data-single={single || undefined} data-opened={onlyBench || undefined}>
      <title>Bonifici · Saldo</title>
      {onlyBench ? (
        <div className={styles.back}>
          <VisuallyHidden>
            <h1>Abbina i bonifici</h1>
          </VisuallyHidden>
          <Link
            {...paths.transfers({ ...filters, sort })}
            className={links.link}
            onClick={() => setTogether(null)}
          >
            <Icon of={NavArrowLeft} style={{ verticalAlign: '-3px' }} /> Tutti i movimenti
          </Link>
        </div>
      ) : (
        <TransfersHead
          address={address}
          totals={totals}
          allCount={allCount}
          filtered={filtered}
          onPrint={() => void printAll(pages)}
        />
      )}
      <div className={styles.body}>
        {!onlyBench && (
          <div className={styles.list} data-alone={single || rows.length === 0 || undefined}>
            <div className={styles.scroll}>
              {pages.isError && rows.length === 0 ? (
                <div className={styles.message}>
                  <QueryError
                    error={pages.error}
                    what="Non riesco a mostrare i movimenti"
                    onRetry={() => void pages.refetch()}
                  />
                </div>
              ) : pages.isPending ? (
                <ListGhost />
              ) : rows.length === 0 ? (
                <div className={styles.message}>
                  <NoMovements address={address} allCount={allCount} />
                </div>
              ) : (
                <MovementList
                  rows={rows}
                  pages={pages}
                  openId={together ? null : openId}
                  search={{ ...filters, sort }}
                  isSelected={selection.has}
                  onSelect={(movement, range) =>
                    range ? selection.toggleTo(movement, rows) : selection.toggle(movement)
                  }
                />
              )}
            </div>
          </div>
        )}
        {opened && (
          <section className={styles.bench} aria-label="Movimento">
            {together ? (
              <Together movements={together} onDone={onDone} onClose={() => setTogether(null)} />
            ) : (
              <Workbench key={openId} id={Number(openId)} onDone={onDone} />
            )}
          </section>
        )}
      </div>
      {selection.count > 0 && !onlyBench && (
        <GridSelectionBar
          list={list}
          selection={selection}
          totals={totals}
          query={{ ...filters, sort }}
          shown={list.columns}
          rows={rows}
          actions={actions}
        />
      )}
      {confirming && (
        <Suspense>
          <ConfirmManyDialog
            selected={confirming}
            onClose={() => {
              setConfirming(null)
              selection.clear()
            }}
          />
        </Suspense>
      )}
      <PaperList
        list={list}
        title="Bonifici"
        filters={filters}
        shown={list.columns}
        rows={rows}
        totals={totals}
      />
    </div>
  )
}

const mayConfirm = ({ state, first_choice }: Movement) => isOpenMovement(state) && first_choice

/** Several movements that wait, of one condominium: what they pay together is one match. */
const mayMatchTogether = (movements: readonly Movement[]): boolean =>
  movements.length > 1 &&
  movements.length <= mostTogether &&
  movements.every(({ state, account_id }) => isOpenMovement(state) && account_id === movements[0]?.account_id)
