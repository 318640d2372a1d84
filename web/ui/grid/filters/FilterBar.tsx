import { Filter as FilterIcon, Xmark } from 'iconoir-react'
import { Suspense, useState } from 'react'
import { IconButton } from '../../buttons/PlainButton.tsx'
import { Icon } from '../../icons/Icon.tsx'
import { lazyWithRetry } from '../../lazy-with-retry.ts'
import { usePopup } from '../../overlay/usePopup.ts'
import { ColumnChooser } from '../columns/ColumnChooser.tsx'
import type { Column, Filter, ListDefinition } from '../list.ts'
import type { ListAddress } from '../useListAddress.ts'
import styles from './FilterBar.module.css'
import { isActive, namesOf, valueInWords } from './filter-names.ts'
import { ReferenceName } from './ReferenceName.tsx'
import { SearchField } from './SearchField.tsx'

const load = () => import('./FilterChoices.tsx')
const FilterChoices = lazyWithRetry(load)

/** Search, a chip per active filter, a button for more filters, and the columns. */
export function FilterBar<Row extends object>({
  list,
  address,
  shown,
  cards,
}: {
  list: ListDefinition<Row>
  address: ListAddress
  shown: readonly Column<Row>[]
  cards: boolean
}) {
  const [edited, setEdited] = useState<Filter | null>(null)
  const { show, trigger, popup } = usePopup('dialog', load)
  const active = list.filters.filter((filter) => isActive(filter, address.filters))
  const edit = (filter: Filter | null) => {
    setEdited(filter)
    show(true)
  }
  const remove = (filter: Filter) =>
    void address.change({ ...Object.fromEntries(namesOf(filter).map((name) => [name, null])) })

  return (
    <search className={styles.bar} data-filters={list.filters.length > 0 || undefined} aria-label="Filtri">
      <SearchField
        label={`Cerca fra ${list.words.many}`}
        searches={list.searches}
        q={address.filters.q ?? ''}
        onSearch={(q) => void address.change({ q: q || null }, true)}
      />
      {active.map((filter) => (
        <span key={filter.id} className={styles.chip}>
          <button type="button" className={styles.chipText} onClick={() => edit(filter)}>
            <span className={styles.chipLabel}>{filter.label}</span>{' '}
            {filter.kind === 'reference' ? (
              <ReferenceName filter={filter} id={address.filters[filter.id] ?? ''} />
            ) : (
              valueInWords(filter, address.filters)
            )}
          </button>
          <IconButton icon={Xmark} label={`Togli il filtro ${filter.label}`} onClick={() => remove(filter)} />
        </span>
      ))}
      {list.filters.length > 0 && (
        <button
          type="button"
          className={styles.more}
          {...trigger}
          onClick={() => (popup?.opened ? show(false) : edit(null))}
        >
          <Icon of={FilterIcon} />
          Filtra
        </button>
      )}
      {popup && (
        <Suspense>
          <FilterChoices
            popup={popup}
            choices={list.filters}
            edited={edited}
            filters={address.filters}
            onChoose={setEdited}
            onApply={(values) => {
              void address.change(values)
              show(false)
            }}
          />
        </Suspense>
      )}
      {!cards && (
        <div className={styles.right}>
          <ColumnChooser list={list} address={address} shown={shown} />
        </div>
      )}
    </search>
  )
}
