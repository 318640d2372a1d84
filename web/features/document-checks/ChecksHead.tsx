import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { paths } from '../../paths.ts'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { ExportMenu } from '../../ui/grid/ExportMenu.tsx'
import { FilterBar } from '../../ui/grid/filters/FilterBar.tsx'
import { formatCount, formatCountOf, type Totals } from '../../ui/grid/list.ts'
import type { ListAddress } from '../../ui/grid/useListAddress.ts'
import { useNarrow } from '../../ui/grid/useNarrow.ts'
import links from '../../ui/layout/Links.module.css'
import { PageTitle } from '../../ui/layout/PageTitle.tsx'
import { checksList as list } from './checks-list.tsx'
import styles from './DocumentChecks.module.css'

/** Title, totals and filters of the queue. */
export function ChecksHead({
  address,
  totals,
  allCount,
  filtered,
  onPrint,
}: {
  address: ListAddress
  totals: Totals | undefined
  allCount: number | undefined
  filtered: boolean
  onPrint: () => void
}) {
  const { cards } = useNarrow()
  const none = allCount === 0
  return (
    <div className={styles.head} data-print="away">
      <PageTitle
        title="Verifica documenti"
        summary={
          totals &&
          !none && (
            <span aria-live="polite">
              {filtered && allCount !== undefined
                ? `${formatCount(totals.count)} di ${formatCount(allCount)}`
                : formatCountOf(totals.count, list.words)}
              {' · '}
              {list.summary?.(totals, address.filters)}
            </span>
          )
        }
        actions={
          !none && (
            <ExportMenu
              list={list}
              query={{ ...address.filters, sort: address.sort }}
              shown={list.columns}
              disabled={totals?.count === 0}
              iconOnly={cards}
              onPrint={onPrint}
            />
          )
        }
      />
      {/* Without columns to choose: the rows are cards at every width. */}
      {none ? (
        <div className={styles.apart} />
      ) : (
        <FilterBar list={list} address={address} shown={list.columns} cards />
      )}
    </div>
  )
}

/** Why the queue is empty: everything was decided, or the filters let nothing through. */
export function NothingToCheck({
  address,
  allCount,
}: {
  address: ListAddress
  allCount: number | undefined
}) {
  if (allCount)
    return (
      <EmptyState
        title="Nessun documento con questi filtri"
        action={
          <Button variant="default" onClick={() => void address.clearFilters()}>
            Togli i filtri
          </Button>
        }
      >
        Senza filtri: {formatCountOf(allCount, list.words)}.
      </EmptyState>
    )
  return (
    <EmptyState
      title="Niente da controllare"
      action={
        <Link {...paths.activations()} className={links.link}>
          Clienti da attivare
        </Link>
      }
    >
      Ogni documento ha avuto risposta. I prossimi arrivano qui appena qualcuno li carica.
    </EmptyState>
  )
}
