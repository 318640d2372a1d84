import { lazy } from 'react'
import { loadWithRetry } from './load-with-retry.ts'

/** React's `lazy` that waits out a bad line: see `loadWithRetry`. */
export const lazyWithRetry: typeof lazy = (load) => lazy(() => loadWithRetry(load))
