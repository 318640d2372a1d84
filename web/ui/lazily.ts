import { lazy } from 'react'
import { patiently } from './patiently.ts'

/** React's `lazy` that waits out a bad line: see `patiently`. */
export const lazily: typeof lazy = (load) => lazy(() => patiently(load))
