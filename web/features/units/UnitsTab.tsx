import { Button } from '@mantine/core'
import { formatEuro } from '@saldo/domain/money'
import { decimalsOf, totalWords } from '@saldo/domain/registry/unit'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Plus } from 'iconoir-react'
import { useMemo, useState } from 'react'
import { paths } from '../../paths.ts'
import { BackToBudget } from '../../records/BackToBudget.tsx'
import type { AccountTabProps } from '../../records/record-tab.ts'
import { usePermission } from '../../session/permissions/permission.ts'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { QueryError } from '../../ui/feedback/QueryError.tsx'
import { Loading, TextSkeleton } from '../../ui/feedback/Skeleton.tsx'
import { useColumns } from '../../ui/grid/columns/useColumns.ts'
import { ExportMenu } from '../../ui/grid/ExportMenu.tsx'
import { FilterBar } from '../../ui/grid/filters/FilterBar.tsx'
import { formatCountOf, type Totals } from '../../ui/grid/list.ts'
import { PaperList } from '../../ui/grid/PaperList.tsx'
import { printAll } from '../../ui/grid/print-all.ts'
import { useListAddress } from '../../ui/grid/useListAddress.ts'
import { useListPages } from '../../ui/grid/useListPages.ts'
import { useNarrow } from '../../ui/grid/useNarrow.ts'
import { Icon } from '../../ui/icons/Icon.tsx'
import links from '../../ui/layout/Links.module.css'
import { Section } from '../../ui/layout/Section.tsx'
import { mainTable, registerQuery, type UnitRow } from './register-query.ts'
import { UnitDialog } from './UnitDialog.tsx'
import { type UnitAsking, UnitDialogs } from './UnitDialogs.tsx'
import { UnitMenu } from './UnitMenu.tsx'
import { UnitSheet } from './UnitSheet.tsx'
import styles from './Units.module.css'
import { UnitCards, UnitsTable } from './UnitsTable.tsx'
import { UnitViews } from './UnitViews.tsx'
import { unitsList } from './units-list.tsx'

/** The units of a condominium with their millesimi, people, contacts and balance; the open one is in the address. */
export function UnitsTab({ account }: AccountTabProps) {
  const { account_id } = account
  const mayWrite = usePermission('accounts:write')
  const bills = usePermission('bills:read')
  const people = usePermission('subjects:read')
  const { data: register } = useQuery(registerQuery(account_id))
  const decimals = decimalsOf(Object.values(mainTable(register)?.weights ?? {}))
  const list = useMemo(
    () => unitsList(account_id, { bills, people }, decimals),
    [account_id, bills, people, decimals],
  )
  const address = useListAddress(list)
  const { pages, rows, totals, allCount, filtered } = useListPages(list, address.filters, address.sort)
  const { shown, sorting } = useColumns(list, address)
  const { cards } = useNarrow()
  const [asking, setAsking] = useState<UnitAsking | 'new' | null>(null)

  const unitOf = (id: number) => register?.units.find(({ unit_id }) => unit_id === id)
  const open = unitOf(Number(address.open))
  const menu = (row: UnitRow) => (
    <UnitMenu
      unit={row}
      onOpen={() => void address.change({ open: String(row.unit_id) })}
      onAct={(act) => {
        const unit = unitOf(row.unit_id)
        if (unit) setAsking({ unit, act })
      }}
    />
  )
  const shownRows = {
    units: rows,
    shown,
    menu,
    onOpen: (row: UnitRow) => void address.change({ open: String(row.unit_id) }),
  }
  const none = pages.isSuccess && rows.length === 0
  const clear = () =>
    void address.change({ q: null, ...Object.fromEntries(list.filters.map(({ id }) => [id, null])) })

  return (
    <div className={styles.wideTab}>
      <BackToBudget />
      <div data-print="away">
        <Section
          help="holders"
          title={allCount === undefined ? 'Unità' : formatCountOf(allCount, list.words)}
          action={
            (allCount ?? 0) > 0 && (
              <span className={styles.acts}>
                <ExportMenu
                  list={list}
                  query={{ ...address.filters, sort: address.sort }}
                  shown={shown}
                  onPrint={() => void printAll(pages)}
                  disabled={totals?.count === 0}
                  iconOnly={cards}
                />
                {mayWrite && (
                  <Button leftSection={<Icon of={Plus} />} onClick={() => setAsking('new')}>
                    Nuova unità
                  </Button>
                )}
              </span>
            )
          }
        >
          {none && !filtered ? (
            <NoUnits mayWrite={mayWrite} onAdd={() => setAsking('new')} />
          ) : (
            <>
              <UnitViews account_id={account_id} filters={address.filters} bills={bills} people={people} />
              <FilterBar list={list} address={address} shown={shown} cards={cards} />
              {totals && <Checks account_id={account_id} totals={totals} whole={!filtered} />}
              {pages.isPending && (
                <Loading what="le unità">
                  <TextSkeleton lines={8} />
                </Loading>
              )}
              {pages.isError && rows.length === 0 && (
                <QueryError
                  error={pages.error}
                  what="Non riesco a mostrare le unità"
                  onRetry={() => void pages.refetch()}
                />
              )}
              {none && (
                <EmptyState
                  title="Nessuna unità con questi filtri"
                  action={
                    <Button variant="default" onClick={clear}>
                      Togli i filtri
                    </Button>
                  }
                />
              )}
              {rows.length > 0 &&
                (cards ? (
                  <UnitCards {...shownRows} />
                ) : (
                  <UnitsTable {...shownRows} sorting={sorting} totals={totals} />
                ))}
              {pages.hasNextPage && (
                <Button
                  variant="default"
                  loading={pages.isFetchingNextPage}
                  onClick={() => void pages.fetchNextPage()}
                >
                  Mostra altre unità
                </Button>
              )}
            </>
          )}
        </Section>
      </div>
      <PaperList
        list={list}
        title="Unità"
        filters={address.filters}
        shown={shown}
        rows={rows}
        totals={totals}
      />
      {open && !asking && (
        <UnitSheet
          unit={open}
          tables={register?.tables ?? []}
          onRight={(right) => setAsking({ unit: open, right })}
          onClose={() => void address.change({ open: null })}
        />
      )}
      {asking === 'new' && <UnitDialog account_id={account_id} unit={null} onClose={() => setAsking(null)} />}
      {asking && asking !== 'new' && (
        <UnitDialogs account={account} asking={asking} onClose={() => setAsking(null)} />
      )}
    </div>
  )
}

/** What does not add up: millesimi that miss a thousand, bills that name no unit. */
function Checks({ account_id, totals, whole }: { account_id: number; totals: Totals; whole: boolean }) {
  const { count, weight = 0, without_weight = 0, unplaced, unplaced_residue } = totals
  const { sum, note } = totalWords({ kind: 'value', total: weight })
  const missing =
    without_weight > 0 && `${formatCountOf(without_weight, { one: 'unità', many: 'unità' })} senza`
  return (
    <>
      {whole && count > 0 && (note || missing) && (
        <p className={styles.note}>
          {without_weight === count
            ? 'Nessuna unità ha i millesimi di proprietà.'
            : `Millesimi di proprietà: ${[sum, note, missing].filter(Boolean).join(', ')}.`}{' '}
          <Link {...paths.accountPage(account_id, 'tabelle')} className={links.link}>
            Apri le tabelle
          </Link>
        </p>
      )}
      {!!unplaced && (
        <p className={styles.note}>
          {unplaced === 1
            ? 'Una bolletta da incassare non indica un’unità dell’elenco'
            : `${unplaced} bollette da incassare non indicano un’unità dell’elenco`}
          : {formatEuro(unplaced_residue ?? 0)} non sono nei saldi qui sotto.{' '}
          <Link {...paths.bills({ account_id: String(account_id) })} className={links.link}>
            Vedi le bollette
          </Link>
        </p>
      )}
    </>
  )
}

const NoUnits = ({ mayWrite, onAdd }: { mayWrite: boolean; onAdd: () => void }) => (
  <EmptyState title="Nessuna unità" action={mayWrite && <Button onClick={onAdd}>Aggiungi un’unità</Button>}>
    {mayWrite ? (
      <>
        Aggiungile qui, oppure{' '}
        <Link {...paths.importAccounts()} className={links.link}>
          importale da un foglio
        </Link>{' '}
        con persone e millesimi.
      </>
    ) : (
      'Le aggiunge chi può cambiare i condomìni dello studio.'
    )}
  </EmptyState>
)
