import type { Endpoint, IdParams } from '@saldo/contract/endpoint'
import * as contract from '@saldo/contract/imports'
import * as registry from '@saldo/contract/registry-imports'
import { whyNotOpeningOn } from '@saldo/domain/accounting/registration-dates'
import type { z } from 'zod'
import type { Tx } from '../../db/connection.ts'
import { ApiError, badInput, conflict, notFound } from '../../http/errors.ts'
import { serve, serveAcross } from '../../http/serve.ts'
import { stepsOf } from './import-kinds.ts'
import { lockImport, type SheetPlan, viewOf } from './import-view.ts'
import { requireWrites } from './require-writes.ts'
import { missingDaySentence, openingDayIsMissing } from './write/opening-days.sql.ts'
import { type ClosedRows, closedRowsInWords } from './write/refuse-closed-days.sql.ts'

type Deciding<Body extends z.ZodType = z.ZodType> = Endpoint<
  Endpoint['route'],
  IdParams,
  z.ZodObject,
  Body,
  typeof contract.Import
>

type Amending = typeof contract.ImportAmendment | typeof registry.RegistryAmendment

/** The person changed columns, condominium, balance day or wrong rows: reads the file again with them. */
const remap = (endpoint: Deciding<Amending>, kind: contract.ImportKind) =>
  serve(endpoint, async ({ services, tx, params, body }) => {
    const stored = await lockImport(tx, params.id, kind)
    if (!['to_check', 'refused', 'failed'].includes(stored.state)) throw settledAlready(stored.state)
    const opening_date = 'opening_date' in body ? body.opening_date : undefined
    mustBePossible(opening_date)
    if (body.account_id) await mustSeeAccount(tx, body.account_id)
    const [row] = await tx`
      update imports
      set state = 'reading', progress_done = 0, refusal = null,
        account_id = ${body.account_id === undefined ? stored.account_id : body.account_id},
        opening_date = ${opening_date === undefined ? stored.opening_date : opening_date},
        leave_out_errors = ${body.leave_out_errors ?? stored.leave_out_errors},
        sheets = ${tx.json((body.sheets ? body.sheets.map((asked) => replan(asked, stored.sheets)) : stored.sheets) as never)}
      where import_id = ${params.id} returning *`
    await services.queue.enqueue(tx, 'read-import', { import_id: params.id })
    return viewOf(row as never)
  })
export const remapImport = remap(contract.remapImport, 'bills')
export const checkRegistryImport = remap(registry.checkRegistryImport, 'registry')

type Asked = NonNullable<z.output<typeof contract.ImportAmendment>['sheets']>[number]

/**
 * Another header row discards the chosen columns; the same one keeps the recognised columns with the person's changes.
 */
function replan(asked: Asked, plans: SheetPlan[]): SheetPlan {
  const plan = plans.find(({ sheet }) => sheet === asked.sheet)
  if (!plan) throw new ApiError(422, 'no_sheet', `Il foglio «${asked.sheet}» non è nel file.`)
  if (!plan.recognised || plan.recognised.header_row !== asked.header_row)
    return { ...plan, skipped: asked.skipped, header_row: asked.header_row, recognised: null }
  const columns = plan.recognised.columns.map((column) => {
    const amended = asked.columns.find(({ index }) => index === column.index)
    return amended
      ? {
          ...column,
          field: amended.field as typeof column.field,
          due_date: amended.due_date ?? column.due_date,
        }
      : column
  })
  return { ...plan, skipped: asked.skipped, recognised: { ...plan.recognised, columns } }
}

async function mustSeeAccount(tx: Tx, account_id: number): Promise<void> {
  if ((await tx`select from accounts where account_id = ${account_id}`).length === 0)
    throw notFound('Il condominio')
}

function mustBePossible(opening_date: string | null | undefined): void {
  const why = opening_date && whyNotOpeningOn(opening_date)
  if (why) throw badInput({ opening_date: why })
}

/**
 * Confirms all rows, or none: refused while a row is wrong or a balance has no day. Rows in a period that was closed
 * since the preview become wrong, and stay so when the confirmation is refused, so that the person can leave them out.
 */
const confirm = (
  endpoint: Deciding<z.ZodType<z.output<typeof registry.RegistryConfirmation> | undefined>>,
  kind: contract.ImportKind,
) =>
  serveAcross(endpoint, async ({ services, as, params, body, actor }) => {
    if (kind === 'registry') requireWrites(actor)
    const { refuseClosed, counts } = stepsOf[kind]
    const { closed, view } = await as(async (tx) => {
      const stored = await lockImport(tx, params.id, kind)
      if (stored.state !== 'to_check') throw settledAlready(stored.state)
      const wrong =
        await tx`select from import_rows where import_id = ${params.id} and status = 'error' limit 1`
      if (wrong.length > 0)
        throw conflict(
          'rows_wrong',
          'Ci sono righe da correggere: correggile nel file, oppure lasciale fuori.',
        )
      const opening_date = body?.opening_date ?? stored.opening_date
      mustBePossible(opening_date)
      await tx`update imports set opening_date = ${opening_date} where import_id = ${params.id}`
      if (await openingDayIsMissing(tx, params.id)) throw badInput({ opening_date: missingDaySentence })
      const closed = await refuseClosed(tx, params.id)
      if (closed) {
        const found = tx.json(await counts(tx, params.id))
        await tx`update imports set counts = counts || ${found} where import_id = ${params.id}`
        return { closed, view: null }
      }
      const [row] = await tx`
        update imports set state = 'writing', progress_done = 0 where import_id = ${params.id} returning *`
      await services.queue.enqueue(tx, 'write-import', { import_id: params.id })
      return { closed, view: viewOf(row as never) }
    })
    if (!view) throw closedMeanwhile(closed, kind)
    return view
  })
const closedMeanwhile = (closed: ClosedRows, kind: contract.ImportKind) => {
  const why = closedRowsInWords(closed)
  return conflict('period_closed', why, { [kind === 'bills' ? 'issue_date' : 'opening_date']: why })
}
export const confirmImport = confirm(contract.confirmImport, 'bills')
export const writeRegistryImport = confirm(registry.writeRegistryImport, 'registry')

const discard = (endpoint: Deciding, kind: contract.ImportKind) =>
  serve(endpoint, async ({ tx, params }) => {
    const stored = await lockImport(tx, params.id, kind)
    if (!['to_check', 'refused', 'failed', 'reading', 'discarded'].includes(stored.state))
      throw settledAlready(stored.state)
    await tx`delete from import_rows where import_id = ${params.id}`
    await tx`delete from import_changes where import_id = ${params.id}`
    const [row] = await tx`
      update imports set state = 'discarded', finished_at = now() where import_id = ${params.id} returning *`
    return viewOf(row as never)
  })
export const discardImport = discard(contract.discardImport, 'bills')
export const discardRegistryImport = discard(registry.discardRegistryImport, 'registry')

const reasons: Record<string, string> = {
  reading: 'Il file è ancora in lettura: aspetta un momento.',
  writing: 'Le righe si stanno scrivendo.',
  done: 'È già stata confermata.',
  undoing: 'Si sta annullando: aspetta che finisca.',
  undone: 'È stata annullata: carica di nuovo il file.',
  discarded: 'È stata scartata: carica di nuovo il file.',
  refused: 'Il file non è leggibile: caricane un altro.',
}
const settledAlready = (state: string) =>
  conflict('import_state', reasons[state] ?? 'Non si può più cambiare.')
