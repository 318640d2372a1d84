import type { ImportKind } from '@saldo/contract/imports'
import { fieldOfHeader } from '../bills/field-names.ts'
import type { TablePlan } from '../import-view.ts'
import type { Workbook } from '../spreadsheet/read-workbook.ts'
import { missingIn, planTables } from './plan-tables.ts'

/**
 * The plans, those of sheets that look like the other kind of import marked: a registry or balances uploaded as bills, or
 * bills uploaded as a registry. The workbook is read again only if it holds nothing of the kind that it was uploaded as.
 */
export async function markOtherKind(
  workbook: Pick<Workbook, 'sheets'>,
  kind: ImportKind,
  plans: TablePlan[],
): Promise<TablePlan[]> {
  const other: ImportKind = kind === 'bills' ? 'registry' : 'bills'
  const isRead = (as: ImportKind, plan: TablePlan) =>
    plan.recognised !== null && missingIn(as, plan).length === 0
  const asOther = plans.some((plan) => isRead(kind, plan))
    ? []
    : await planTables(workbook, { kind: other, tables: [] })
  const sheets = new Set(asOther.filter((plan) => isRead(other, plan)).map(({ sheet }) => sheet))
  return plans.map((plan) => {
    const looksOther = sheets.has(plan.sheet) || (kind === 'registry' && listsBills(plan))
    return { ...plan, better_as: looksOther ? other : null }
  })
}

/** Whether a table that was read as units and people has an amount and its due date in each row. */
function listsBills({ recognised }: TablePlan): boolean {
  const unread = (recognised?.columns ?? []).flatMap(({ field, header }) =>
    field === null ? (fieldOfHeader(header)?.field ?? []) : [],
  )
  return unread.includes('amount') && unread.includes('due_date')
}
