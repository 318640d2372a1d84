import type { SearchKind } from '../../sections/section.ts'
import styles from './SearchDialog.module.css'
import type { Filters } from './searching.ts'

/** The kinds to search, each can be switched off. */
export function SearchFilters({
  kinds,
  by,
  onChange,
}: {
  kinds: readonly SearchKind[]
  by: Filters
  onChange: (change: Partial<Filters>) => void
}) {
  return (
    <fieldset className={styles.filters}>
      <legend className={styles.legend}>Dove cercare</legend>
      {kinds.map(({ filter, label }) => (
        <button
          key={filter}
          type="button"
          className={styles.filter}
          aria-pressed={by[filter]}
          onClick={() => onChange({ [filter]: !by[filter] })}
        >
          {label}
        </button>
      ))}
    </fieldset>
  )
}
