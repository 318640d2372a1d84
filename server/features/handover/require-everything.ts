import { sections } from '@saldo/domain/section'
import type { Tx } from '../../db/connection.ts'
import { ApiError } from '../../http/errors.ts'

/** Whether the actor may do this in every section: a ZIP with gaps that nobody sees would be worse than none. */
export async function seesEverything(tx: Tx, level: 'read' | 'write'): Promise<boolean> {
  const wanted = sections.map((section) => `${section}:${level}`)
  const [row] = await tx<{ all: boolean }[]>`
    select not is_subuser() or (select bool_and(actor_may(array[p])) from unnest(${wanted}::text[]) p) as all`
  return row?.all ?? false
}

export async function requireEverything(tx: Tx, level: 'read' | 'write'): Promise<void> {
  if (await seesEverything(tx, level)) return
  const what = level === 'read' ? 'vedere' : 'modificare'
  throw new ApiError(
    403,
    'needs_everything',
    `Il passaggio di consegne riguarda tutto il condominio: serve il permesso di ${what} ogni sezione.`,
  )
}
