import { createHash } from 'node:crypto'
import type { ImportKind } from '@saldo/contract/imports'
import type { Tx } from '../../../db/connection.ts'
import type { SheetPlan, StoredImport } from '../import-view.ts'
import { normalHeader } from './header-words.ts'
import type { RecognisedColumn, RecognisedSheet } from './recognise-columns.ts'

/* A confirmed import shows what its columns mean: the customer's next sheet with the same headers is read the same way. */

/** Remembers for this customer how the sheets of an import were read. */
export async function rememberColumns(tx: Tx, { customer_id, kind, sheets }: StoredImport): Promise<void> {
  for (const { skipped, recognised } of sheets) {
    if (skipped || !recognised) continue
    const fields = Object.fromEntries(recognised.columns.map(({ index, field }) => [index, field]))
    await tx`
      insert into import_mappings (customer_id, kind, fingerprint, fields)
      values (${customer_id}, ${kind}, ${fingerprintOf(recognised)}, ${tx.json(fields)})
      on conflict (customer_id, kind, fingerprint) do update set fields = excluded.fields, kept_at = now()`
  }
}

/** The plans, with the columns that this customer chose for the same headers before. */
export async function recallColumns(tx: Tx, kind: ImportKind, plans: SheetPlan[]): Promise<SheetPlan[]> {
  const recalled: SheetPlan[] = []
  for (const plan of plans) {
    const [kept] = plan.recognised
      ? await tx<{ fields: Record<string, string | null> }[]>`
          select fields from import_mappings where kind = ${kind} and fingerprint = ${fingerprintOf(plan.recognised)}`
      : []
    recalled.push(
      kept && plan.recognised ? { ...plan, recognised: read(plan.recognised, kept.fields) } : plan,
    )
  }
  return recalled
}

/** A sheet is recognised by its headers and their columns; the header's row may change from month to month. */
function fingerprintOf({ layout, columns }: RecognisedSheet): string {
  const headers = columns
    .filter(({ header }) => header !== '')
    .map(({ index, header }) => [index, normalHeader(header)])
  return createHash('sha256')
    .update(JSON.stringify([layout, headers]))
    .digest('base64url')
}

function read(recognised: RecognisedSheet, fields: Record<string, string | null>): RecognisedSheet {
  const columns = recognised.columns.map((column): RecognisedColumn => {
    const field = fields[column.index]
    if (field === undefined || field === column.field) return column
    // A due date belongs to one month, so it is not remembered with the field.
    if (field === 'instalment' && !column.due_date) return column
    return { ...column, field, confidence: field === null ? 0 : 1 }
  })
  return { ...recognised, columns }
}
