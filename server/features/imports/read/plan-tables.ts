import type { ImportKind } from '@saldo/contract/imports'
import { fold } from '@saldo/domain/fold'
import type { RightKind } from '@saldo/domain/right-holder'
import { dueDayOf, needsDueDay } from '../bills/due-day.ts'
import { saysOtherMatter } from '../doubts/other-matter.ts'
import { markRepeated } from '../doubts/repeated-tables.ts'
import type { WrittenAs } from '../doubts/written-forms.ts'
import { stepsOf } from '../import-kinds.ts'
import type { StoredImport, TablePlan } from '../import-view.ts'
import { ImportRefused } from '../spreadsheet/import-refused.ts'
import type { Workbook, WorkbookSheet } from '../spreadsheet/read-workbook.ts'
import { type BuildingName, buildingIn, sameAddress, wholeName } from './building-name.ts'
import { findTables } from './find-tables.ts'
import { isOutdated, READING } from './reading-version.ts'
import { missingOf, type RecognisedTable } from './recognise-columns.ts'
import { roleOfTable } from './roles-in-text.ts'
import { saysSettled } from './row-marks.ts'
import type { ImportSummary, ReadSheet } from './sheet-reading.ts'
import { type Buildings, buildingOf } from './table-building.ts'

/**
 * How each table of the workbook is read: as the person decided, else as recognised; anew if an earlier version scanned it. Hidden sheets are left out, because
 * often they are last year's copy, and so is a table without the columns that it needs beside one that has them.
 */
export async function planTables(
  workbook: Pick<Workbook, 'sheets'>,
  stored: Pick<StoredImport, 'kind' | 'tables'>,
): Promise<TablePlan[]> {
  const plans: TablePlan[] = []
  for (const sheet of workbook.sheets) plans.push(...(await planSheet(sheet, stored)))
  for (const { sheet, recognised } of plans)
    if (recognised && recognised.layout !== 'units') markMentions(recognised, sheet)
  if (stored.tables.length > 0 && !stored.tables.some(isOutdated)) return plans
  const kept = withoutIncomplete(stored.kind, plans)
  if (stored.kind === 'bills') markRepeated(kept)
  return kept
}

/** Leaves out tables without the columns that they need, if another table has them. */
function withoutIncomplete(kind: ImportKind, plans: TablePlan[]): TablePlan[] {
  const { required } = stepsOf[kind]
  const isComplete = ({ recognised }: TablePlan) =>
    recognised !== null && missingOf(recognised.columns, required(recognised.layout)).length === 0
  if (!plans.some((plan) => !plan.skipped && isComplete(plan))) return plans
  return plans.map((plan) =>
    isComplete(plan) || plan.skipped ? plan : { ...plan, skipped: true, why_skipped: 'missing_columns' },
  )
}

/** Takes the building that the printed page names, if no table of the sheet does: sheets are copied with the old one's. */
function markPrinted(tables: readonly RecognisedTable[], printed: readonly string[]): void {
  const isSaid = ({ name, address }: BuildingName) =>
    tables.some(({ title }) =>
      [title.condominium_name, ...title.buildings, title.condominium_address]
        .filter((said) => said !== undefined)
        .some((said) => fold(said) === fold(name) || sameAddress(said, wholeName({ name, address }))),
    )
  const other = printed.map(buildingIn).find((found) => found?.sure && !isSaid(found))
  if (other) for (const { title } of tables) title.below ??= other.name
}

/** The lines of the title, and the name of the sheet, that say that the rows may be no bills. */
function markMentions(table: RecognisedTable, sheet: string): void {
  const said = [...table.title.text.split('\n'), sheet].map((line) => line.trim()).filter(saysOtherMatter)
  const all = [...said, ...(table.mentions ?? [])]
  if (all.length > 0) table.mentions = all.map((line) => line.slice(0, 100)).slice(0, 3)
}

/** Whether a person says that the table is no list of bills to be asked for, or that another one repeats it. */
const isLeftOut = (plan: TablePlan, plans: readonly TablePlan[]): boolean =>
  plan.answers.matter === 'no' ||
  (plan.recognised?.repeats !== undefined && (plan.answers.repeats ?? 'no') === 'no') ||
  plans.some(
    ({ recognised, answers }) =>
      answers.repeats === 'other' &&
      recognised?.repeats?.sheet === plan.sheet &&
      recognised.repeats.table === plan.table,
  )

/** What the columns of a table must still say. A due date may also be answered for the whole table. */
export function missingIn(kind: ImportKind, plan: TablePlan): string[] {
  const { recognised } = plan
  if (!recognised) return []
  const asked = needsDueDay(plan) ? ['due_date'] : []
  return missingOf(
    recognised.columns,
    stepsOf[kind]
      .required(recognised.layout)
      .filter(({ fields }) => !fields.some((field) => asked.includes(field))),
  )
}

async function planSheet(
  sheet: WorkbookSheet,
  { kind, tables }: Pick<StoredImport, 'kind' | 'tables'>,
): Promise<TablePlan[]> {
  const before = tables.filter((plan) => plan.sheet === sheet.name)
  if (
    before.length > 0 &&
    !before.some(isOutdated) &&
    before.every(({ recognised, header_row }) => recognised !== null || header_row === null)
  )
    return before
  const headers = before.flatMap(
    (plan) => plan.header_row ?? (isOutdated(plan) ? null : plan.recognised?.header_row) ?? [],
  )
  const found = await findTables(
    sheet.rows(),
    {
      sheet_name: sheet.name,
      hidden_columns: sheet.hidden_columns,
      ...(headers.length > 0 ? { headers } : {}),
    },
    stepsOf[kind].tables,
  )
  const nothing = {
    sheet: sheet.name,
    table: 1,
    skipped: true,
    why_skipped: 'no_header' as const,
    header_row: null,
    recognised: null,
    answers: {},
    reading: READING,
  }
  markPrinted(found, sheet.printed)
  if (found.length === 0) return [{ ...nothing, ...before[0], recognised: null, reading: READING }]
  return found.map((recognised, index) => {
    const known = before.find(
      (plan) =>
        (plan.recognised?.header_row ?? plan.header_row) === recognised.header_row &&
        plan.table === index + 1,
    )
    const header_row = known?.header_row ?? null
    // The tables that the person has decided about stay as they are; the others are read anew.
    if (known?.recognised && known.header_row === null && !isOutdated(known))
      return { ...known, recognised: known.recognised }
    const skipped = known?.skipped ?? sheet.hidden
    const why_skipped = known ? known.why_skipped : sheet.hidden ? ('hidden_sheet' as const) : null
    const answers = known?.answers ?? {}
    return { ...nothing, table: index + 1, skipped, why_skipped, header_row, recognised, answers }
  })
}

/** The sheets with the tables that are read, each with its building. */
export function sheetsToRead(
  workbook: Pick<Workbook, 'sheets' | 'epoch'>,
  plans: readonly TablePlan[],
  known: Buildings,
  amended: (sheet: string, rows: ReadSheet['rows']) => ReadSheet['rows'] = (_, rows) => rows,
): ReadSheet[] {
  return workbook.sheets.flatMap(({ name: sheet, hidden_columns, comments, rows }) => {
    const tables = plans.flatMap((plan) => {
      const { recognised, answers } = plan
      if (plan.sheet !== sheet || plan.skipped || !recognised) return []
      const { building } = buildingOf(plan, plans, known)
      return [
        {
          sheet,
          epoch: workbook.epoch,
          hidden_columns,
          recognised,
          table: plan.table,
          comments: tellingComments(comments),
          answers,
          due_day: dueDayOf(plan),
          takes_building_above: recognised.building_gaps !== undefined && answers.building_above !== 'no',
          left_out: isLeftOut(plan, plans),
          written_as: {
            ...(answers.decimals ? { decimals: answers.decimals as WrittenAs['decimals'] } : {}),
            ...(answers.date_order ? { days: answers.date_order as WrittenAs['days'] } : {}),
            ...(answers.money ? { money: answers.money as WrittenAs['money'] } : {}),
          },
          headings_are_buildings: answers.headings === 'buildings',
          skips_below_headings: answers.headings === 'skip',
          skips_hidden_rows: answers.hidden_rows === 'skip',
          ...(answers.marked_rows ? { marked_rows: answers.marked_rows } : {}),
          ...rightOfTable(plan, recognised),
          ...(building ? { building } : {}),
        },
      ]
    })
    return tables.length > 0 ? [{ rows: amended(sheet, rows()), tables }] : []
  })
}

/** The comments that say that a row is settled, put off or changed, by row. */
const tellingComments = (comments: WorkbookSheet['comments']): Map<number, string> =>
  new Map(
    comments.flatMap(({ ref, text }) => {
      const said = text.replace(/\s+/g, ' ').trim()
      return saysSettled(said) ? [[Number(/\d+$/.exec(ref)?.[0]), said] as const] : []
    }),
  )

/** The right of the table's people: as a person said, else as header, title and sheet do. */
function rightOfTable(
  { sheet, answers }: TablePlan,
  recognised: RecognisedTable,
): { right_kind?: RightKind; right_is_said?: boolean } {
  const { kind, kinds } = roleOfTable(sheet, recognised)
  const asked = recognised.columns.some(({ field }) => field === 'role')
    ? undefined
    : ((answers.table_role as RightKind | undefined) ?? kinds[0])
  const right_kind = kind ?? asked
  const right_is_said = kinds.length > 0 || answers.table_role !== undefined
  return right_kind ? { right_kind, right_is_said } : {}
}

/** Refuses a workbook in which no cell of any sheet holds anything. */
export async function refuseEmpty(workbook: Pick<Workbook, 'sheets'>): Promise<void> {
  for (const sheet of workbook.sheets) for await (const _ of sheet.rows()) return
  throw new ImportRefused('empty')
}

/** A header without rows is not an import of nothing: the file is probably the wrong one. */
export function refuseWithoutRows(summary: ImportSummary, plans: readonly TablePlan[]): void {
  const found = summary.count + summary.issue_count + summary.warning_count + summary.unread.length
  if (found === 0 && plans.some(({ skipped }) => !skipped)) throw new ImportRefused('no_rows')
}
