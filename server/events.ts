import type { Tx } from './db/connection.ts'
import type { Services } from './services.ts'

/**
 * The events by which a section tells later sections that something happened: name and data. A section declares its
 * events in its `feature.ts` (`declare module`); a section that listens says so in its own `feature.ts` (`on`).
 */
// biome-ignore lint/suspicious/noEmptyInterface: the sections fill it in.
export interface Events {}
export type EventName = keyof Events

/** Runs in the emitter's transaction: if it throws, everything is rolled back. */
export type Listener<N extends EventName> = (services: Services, tx: Tx, data: Events[N]) => Promise<void>
export type Listeners = { [N in EventName]?: Listener<N> }

/** Calls all listeners one after the other, from the lowest floor to the highest, before it returns. */
export async function emit<N extends EventName>(
  services: Services,
  tx: Tx,
  name: N,
  data: Events[N],
): Promise<void> {
  for (const on of services.listeners) await on[name]?.(services, tx, data)
}
