import { Suspense } from 'react'
import { lazyWithRetry } from '../lazy-with-retry.ts'
import styles from './Help.module.css'
import type { HelpTopic } from './help-texts.ts'

const HelpPopover = lazyWithRetry(() => import('./HelpPopover.tsx'))

/** A button beside a word that opens its explanation. The texts are no part of the first load. */
export const Help = ({ topic }: { topic: HelpTopic }) => (
  <Suspense fallback={<span className={styles.room} />}>
    <HelpPopover topic={topic} />
  </Suspense>
)
