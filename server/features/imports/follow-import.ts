import type { Endpoint, IdParams } from '@saldo/contract/endpoint'
import * as contract from '@saldo/contract/imports'
import * as registry from '@saldo/contract/registry-imports'
import type { Row } from 'postgres'
import type { z } from 'zod'
import type { Tx } from '../../db/connection.ts'
import { notFound } from '../../http/errors.ts'
import { serve } from '../../http/serve.ts'
import { changesOfRows } from './change-words.ts'
import { canUndo, viewIn } from './import-view.ts'
import { openingDay } from './write/opening-days.sql.ts'

type Route = Endpoint['route']
type Nothing = z.ZodObject
type Kind = contract.ImportKind

const oneOf = (endpoint: Endpoint<Route, IdParams, Nothing, z.ZodType, typeof contract.Import>, kind: Kind) =>
  serve(endpoint, async ({ tx, params }) => {
    const [row] = await tx`
      select i.*, ${canUndo(tx)} as can_undo from imports i where i.import_id = ${params.id} and i.kind = ${kind}`
    if (!row) throw notFound('L’importazione')
    return viewIn(tx, row)
  })
export const getImport = oneOf(contract.getImport, 'bills')
export const getRegistryImport = oneOf(registry.getRegistryImport, 'registry')

const latestOf = (
  endpoint: Endpoint<
    Route,
    Nothing,
    typeof contract.LatestImportsQuery,
    z.ZodType,
    z.ZodArray<typeof contract.Import>
  >,
  kind: Kind,
) =>
  serve(endpoint, async ({ tx, query }) => {
    const rows = await tx`
      select i.*, ${canUndo(tx)} as can_undo from imports i where i.kind = ${kind}
      order by i.import_id desc limit ${query.limit}`
    return Promise.all(rows.map((row) => viewIn(tx, row)))
  })
export const listImports = latestOf(contract.listImports, 'bills')
export const listRegistryImports = latestOf(registry.listRegistryImports, 'registry')

const rowsOf = (
  endpoint: Endpoint<
    Route,
    IdParams,
    typeof contract.ImportRowsQuery,
    z.ZodType,
    typeof contract.ImportRowsPage
  >,
  kind: Kind,
) =>
  serve(endpoint, async ({ tx, params, query }) => {
    const [seen] = await tx`select from imports where import_id = ${params.id} and kind = ${kind}`
    if (!seen) throw notFound('L’importazione')
    const after = Number(query.cursor ?? 0) || 0
    const rows = await tx`
      select r.row_id, r.sheet, r.row, r.status, r.candidate, r.issues, r.amount,
        case when r.opening then ${openingDay(tx)} end as opening_day
      from import_rows r join imports i on i.import_id = r.import_id
      where r.import_id = ${params.id} and r.row_id > ${after} ${withStatus(tx, query.status, kind)}
      order by r.row_id limit ${query.limit + 1}`
    const shown = rows.slice(0, query.limit)
    const changes = kind === 'registry' ? await changesOfRows(tx, params.id, shown) : null
    const items = shown.map((row) => ({
      ...factsOf(row),
      issues: [...row.issues, ...(changes?.get(row.row_id) ?? [])],
    }))
    const last = rows.length > query.limit ? shown.at(-1) : undefined
    return { items: items as never, next_cursor: last ? String(last.row_id) : null }
  })
export const importRows = rowsOf(contract.importRows, 'bills')
export const registryImportRows = rowsOf(registry.registryImportRows, 'registry')

/** A registry row with a warning is also new, changed or unchanged, so both filters find it. */
function withStatus(tx: Tx, status: z.output<typeof contract.ImportRowsQuery>['status'], kind: Kind) {
  if (!status) return tx``
  if (status === 'warning' && kind === 'registry')
    return tx`and r.issues <> '[]' and r.status not in ('error', 'left_out')`
  return tx`and r.status = ${status}`
}

function factsOf({ candidate, ...row }: Row) {
  const { about } = candidate
  return about
    ? {
        ...factsOfCandidate({ ...row, candidate: about }),
        amount: about.amount ?? null,
        table: about.table ?? null,
      }
    : { ...factsOfCandidate({ ...row, candidate }), table: null }
}

const factsOfCandidate = ({ candidate, opening_day, ...row }: Row) => ({
  ...row,
  account_name: candidate.condominium_name ?? null,
  holder: candidate.holder ?? null,
  fiscal_code: candidate.fiscal_code ?? null,
  unit:
    candidate.staircase && (candidate.right_kind || candidate.table)
      ? `${candidate.staircase}/${candidate.unit}`
      : (candidate.unit ?? null),
  number: candidate.number ?? null,
  description: candidate.description ?? null,
  due_date: candidate.due_date ?? opening_day ?? null,
  right_kind: candidate.right_kind ?? null,
})
