import type { Tx } from '../../db/connection.ts'
import type { Actor } from '../../http/actor.ts'
import { conflict, notFound } from '../../http/errors.ts'
import { ownersOf } from './owner.ts'
import { lockSource, type SourceToAsk } from './sources.sql.ts'

/** Locks a source of that owner, if this actor sees both. Throws 404, also for a removed source. */
export async function lockOwnSource(
  tx: Tx,
  actor: Actor,
  { owner_id, source_id }: { owner_id: number; source_id: number },
): Promise<SourceToAsk> {
  for (const owner of await ownersOf(tx, actor, owner_id)) {
    const source = await lockSource(tx, source_id, owner)
    if (source && source.state !== 'removed') return source
  }
  throw notFound('Questo metodo di pagamento')
}

export function requireUsable(source: SourceToAsk): void {
  if (source.state !== 'active')
    throw conflict('not_usable', 'Questo metodo non si può usare: non è ancora confermato, o è stato tolto.')
}
