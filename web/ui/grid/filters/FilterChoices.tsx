import { Suspense } from 'react'
import { TextSkeleton } from '../../feedback/Skeleton.tsx'
import { lazyWithRetry } from '../../lazy-with-retry.ts'
import { AnchoredPopover } from '../../overlay/Anchored.tsx'
import type { Popup } from '../../overlay/usePopup.ts'
import type { Filter, Query } from '../list.ts'
import styles from './FilterBar.module.css'

/** Fields, lists and boxes weigh as much as the grid itself: they come when a filter is chosen. */
const FilterEditor = lazyWithRetry(() =>
  import('./FilterEditor.tsx').then((file) => ({ default: file.FilterEditor })),
)

/** The filters to choose from, then the fields of the chosen one. */
export default function FilterChoices({
  popup,
  choices,
  edited,
  filters,
  onChoose,
  onApply,
}: {
  popup: Popup
  choices: readonly Filter[]
  /** Null: still to choose. */
  edited: Filter | null
  filters: Query
  onChoose: (filter: Filter) => void
  onApply: (values: Record<string, string | null>) => void
}) {
  return (
    <AnchoredPopover popup={popup} position="bottom-start" width={300}>
      {edited === null ? (
        <ul className={styles.choices}>
          {choices.map((filter) => (
            <li key={filter.id}>
              <button type="button" className={styles.choice} onClick={() => onChoose(filter)}>
                {filter.label}
              </button>
            </li>
          ))}
        </ul>
      ) : (
        <Suspense fallback={<TextSkeleton />}>
          {/* The choice that had the focus is gone: its first field takes it. */}
          <div ref={focusFirst} key={edited.id}>
            <FilterEditor filter={edited} filters={filters} onApply={onApply} />
          </div>
        </Suspense>
      )}
    </AnchoredPopover>
  )
}

const focusFirst = (fields: HTMLElement | null) =>
  fields?.querySelector<HTMLElement>('input, button')?.focus()
