import { Button } from '@mantine/core'
import { decimalsOf, totalWords, weightText } from '@saldo/domain/registry/unit'
import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { Plus } from 'iconoir-react'
import { useState } from 'react'
import { BackToBudget } from '../../records/BackToBudget.tsx'
import type { AccountTabProps } from '../../records/record-tab.ts'
import { usePermission } from '../../session/permissions/permission.ts'
import { LinkButton } from '../../ui/buttons/PlainButton.tsx'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { QueryError } from '../../ui/feedback/QueryError.tsx'
import { Loading, TextSkeleton } from '../../ui/feedback/Skeleton.tsx'
import type { Query } from '../../ui/grid/list.ts'
import { Icon } from '../../ui/icons/Icon.tsx'
import { Section } from '../../ui/layout/Section.tsx'
import { type Register, registerQuery, type WeightTable } from './register-query.ts'
import { TableDialog } from './TableDialog.tsx'
import styles from './Units.module.css'
import { tableKindNames } from './unit-words.ts'
import { WeightCell } from './WeightCell.tsx'

/** The weight tables of a condominium: a row per unit, a column per table, sums in the footer. */
export function WeightsTab({ account: { account_id } }: AccountTabProps) {
  const { data, ...query } = useQuery(registerQuery(account_id))
  const mayWrite = usePermission('accounts:write')
  const [open, setOpen] = useState<{ table: WeightTable | null } | null>(null)
  const add = (
    <Button
      size="xs"
      variant="default"
      leftSection={<Icon of={Plus} />}
      onClick={() => setOpen({ table: null })}
    >
      Nuova tabella
    </Button>
  )
  return (
    <div className={styles.tab}>
      <BackToBudget />
      <Section
        title="Tabelle millesimali"
        help="weights"
        action={mayWrite && data && data.tables.length > 0 && add}
      >
        {query.isPending && (
          <Loading what="le tabelle">
            <TextSkeleton lines={6} />
          </Loading>
        )}
        {query.isError && (
          <QueryError
            error={query.error}
            what="Non riesco a mostrare le tabelle"
            onRetry={() => void query.refetch()}
          />
        )}
        {data && data.tables.length === 0 && (
          <EmptyState
            title="Nessuna tabella"
            action={
              mayWrite && <Button onClick={() => setOpen({ table: null })}>Aggiungi una tabella</Button>
            }
          >
            Con le tabelle si ripartiscono le spese fra le unità: proprietà, scale, ascensore, riscaldamento.
          </EmptyState>
        )}
        {data && data.tables.length > 0 && (
          <Grid register={data} onOpen={mayWrite ? (table) => setOpen({ table }) : null} />
        )}
      </Section>
      {open && <TableDialog account_id={account_id} table={open.table} onClose={() => setOpen(null)} />}
    </div>
  )
}

function Grid({
  register: { units, tables },
  onOpen,
}: {
  register: Register
  onOpen: ((table: WeightTable) => void) | null
}) {
  const wanted = Number((useSearch({ strict: false }) as Query).unita) || null
  const columns = tables.map((table) => ({ table, decimals: decimalsOf(Object.values(table.weights)) }))
  return (
    <>
      {onOpen && (
        <p className={styles.dim}>
          Scrivi i millesimi con la virgola: si salvano da soli quando lasci la casella. Invio e frecce
          cambiano riga.
        </p>
      )}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by keyboard */}
      <section className={styles.scroll} aria-label="Millesimi per unità" tabIndex={0}>
        <table className={styles.weights} data-fields={onOpen ? true : undefined}>
          <thead>
            <tr>
              <th scope="col">Unità</th>
              {tables.map((table) => (
                <th key={table.weight_table_id} scope="col">
                  {onOpen ? (
                    <LinkButton
                      aria-label={`Modifica la tabella ${table.name}`}
                      onClick={() => onOpen(table)}
                    >
                      {table.name}
                    </LinkButton>
                  ) : (
                    table.name
                  )}
                  <small>{tableKindNames[table.kind]}</small>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {units.map((unit, row) => (
              <tr key={unit.unit_id} data-wanted={unit.unit_id === wanted || undefined}>
                <th scope="row">
                  {unit.name}
                  <small>{unit.holders.find(({ until }) => until === null)?.nominative}</small>
                </th>
                {columns.map(({ table, decimals }) => (
                  <td key={table.weight_table_id}>
                    {onOpen ? (
                      <WeightCell
                        table={table}
                        unit={unit}
                        row={row}
                        decimals={decimals}
                        focused={unit.unit_id === wanted && table === tables[0]}
                      />
                    ) : (
                      weightText(table.weights[unit.unit_id], decimals)
                    )}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
          <tfoot>
            <tr>
              <th scope="row">Somma</th>
              {columns.map(({ table, decimals }) => {
                const { sum, note } = totalWords(table, decimals)
                return (
                  <td key={table.weight_table_id}>
                    <strong>{sum}</strong>
                    {note && <small className={styles.note}>{note}</small>}
                  </td>
                )
              })}
            </tr>
          </tfoot>
        </table>
      </section>
      {units.length === 0 && (
        <p className={styles.dim}>Prima servono le unità: aggiungile nella loro scheda.</p>
      )}
    </>
  )
}
