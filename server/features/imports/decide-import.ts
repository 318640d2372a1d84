import type { Endpoint, IdParams } from '@saldo/contract/endpoint'
import * as contract from '@saldo/contract/imports'
import * as registry from '@saldo/contract/registry-imports'
import { whyNotOpeningOn } from '@saldo/domain/accounting/registration-dates'
import type { z } from 'zod'
import type { Tx } from '../../db/connection.ts'
import { ApiError, badInput, conflict, notFound } from '../../http/errors.ts'
import { serve, serveAcross } from '../../http/serve.ts'
import { stepsOf } from './import-kinds.ts'
import {
  type Answers,
  type Correction,
  importQuestions,
  lockImport,
  type StoredImport,
  type TablePlan,
  viewIn,
} from './import-view.ts'
import { isAboutPeople, type PeopleAnswers } from './match/people-questions.ts'
import { answersOfChanges } from './read/answer-questions.ts'
import { knownBuildings } from './read/known-buildings.ts'
import { isAnswer } from './read/questions.ts'
import { isOutdated } from './read/reading-version.ts'
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

type Amending = z.ZodType<z.output<typeof contract.ImportAmendment | typeof registry.RegistryAmendment>>

/** The person changed columns, condominium, balance day or wrong rows: reads the file again with them. */
const remap = (endpoint: Deciding<Amending>, kind: contract.ImportKind) =>
  serve(endpoint, async ({ services, tx, params, body }) => {
    const stored = await lockImport(tx, params.id, kind)
    if (!['to_check', 'refused', 'failed'].includes(stored.state)) throw settledAlready(stored.state)
    const opening_date = 'opening_date' in body ? body.opening_date : undefined
    mustBePossible(opening_date)
    if (!body.tables) await mustBeOffered(tx, stored, body.answers ?? [])
    if (body.account_id) await mustSeeAccount(tx, body.account_id)
    const changed = {
      account_id: body.account_id === undefined ? stored.account_id : body.account_id,
      opening_date: opening_date === undefined ? stored.opening_date : opening_date,
      leave_out_errors: body.leave_out_errors ?? stored.leave_out_errors,
      renumber: body.renumber ?? stored.renumber,
      tables: withAnswersGiven(
        body.tables ? body.tables.map((asked) => replan(asked, stored.tables)) : stored.tables,
        body.answers ?? [],
      ),
      same_accounts: sameAccounts(stored, body.answers ?? []),
      people_answers: peopleAnswers(stored, body.answers ?? []),
      corrections: corrections(stored.corrections, body.corrections ?? []),
    }
    await mustSeeAnswers(tx, { ...stored, ...changed })
    const { tables, same_accounts, people_answers, corrections: corrected, ...rest } = changed
    const [row] = await tx`
      update imports
      set ${tx(rest)}, state = 'reading', progress_done = 0, refusal = null, tables = ${tx.json(tables as never)},
        same_accounts = ${tx.json(same_accounts)}, people_answers = ${tx.json(people_answers)}, corrections = ${tx.json(corrected)}
      where import_id = ${params.id} returning *`
    await services.queue.enqueue(tx, 'read-import', { import_id: params.id })
    return viewIn(tx, row as never)
  })
export const remapImport = remap(contract.remapImport, 'bills')
export const checkRegistryImport = remap(registry.checkRegistryImport, 'registry')

type Asked = NonNullable<z.output<typeof contract.ImportAmendment>['tables']>[number]
type Answered = NonNullable<z.output<typeof contract.ImportAmendment>['answers']>

/**
 * Another header row discards the chosen columns; the same one keeps the recognised columns with the person's changes,
 * which answer the questions about these columns.
 */
function replan(asked: Asked, plans: TablePlan[]): TablePlan {
  const plan = plans.find(({ sheet, table }) => sheet === asked.sheet && table === asked.table)
  if (!plan) throw new ApiError(422, 'no_sheet', `Il foglio «${asked.sheet}» non è nel file.`)
  const why_skipped = asked.skipped && !plan.skipped ? ('by_hand' as const) : plan.why_skipped
  if (!plan.recognised || plan.recognised.header_row !== asked.header_row)
    return { ...plan, skipped: asked.skipped, why_skipped, header_row: asked.header_row, recognised: null }
  const columns = plan.recognised.columns.map((column) => {
    const amended = asked.columns.find(({ index }) => index === column.index)
    return amended
      ? {
          ...column,
          // The person overrules the field that an answer had set.
          ...(amended.field === column.field ? {} : { own: undefined }),
          field: amended.field as typeof column.field,
          due_date: amended.due_date ?? column.due_date,
        }
      : column
  })
  const sideBySide = columns.some(({ field }) => field === 'instalment')
  const layout = plan.recognised.layout === 'units' ? 'units' : sideBySide ? 'months' : 'list'
  const recognised = { ...plan.recognised, layout, columns } as const
  const chosen = columns.filter(({ index, field }) =>
    plan.recognised?.columns.some((before) => before.index === index && before.field !== field),
  )
  const overruled = new Set(chosen.flatMap(({ index }) => [`extra:${index}`, `column:${index}`]))
  const kept = Object.fromEntries(
    Object.entries(plan.answers).filter(([question]) => !overruled.has(question)),
  )
  const answers = { ...kept, ...answersOfChanges(plan.recognised, recognised) }
  return { ...plan, skipped: asked.skipped, why_skipped, recognised, answers }
}

/** The tables with the answers to their questions. */
function withAnswersGiven(plans: TablePlan[], answered: Answered): TablePlan[] {
  return plans.map((plan) => {
    const own = answered.filter(({ sheet, table }) => sheet === plan.sheet && table === plan.table)
    const answers: Answers = Object.fromEntries(own.map(({ question, value }) => [question, value]))
    if (own.length === 0) return plan
    const remembered = plan.remembered?.filter((question) => answers[question] === undefined)
    return { ...plan, answers: { ...plan.answers, ...answers }, ...(remembered ? { remembered } : {}) }
  })
}

function sameAccounts({ same_accounts }: StoredImport, answered: Answered): Record<string, string> {
  const own = answered.filter(({ question }) => question.startsWith('same:'))
  return {
    ...same_accounts,
    ...Object.fromEntries(own.map(({ question, value }) => [question.slice('same:'.length), value])),
  }
}

/** 422 for an answer that was not offered: it would name a person whom nobody proposed. */
function peopleAnswers(
  { people_answers, people_questions }: StoredImport,
  answered: Answered,
): PeopleAnswers {
  const own = answered.filter(({ question }) => isAboutPeople(question))
  for (const { question, value } of own) {
    const asked = people_questions.find((each) => each.question === question)
    const offered = asked?.options.some((option) => option.value === value)
    const free = asked?.free === 'takeover' && /^takes:\d{4}-\d{2}-\d{2}$/.test(value)
    if (!offered && !free)
      throw new ApiError(422, 'no_such_answer', 'Questa risposta non è fra quelle possibili: scegline una.')
  }
  return { ...people_answers, ...Object.fromEntries(own.map(({ question, value }) => [question, value])) }
}

/** 400 for an answer that is none of the options of its question: it would be ignored. */
async function mustBeOffered(tx: Tx, stored: StoredImport, answered: Answered): Promise<void> {
  if (answered.length === 0) return
  const questions = importQuestions(stored, await knownBuildings(tx, stored))
  for (const { question, sheet, table, value } of answered) {
    const asked = questions.find(
      (each) => each.question === question && each.sheet === sheet && each.table === table,
    )
    if (!asked || isAboutPeople(question) || isAnswer({ ...asked, answer: value })) continue
    const why = asked.free === 'date' ? 'Scrivi una data.' : 'Scegli una delle risposte possibili.'
    throw badInput({ answers: why }, `Questa risposta non vale per la domanda «${asked.text}». ${why}`)
  }
}

/** A cell has one correction, the latest. */
function corrections(before: Correction[], given: Correction[]): Correction[] {
  const isGiven = (one: Correction) => given.some(({ sheet, ref }) => sheet === one.sheet && ref === one.ref)
  return [...before.filter((one) => !isGiven(one)), ...given]
}

/** 404 when an answer names a condominium that the actor does not see. */
async function mustSeeAnswers(tx: Tx, stored: StoredImport): Promise<void> {
  const { accounts } = await knownBuildings(tx, stored)
  const named = [
    ...stored.tables.map(({ answers }) => answers.condominium),
    ...Object.values(stored.same_accounts),
  ]
  for (const answer of named) {
    const id = /^account:(\d+)$/.exec(answer ?? '')?.[1]
    if (id && !accounts.has(Number(id))) throw notFound('Il condominio')
  }
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
 * Confirms all rows, or none: refused while a row is wrong, a question is open or a balance has no day. Rows in a period that was closed
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
      if (stored.tables.some(isOutdated)) {
        await tx`update imports set state = 'reading', progress_done = 0 where import_id = ${params.id}`
        await services.queue.enqueue(tx, 'read-import', { import_id: params.id })
        return { closed: null, view: null }
      }
      const wrong =
        await tx`select from import_rows where import_id = ${params.id} and status = 'error' limit 1`
      if (wrong.length > 0)
        throw conflict(
          'rows_wrong',
          'Ci sono righe da correggere: correggile nel file, oppure lasciale fuori.',
        )
      const questions = importQuestions(stored, await knownBuildings(tx, stored))
      const open = questions.find(({ answer }) => answer === null)
      if (open) throw conflict('questions_open', `Prima di importare rispondi: ${open.text}`)
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
      return { closed, view: await viewIn(tx, row as never) }
    })
    if (closed) throw closedMeanwhile(closed, kind)
    if (!view)
      throw conflict(
        'read_again',
        'Saldo è stato aggiornato e rilegge il file: aspetta un momento, guarda se ci sono altre domande e conferma di nuovo.',
      )
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
    return viewIn(tx, row as never)
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
