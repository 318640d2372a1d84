import * as contract from '@saldo/contract/backoffice/queries'
import { today } from '@saldo/domain/dates'
import { maskIbansIn } from '@saldo/domain/iban'
import type { z } from 'zod'
import type { Tx } from '../../../db/connection.ts'
import { recordAudit } from '../../../db/record-audit.ts'
import type { ExportColumn } from '../../../exports/columns.ts'
import { exportMimes } from '../../../exports/export-reply.ts'
import { csvStream } from '../../../exports/write-csv.ts'
import { isCutInCell, xlsxStream } from '../../../exports/write-xlsx.ts'
import type { Actor, As } from '../../../http/actor.ts'
import { notFound } from '../../../http/errors.ts'
import { asFile, serveAcross } from '../../../http/serve.ts'
import type { Services } from '../../../services.ts'
import { kindOf } from './column-kinds.ts'
import { executeQuery, explainQuery, type Rows } from './execute-query.ts'
import { findQueryToRun, type ToRun } from './find-query-to-run.ts'
import { openQuerySession, type QuerySession } from './open-query-session.ts'
import { failureOf } from './query-failure.ts'

/** Runs a query and answers with its rows. */
export const runQuery = serveAcross(contract.runQuery, async (asked) => {
  const { run_id, milliseconds, result } = await recorded('run', asked, (session, { bound }) =>
    executeQuery(session, bound, asked.over),
  )
  return {
    ...{ run_id, milliseconds, rows: result.rows, is_cut: result.is_cut },
    columns: result.columns.map((column) => ({ ...column, kind: kindOf(column.type) })),
    customer_id: asked.body.customer_id ?? null,
  }
})

export const planQuery = serveAcross(contract.planQuery, async (asked) => {
  const { run_id, result } = await recorded('plan', asked, (session, { bound }) =>
    explainQuery(session, bound, asked.over),
  )
  return { run_id, ...result }
})

/** The same rows as a file. Its last lines say so if there were more, or if a cell holds only the beginning of a text. */
export const exportQuery = serveAcross(contract.exportQuery, async (asked) => {
  const { result, found } = await recorded('export', asked, (session, { bound }) =>
    executeQuery(session, bound, asked.over),
  )
  const { format } = asked.body
  const write = format === 'xlsx' ? xlsxStream : csvStream
  const columns = format === 'xlsx' ? sheetColumns(result) : csvColumns(result)
  const name = (found.name ?? 'interrogazione').toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')
  return asFile(
    write(columns, exportRows(result, format)),
    `${name}-${today()}.${format}`,
    exportMimes[format],
  )
})

const exportKinds: Partial<Record<ReturnType<typeof kindOf>, ExportColumn['kind']>> = {
  day: 'date',
  number: 'number',
}

/** A CSV has all digits of a number, with a decimal comma as in every other export. */
const csvColumns = ({ columns }: Rows): ExportColumn[] =>
  columns.map(({ name, type }) => ({ header: name, kind: exportKinds[kindOf(type)] ?? 'text' }))

/** A number that a spreadsheet would round stays text. */
const sheetColumns = (result: Rows): ExportColumn[] =>
  csvColumns(result).map((column, at) => {
    const isExact = result.rows.every((row) => withoutZeros(row[at] ?? '').replace(/\D/g, '').length <= 15)
    return column.kind === 'number' && !isExact ? { ...column, kind: 'text' } : column
  })

/** Without the zeros that PostgreSQL adds to the fraction of a sum or an average; two places stay. */
const withoutZeros = (number: string): string => number.replace(/^(-?\d+\.\d\d(?:\d*[1-9])?)0+$/, '$1')

function* exportRows({ columns, rows, is_cut }: Rows, format: 'csv' | 'xlsx') {
  const isNumber = columns.map(({ type }) => kindOf(type) === 'number')
  const note = (text: string) => columns.map((_, at) => (at === 0 ? text : null))
  for (const row of rows)
    yield row.map((value, at) => (isNumber[at] && value !== null ? withoutZeros(value) : value))
  if (is_cut) yield note(`Ci sono altre righe: il file ha le prime ${contract.queryLimits.rows}.`)
  if (format === 'xlsx' && rows.some((row) => row.some((value) => value !== null && isCutInCell(value))))
    yield note('Alcuni testi sono troppo lunghi per una cella e finiscono prima: il CSV li ha interi.')
}

type Asked = {
  services: Services
  as: As
  actor: Actor
  over: AbortSignal
  body: z.output<typeof contract.runQuery.body>
}

/**
 * Runs a query on a connection of its own. The run is written down before it begins, with the connection: row-level security
 * asks whose rows that connection may see. However it ends, the end is written down too.
 */
async function recorded<Result extends object>(
  kind: (typeof contract.queryRunKinds)[number],
  { services, as, actor, over, body }: Asked,
  execute: (session: QuerySession, found: ToRun) => Promise<Result>,
): Promise<{ run_id: number; milliseconds: number; result: Result; found: ToRun }> {
  const user_id = actor.user_id as number
  const found = await as((tx) => findQueryToRun(tx, user_id, body))
  const session = await openQuerySession(services.queries_address, contract.queryLimits.bytes)
  try {
    const run_id = await as((tx) =>
      begin(tx, { kind, user_id, found, session, customer_id: body.customer_id ?? null }),
    )
    const began = performance.now()
    const ended = () => Math.round(performance.now() - began)
    try {
      const result = await execute(session, found)
      const milliseconds = ended()
      await as((tx) => end(tx, run_id, { state: 'done', milliseconds, ...countOf(result) }))
      return { run_id, milliseconds, result, found }
    } catch (error) {
      const failure = failureOf(error, {
        text: found.text,
        too_large: session.wasTooLarge(),
        left: over.aborted,
      })
      // The caller may have left: its transaction is still its own.
      await as((tx) =>
        end(tx, run_id, { state: failure.state, failure_code: failure.code, milliseconds: ended() }),
      )
      throw failure.error
    }
  } finally {
    await session.end()
  }
}

type Begun = {
  kind: (typeof contract.queryRunKinds)[number]
  user_id: number
  found: ToRun
  session: QuerySession
  customer_id: number | null
}

async function begin(tx: Tx, { kind, user_id, found, session, customer_id }: Begun): Promise<number> {
  const [customer] =
    customer_id === null
      ? [{ business_name: null }]
      : await tx<{ business_name: string | null }[]>`
          select business_name from customers where customer_id = ${customer_id}`
  if (!customer) throw notFound('Il cliente')
  // A server that died left its run open, and PostgreSQL gives the number of its connection to another.
  await tx`
    update query_runs set state = 'failed', ended_at = now()
    where backend_pid = ${session.backend_pid} and ended_at is null`
  // The text and the values are kept for ever and read by others: a whole IBAN is not.
  const text = maskIbansIn(found.text)
  const given = Object.fromEntries(
    Object.entries(found.values).map(([key, value]) => [
      key,
      typeof value === 'string' ? maskIbansIn(value) : value,
    ]),
  )
  const [row] = await tx`
    insert into query_runs (query_id, version, text, "values", customer_id, user_id, kind, backend_pid, folded)
    values (${found.query_id}, ${found.version}, ${text}, ${tx.json(given)}, ${customer_id}, ${user_id},
      ${kind}, ${session.backend_pid},
      fold(${found.name ?? ''} || ' ' || actor_nominative() || ' ' || left(${text}, 1000)))
    returning run_id`
  const run_id = row?.run_id as number
  const { name, version } = found
  const values = Object.entries(given).map(([key, value]) => `${key}: ${value ?? 'niente'}`)
  await recordAudit(tx, {
    ...{ customer_id: null, noun: 'query_runs', record_id: run_id, label: name, act: 'created' },
    after: {
      ...{ name, version, text, kind, customer_name: customer.business_name },
      values: values.length > 0 ? values.join('; ') : null,
    },
  })
  return run_id
}

type End = {
  state: (typeof contract.queryRunStates)[number]
  failure_code?: string | null
  milliseconds: number
  rows?: number
  is_cut?: boolean
}

const end = (
  tx: Tx,
  run_id: number,
  { state, failure_code = null, milliseconds, rows, is_cut = false }: End,
) =>
  tx`
    update query_runs
    set state = ${state}, failure_code = ${failure_code}, milliseconds = ${milliseconds}, rows = ${rows ?? null},
      is_cut = ${is_cut}, ended_at = now()
    where run_id = ${run_id} and ended_at is null`

const countOf = (result: object) =>
  'is_cut' in result ? { rows: (result as Rows).rows.length, is_cut: (result as Rows).is_cut } : {}
