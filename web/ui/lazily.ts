import { lazyRouteComponent } from '@tanstack/react-router'
import { type ComponentType, lazy } from 'react'
import { patiently } from './patiently.ts'

/** React's `lazy` for a file's default export that waits out a bad line: see `patiently`. */
export const lazily = <P extends object>(load: () => Promise<{ default: ComponentType<P> }>) =>
  lazy(() => patiently(load))

/** The same for a page of the router, by the name it is exported under. */
export const lazyPage = <M extends Record<string, unknown>, K extends keyof M & string>(
  load: () => Promise<M>,
  name: K,
) => lazyRouteComponent(() => patiently(load), name)
