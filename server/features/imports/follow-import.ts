import * as contract from '@saldo/contract/imports'
import { notFound } from '../../http/errors.ts'
import { serve } from '../../http/serve.ts'
import { viewOf } from './import-view.ts'

export const getImport = serve(contract.getImport, async ({ tx, params }) => {
  const [row] = await tx`select * from imports where import_id = ${params.id}`
  if (!row) throw notFound('L’importazione')
  return viewOf(row)
})

export const listImports = serve(contract.listImports, async ({ tx, query }) => {
  const rows = await tx`select * from imports order by import_id desc limit ${query.limit}`
  return rows.map(viewOf)
})

export const importRows = serve(contract.importRows, async ({ tx, params, query }) => {
  const [seen] = await tx`select from imports where import_id = ${params.id}`
  if (!seen) throw notFound('L’importazione')
  const after = Number(query.cursor ?? 0) || 0
  const rows = await tx`
    select row_id, sheet, row, status, candidate, issues, amount from import_rows
    where import_id = ${params.id} and row_id > ${after} ${query.status ? tx`and status = ${query.status}` : tx``}
    order by row_id limit ${query.limit + 1}`
  const items = rows.slice(0, query.limit).map(({ candidate, ...row }) => ({
    ...row,
    account_name: candidate.condominium_name ?? null,
    holder: candidate.holder ?? null,
    fiscal_code: candidate.fiscal_code ?? null,
    unit: candidate.unit ?? null,
    number: candidate.number ?? null,
    description: candidate.description ?? null,
    due_date: candidate.due_date ?? null,
  }))
  const last = rows.length > query.limit ? items.at(-1) : undefined
  return { items: items as never, next_cursor: last ? String((last as { row_id?: number }).row_id) : null }
})
