import type { Tx } from './db/connection.ts'
import type { Services } from './services.ts'

/**
 * What a section tells the sections above it: the event's name and its data. A section declares the events it emits in its
 * `feature.ts` (`declare module`); whoever listens says so there, too (`on`).
 */
// biome-ignore lint/suspicious/noEmptyInterface: the sections fill it in.
export interface Events {}
export type EventName = keyof Events

/** Runs in the transaction of whoever emits: what it throws rolls everything back. */
export type Listener<N extends EventName> = (services: Services, tx: Tx, data: Events[N]) => Promise<void>
export type Listeners = { [N in EventName]?: Listener<N> }

/** Calls whoever listens, one after the other, from the lowest floor to the highest, before it returns. */
export async function emit<N extends EventName>(
  services: Services,
  tx: Tx,
  name: N,
  data: Events[N],
): Promise<void> {
  for (const on of services.listeners) await on[name]?.(services, tx, data)
}
