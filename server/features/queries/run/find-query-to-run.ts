import type { runQuery } from '@saldo/contract/backoffice/queries'
import { bindParameters, type QueryParameter, readParameter } from '@saldo/domain/queries/parameters'
import type { z } from 'zod'
import type { Tx } from '../../../db/connection.ts'
import { badInput, conflict, notFound } from '../../../http/errors.ts'
import { requireAuthor } from '../authors.ts'

type Asked = z.output<typeof runQuery.body>
export type ToRun = {
  query_id: number | null
  version: number | null
  name: string | null
  text: string
  bound: { text: string; values: (string | null)[] }
  values: Record<string, string | null>
}

/**
 * Finds the text to run, and reads the values of its parameters. A saved query runs its newest approved version; only an
 * author runs a text that is not saved.
 * @throws 400 at the parameter, 403, 404, 409.
 */
export async function findQueryToRun(tx: Tx, user_id: number, asked: Asked): Promise<ToRun> {
  if ((asked.query_id === undefined) === (asked.text === undefined))
    throw badInput({ text: 'Scrivi l’interrogazione, o scegline una salvata.' })
  if (asked.query_id !== undefined) return withValues(await approved(tx, user_id, asked.query_id), asked)
  await requireAuthor(tx, user_id)
  const { text = '', parameters } = asked
  return withValues({ query_id: null, version: null, name: null, text, parameters }, asked)
}

type Found = Pick<ToRun, 'query_id' | 'version' | 'name' | 'text'> & { parameters: readonly QueryParameter[] }

async function approved(tx: Tx, user_id: number, query_id: number): Promise<Found> {
  const [query] = await tx<{ name: string; may_run: boolean; archived: boolean }[]>`
    select name, runnable_by is null or ${user_id} = any (runnable_by) as may_run, archived_at is not null as archived
    from saved_queries where query_id = ${query_id}`
  if (!query?.may_run) throw notFound('L’interrogazione')
  if (query.archived) throw conflict('query_archived', 'Questa interrogazione è archiviata.')
  const [version] = await tx<{ version: number; text: string; parameters: QueryParameter[] }[]>`
    select version, text, parameters from saved_query_versions
    where query_id = ${query_id} and state = 'approved' order by version desc limit 1`
  if (!version)
    throw conflict(
      'query_not_approved',
      'Nessuna versione di questa interrogazione è approvata: la approva un altro autore.',
    )
  return { query_id, name: query.name, ...version }
}

function withValues({ parameters, ...found }: Found, asked: Asked): ToRun {
  const bound = bindParameters(found.text, parameters)
  if ('fault' in bound) throw badInput({ text: bound.fault })
  const unknown = Object.keys(asked.values).find((name) => !bound.names.includes(name))
  if (unknown !== undefined)
    throw badInput({ [`values.${unknown}`]: 'Questa interrogazione non ha un parametro con questo nome.' })
  const read = parameters.map((parameter) => ({
    name: parameter.name,
    // Its own value: an object has others by inheritance, such as `constructor`.
    ...readParameter(
      parameter,
      Object.hasOwn(asked.values, parameter.name) ? asked.values[parameter.name] : null,
    ),
  }))
  const faults = read.flatMap((each) =>
    'fault' in each ? [[`values.${each.name}`, each.fault] as const] : [],
  )
  if (faults.length > 0) throw badInput(Object.fromEntries(faults))
  const values = Object.fromEntries(read.map((each) => [each.name, 'value' in each ? each.value : null]))
  return {
    ...found,
    values,
    bound: { text: bound.text, values: bound.names.map((name) => values[name] ?? null) },
  }
}
