import { Link, useSearch } from '@tanstack/react-router'
import { type ReactNode, Suspense, useContext, useEffect, useRef } from 'react'
import type { paths } from '../paths.ts'
import { SectionsContext } from '../sections/section.ts'
import { Loading, TextSkeleton } from '../ui/feedback/Skeleton.tsx'
import type { Query } from '../ui/grid/list.ts'
import { LinkTabs } from '../ui/layout/LinkTabs.tsx'
import { scrollToCurrent } from '../ui/layout/scroll-to-current.ts'
import styles from './RecordTabs.module.css'
import { type RecordKind, type RecordTabProps, tabsOf } from './record-tab.ts'
import { useRowKeys } from './useRowKeys.ts'

type RecordPage = ReturnType<(typeof paths)[`${RecordKind}Page`]>

/**
 * The tabs that the sections add to a record's page. Each has an address and is lazy-loaded. An unknown address opens
 * the first.
 */
export function RecordTabs<K extends RecordKind>({
  of: kind,
  label,
  page,
  tabProps,
}: {
  of: K
  /** “Parti della scheda” */
  label: string
  /** The address of a tab; without argument, of the first. */
  page: (tab?: string) => RecordPage
  tabProps: RecordTabProps<K>
}) {
  const tabs = tabsOf(
    kind,
    useContext(SectionsContext).flatMap((section) => section.tabs ?? []),
  )
  const { tab: named } = useSearch({ strict: false }) as Query
  const open = tabs.find(({ id }) => id === named) ?? tabs[0]!
  const nav = useRef<HTMLElement>(null)
  const content = useRef<HTMLDivElement>(null)
  useRowKeys(content)
  useEffect(() => {
    if (open.label) scrollToCurrent(nav.current)
  }, [open.label])
  return (
    <>
      <LinkTabs ref={nav} label={label}>
        {tabs.map(({ id, label }, index) => (
          <Link
            key={id}
            {...page(index === 0 ? undefined : id)}
            // The first tab has no search parameter: it is open only when there is none.
            activeOptions={{ exact: true }}
            aria-current={id === open.id ? 'page' : undefined}
          >
            {label}
          </Link>
        ))}
      </LinkTabs>
      <div ref={content}>
        <Suspense
          fallback={
            <Loading what={open.label}>
              <TextSkeleton lines={8} />
            </Loading>
          }
        >
          <open.Tab key={page().params.id} {...tabProps} />
        </Suspense>
      </div>
    </>
  )
}

/** The content of a tab with one column. */
export const TabColumn = ({ children }: { children: ReactNode }) => (
  <div className={styles.tab}>{children}</div>
)
