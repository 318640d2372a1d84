import { lazyRouteComponent } from '@tanstack/react-router'
import { loadWithRetry } from './ui/load-with-retry.ts'

/** A page of the router that loads when it is opened, by the name it is exported under, and waits out a bad line. */
export const lazyPage = <M extends Record<string, unknown>, K extends keyof M & string>(
  load: () => Promise<M>,
  name: K,
) => lazyRouteComponent(() => loadWithRetry(load), name)
