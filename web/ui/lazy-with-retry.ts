import { lazy } from 'react'
import { loadWithRetry } from './load-with-retry.ts'

/** React's `lazy` with retries on a bad connection: see `loadWithRetry`. */
export const lazyWithRetry: typeof lazy = (load) => lazy(() => loadWithRetry(load))
