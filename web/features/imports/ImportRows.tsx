import { Button, TextInput } from '@mantine/core'
import { formatDate } from '@saldo/domain/dates'
import { type RightKind, rightNames } from '@saldo/domain/right-holder'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Amount } from '../../ui/data/Amount.tsx'
import { StateLabel } from '../../ui/data/StateLabel.tsx'
import { TwoLineCell } from '../../ui/data/TwoLineCell.tsx'
import { QueryError } from '../../ui/feedback/QueryError.tsx'
import { Loading, TextSkeleton } from '../../ui/feedback/Skeleton.tsx'
import { formatCount } from '../../ui/grid/list.ts'
import styles from './ImportRows.module.css'
import { type Import, type ImportRow, importKinds } from './import-kinds.ts'
import { importRowStates } from './import-states.ts'
import { cellOf, placeOf } from './import-words.ts'

type Status = ImportRow['status']
const pageSize = 50

type Correction = { sheet: string; ref: string; value: string }
/** Cells that the person corrected and did not send yet, by sheet and reference. */
export type Corrections = ReadonlyMap<string, Correction>

/** Shows what each row becomes, and its errors cell by cell, to be corrected in place. */
export function ImportRows({
  found,
  corrections,
  onCorrect,
}: {
  found: Import
  corrections: Corrections
  onCorrect: (given: Corrections) => void
}) {
  const { kind, import_id: id, counts, tables } = found
  const [status, setStatus] = useState<Status | undefined>(counts.errors > 0 ? 'error' : undefined)
  const { data, ...query } = useInfiniteQuery({
    queryKey: ['imports', 'rows', id, status ?? 'all'],
    queryFn: ({ pageParam, signal }) =>
      importKinds[kind].rows(
        id,
        { limit: pageSize, ...(status ? { status } : {}), ...(pageParam ? { cursor: pageParam } : {}) },
        signal,
      ),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next_cursor,
  })
  const rows = data?.pages.flatMap((page) => page.items) ?? []

  return (
    <>
      <fieldset
        className={styles.filters}
        style={{ border: 0, margin: 0, padding: 0 }}
        aria-label="Quali righe"
      >
        {filtersOf(found).map(([value, label, count]) => (
          <button
            key={label}
            type="button"
            className={styles.filter}
            aria-pressed={status === value}
            onClick={() => setStatus(value)}
          >
            {label} {formatCount(count)}
          </button>
        ))}
      </fieldset>
      {query.isPending && (
        <Loading what="le righe">
          <TextSkeleton lines={6} />
        </Loading>
      )}
      {query.isError && rows.length === 0 && (
        <QueryError
          error={query.error}
          what="Non riesco a mostrare le righe"
          onRetry={() => void query.refetch()}
        />
      )}
      {data && rows.length === 0 && <p className={styles.none}>Nessuna riga.</p>}
      {rows.length > 0 && (
        <ul className={styles.rows} aria-label="Righe del foglio">
          {rows.map((row) => (
            <Row
              key={row.row_id}
              row={row}
              place={placeOf(row, tables)}
              corrections={corrections}
              onCorrect={(one) => onCorrect(new Map([...corrections, [`${one.sheet}!${one.ref}`, one]]))}
            />
          ))}
        </ul>
      )}
      {query.hasNextPage && (
        <Button
          variant="default"
          className={styles.more}
          loading={query.isFetchingNextPage}
          onClick={() => void query.fetchNextPage()}
        >
          {query.isFetchNextPageError ? 'Le altre righe non sono arrivate: riprova' : 'Mostra altre righe'}
        </Button>
      )}
    </>
  )
}

const filtersOf = ({ kind, counts }: Import): [Status | undefined, string, number][] => {
  const { new_rows, changed_rows, same_rows } = counts
  const rights: [Status | undefined, string, number][] = [
    [undefined, 'Tutte', new_rows + changed_rows + same_rows + counts.errors + counts.left_out],
    ['error', 'Da correggere', counts.errors],
    ['warning', 'Avvisi', counts.warnings],
    ['new', 'Nuove', new_rows],
    ['changed', 'Cambiano', changed_rows],
    ['same', 'Già presenti', same_rows],
    ['left_out', 'Lasciate fuori', counts.left_out],
    ['unread', 'Non importate', counts.skipped_totals + counts.skipped_notes],
  ]
  const fresh = counts.new_bills - counts.warnings
  const bills: [Status | undefined, string, number][] = [
    [undefined, 'Tutte', counts.new_bills + counts.same_bills + counts.errors + counts.left_out],
    ['error', 'Da correggere', counts.errors],
    ['warning', 'Avvisi', counts.warnings],
    ['new', 'Nuove', fresh],
    ['same', 'Già presenti', counts.same_bills],
    ['left_out', 'Lasciate fuori', counts.left_out],
    ['unread', 'Non importate', counts.skipped_totals + counts.skipped_notes],
  ]
  return (kind === 'bills' ? bills : rights).filter(([value, , count]) => value === undefined || count > 0)
}

function Row({
  row,
  place,
  corrections,
  onCorrect,
}: {
  row: ImportRow
  place: string
  corrections: Corrections
  onCorrect: (one: Correction) => void
}) {
  const state = importRowStates[row.status]
  return (
    <li className={styles.row} data-bare={(!row.holder && !row.unit && row.amount === null) || undefined}>
      <span className={styles.place}>{place}</span>
      <span className={styles.who}>
        {(row.holder || row.unit) && (
          <TwoLineCell
            first={row.holder ?? `Int. ${row.unit}`}
            second={[
              row.right_kind && rightNames[row.right_kind as RightKind],
              row.holder && row.unit && `Int. ${row.unit}`,
              row.description,
            ]
              .filter(Boolean)
              .join(' · ')}
          />
        )}
      </span>
      <span className={styles.where}>
        {row.account_name && <TwoLineCell first={row.account_name} second={row.number} />}
      </span>
      <span className={styles.due}>{row.due_date && formatDate(row.due_date)}</span>
      <span className={styles.amount}>
        {row.amount !== null && (row.amount !== 0 || !row.right_kind) && (
          <Amount cents={row.amount} size="strong" />
        )}
      </span>
      <span className={styles.state}>
        <StateLabel state={state} />
      </span>
      {row.issues.length > 0 && (
        <ul className={styles.issues} data-tone={state.tone}>
          {row.issues.map((issue) => (
            <li key={`${issue.ref}-${issue.code}-${issue.message}`}>
              {cellOf(issue) && <span className={styles.cell}>{cellOf(issue)} </span>}
              <span className={styles.message}>{issue.message}</span>
              {row.status === 'error' && issue.ref && (
                <TextInput
                  className={styles.correction}
                  size="xs"
                  aria-label={`Correggi la cella ${issue.ref}`}
                  placeholder="Scrivi il valore giusto"
                  value={corrections.get(`${row.sheet}!${issue.ref}`)?.value ?? issue.value}
                  onChange={(event) =>
                    onCorrect({ sheet: row.sheet, ref: issue.ref ?? '', value: event.currentTarget.value })
                  }
                />
              )}
            </li>
          ))}
        </ul>
      )}
    </li>
  )
}
