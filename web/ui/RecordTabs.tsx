import { type ReactNode, Suspense, useEffect, useRef } from 'react'
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
  const tabs = useRef<HTMLElement>(null)
  // On a phone the open one may lie beyond the edge.
  useEffect(() => {
    if (open)
      tabs.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'center' })
  }, [open])
  return (
    <>
      <nav ref={tabs} className={styles.tabs} aria-label={label} data-print="away">
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
