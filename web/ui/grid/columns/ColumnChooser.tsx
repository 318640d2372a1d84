import { Table2Columns } from 'iconoir-react'
import { Suspense } from 'react'
import { Icon } from '../../icons/Icon.tsx'
import { lazyWithRetry } from '../../lazy-with-retry.ts'
import { usePopup } from '../../overlay/usePopup.ts'
import styles from '../filters/FilterBar.module.css'
import type { Column, ListDefinition } from '../list.ts'
import type { ListAddress } from '../useListAddress.ts'

const load = () => import('./ColumnChoices.tsx')
const ColumnChoices = lazyWithRetry(load)

/** Chooses the columns, their order, and the row height. */
export function ColumnChooser<Row extends object>({
  list,
  address,
  shown,
}: {
  list: ListDefinition<Row>
  address: ListAddress
  shown: readonly Column<Row>[]
}) {
  const { trigger, popup } = usePopup('dialog', load)
  return (
    <>
      <button type="button" className={styles.more} {...trigger}>
        <Icon of={Table2Columns} />
        Colonne
      </button>
      {popup && (
        <Suspense>
          <ColumnChoices
            popup={popup}
            list={list.source.noun}
            columns={list.columns}
            shown={shown.map((column) => column.id)}
            address={address}
          />
        </Suspense>
      )}
    </>
  )
}
