import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { Upload } from 'iconoir-react'
import { paths } from '../../paths.ts'
import { IfPermitted } from '../../session/permissions/IfPermitted.tsx'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { Bar, Loading } from '../../ui/feedback/Skeleton.tsx'
import { ExportMenu } from '../../ui/grid/ExportMenu.tsx'
import { FilterBar } from '../../ui/grid/filters/FilterBar.tsx'
import { formatCount, formatCountOf, type Totals } from '../../ui/grid/list.ts'
import type { ListAddress } from '../../ui/grid/useListAddress.ts'
import { newKey } from '../../ui/grid/useListKeys.ts'
import { useNarrow } from '../../ui/grid/useNarrow.ts'
import { Icon } from '../../ui/icons/Icon.tsx'
import { PageTitle } from '../../ui/layout/PageTitle.tsx'
import styles from './Transfers.module.css'
import { TransferViews } from './TransferViews.tsx'
import { transferViews } from './transfer-views.ts'
import { transfersList as list } from './transfers-list.tsx'

/** Opens the page that loads statements. */
export const ImportButton = ({ label = 'Importa estratto' }: { label?: string }) => (
  <IfPermitted permission="payments:write">
    <Button
      variant="default"
      leftSection={<Icon of={Upload} />}
      aria-keyshortcuts={newKey}
      renderRoot={(props) => <Link {...paths.importStatements()} {...props} />}
    >
      {label}
    </Button>
  </IfPermitted>
)

/** Title, totals, views by state, and filters. */
export function TransfersHead({
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
        title="Abbina i bonifici"
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
          <>
            {!none && (
              <ExportMenu
                list={list}
                query={{ ...address.filters, sort: address.sort }}
                shown={list.columns}
                disabled={totals?.count === 0}
                iconOnly={cards}
                onPrint={onPrint}
              />
            )}
            {!none && <ImportButton />}
          </>
        }
      />
      <TransferViews filters={address.filters} />
      {/* Without columns to choose: the rows are cards at every width. */}
      <FilterBar list={list} address={address} shown={list.columns} cards />
    </div>
  )
}

/** Why there are no movements: none yet, all settled, or none that the filters let through. */
export function NoMovements({ address, allCount }: { address: ListAddress; allCount: number | undefined }) {
  const { state, ...others } = address.filters
  if (allCount === 0)
    return (
      <EmptyState title="Nessun movimento ancora" action={<ImportButton label="Importa un estratto" />}>
        Carica l’estratto conto della banca: Saldo abbina da solo i bonifici sicuri e ti chiede gli altri, con
        il perché di ogni proposta.
      </EmptyState>
    )
  const open = transferViews.find((view) => view.state === state)
  if (open && Object.keys(others).length === 0) {
    const [title, why] = nothingIn[open.name]
    return (
      <EmptyState title={title} action={<ImportButton label="Importa un estratto" />}>
        {why}
      </EmptyState>
    )
  }
  return (
    <EmptyState
      title="Nessun movimento con questi filtri"
      action={
        <Button variant="default" onClick={() => void address.clearFilters()}>
          Togli i filtri
        </Button>
      }
    >
      {allCount ? `Senza filtri: ${formatCountOf(allCount, list.words)}.` : null}
    </EmptyState>
  )
}

const nothingIn: Record<(typeof transferViews)[number]['name'], [title: string, why: string]> = {
  'Da abbinare': [
    'Tutto abbinato',
    'Nessun bonifico aspetta una conferma. Quelli senza nessun indizio sono tra i «Da spiegare».',
  ],
  'Da spiegare': ['Niente da spiegare', 'Di ogni movimento si sa che cos’è.'],
  Abbinati: ['Nessun bonifico abbinato', 'Quelli che abbini, o che si abbinano da soli, restano qui.'],
  Esclusi: ['Nessun movimento escluso', 'Qui restano quelli che non riguardano i condòmini.'],
  Tutti: ['Nessun movimento ancora', 'Carica l’estratto conto della banca.'],
}

/** Rows to be, in their shape. */
export const ListGhost = () => (
  <Loading what="i movimenti">
    {[0, 1, 2, 3, 4, 5].map((row) => (
      <div key={row} className={styles.ghost}>
        <Bar width="60%" height={12} />
        <Bar width="85%" />
        <Bar width="40%" />
      </div>
    ))}
  </Loading>
)
