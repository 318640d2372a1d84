import { Suspense } from 'react'
import { TextSkeleton } from '../../feedback/Skeleton.tsx'
import { lazyWithRetry } from '../../lazy-with-retry.ts'
import { AnchoredPopover } from '../../overlay/Anchored.tsx'
import type { Popup } from '../../overlay/usePopup.ts'
import type { Filter, Query } from '../list.ts'
import styles from './FilterBar.module.css'

/** Lazy-loaded when a filter is chosen: fields and lists weigh as much as the grid itself. */
const FilterEditor = lazyWithRetry(() =>
  import('./FilterEditor.tsx').then((file) => ({ default: file.FilterEditor })),
)

/** The list of filters, then the fields of the chosen one. */
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
  /** Null: none chosen yet. */
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
          {/* The focused button is gone: focus the first field. */}
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
