import { lazyRouteComponent } from '@tanstack/react-router'
import { loadWithRetry } from './ui/load-with-retry.ts'

/** A lazy-loaded router page, by its export name, with retries on a bad connection. */
export const lazyPage = <M extends Record<string, unknown>, K extends keyof M & string>(
  load: () => Promise<M>,
  name: K,
) => lazyRouteComponent(() => loadWithRetry(load), name)
