import { Popover } from '@mantine/core'
import { Table2Columns } from 'iconoir-react'
import { lazy, Suspense } from 'react'
import { Icon } from '../Icon.tsx'
import { TextSkeleton } from '../Skeleton.tsx'
import styles from './FilterBar.module.css'
import type { ListDefinition } from './list.ts'
import type { useColumns } from './useColumns.ts'
import type { ListAddress } from './useListAddress.ts'

const ColumnChoices = lazy(() =>
  import('./ColumnChoices.tsx').then((file) => ({ default: file.ColumnChoices })),
)

/** Which columns, in which order, and how tall the rows. */
export function ColumnChooser<Row extends object>({
  list,
  address,
  table,
}: {
  list: ListDefinition<Row>
  address: ListAddress
  table: ReturnType<typeof useColumns<Row>>['table']
}) {
  return (
    <Popover position="bottom-end" trapFocus returnFocus width={300}>
      <Popover.Target>
        <button type="button" className={styles.more}>
          <Icon of={Table2Columns} />
          Colonne
        </button>
      </Popover.Target>
      <Popover.Dropdown aria-label="Colonne">
        <Suspense fallback={<TextSkeleton lines={6} />}>
          <ColumnChoices
            columns={list.columns}
            shown={table.getVisibleLeafColumns().map((column) => column.id)}
            address={address}
          />
        </Suspense>
      </Popover.Dropdown>
    </Popover>
  )
}
