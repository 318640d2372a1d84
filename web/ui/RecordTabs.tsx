import type { ReactNode } from 'react'
import { Suspense } from 'react'
import styles from './RecordTabs.module.css'
import { Loading, TextSkeleton } from './Skeleton.tsx'

/** The parts of a record's page: `links`, one for each, each an address; below them the open one, which loads when wanted. */
export function RecordTabs({
  label,
  open,
  links,
  children,
}: {
  /** “Parti della scheda” */
  label: string
  /** What the open one is called. */
  open: string
  links: ReactNode
  children: ReactNode
}) {
  return (
    <>
      <nav className={styles.tabs} aria-label={label} data-print="away">
        {links}
      </nav>
      <Suspense
        fallback={
          <Loading what={open}>
            <TextSkeleton lines={8} />
          </Loading>
        }
      >
        {children}
      </Suspense>
    </>
  )
}

/** What a tab of one column holds. */
export const RecordTab = ({ children }: { children: ReactNode }) => (
  <div className={styles.tab}>{children}</div>
)
