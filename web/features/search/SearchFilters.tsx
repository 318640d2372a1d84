import styles from './SearchDialog.module.css'
import { type Filter, type Filters, filters } from './searching.ts'

const names: Record<Filter, string> = {
  by_accounts: 'Condomìni',
  by_subjects: 'Soggetti',
  by_bills: 'Bollette',
  by_transactions: 'Transazioni',
}

/** Where to search: each can be left out. */
export function SearchFilters({
  by,
  onChange,
}: {
  by: Filters
  onChange: (change: Partial<Filters>) => void
}) {
  return (
    <fieldset className={styles.filters}>
      <legend className={styles.legend}>Dove cercare</legend>
      {filters.map((filter) => (
        <button
          key={filter}
          type="button"
          className={styles.filter}
          aria-pressed={by[filter]}
          onClick={() => onChange({ [filter]: !by[filter] })}
        >
          {names[filter]}
        </button>
      ))}
    </fieldset>
  )
}
