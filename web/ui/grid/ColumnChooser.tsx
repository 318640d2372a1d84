import { Button, Checkbox, Popover, SegmentedControl } from '@mantine/core'
import { NavArrowDown, NavArrowUp, Table2Columns } from 'iconoir-react'
import { Icon } from '../Icon.tsx'
import { IconButton } from '../PlainButton.tsx'
import styles from './FilterBar.module.css'
import type { ListDefinition } from './list.ts'
import type { useColumns } from './useColumns.ts'
import type { ListAddress } from './useListAddress.ts'

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
  const shown = table.getVisibleLeafColumns().map((column) => column.id)
  const hidden = list.columns.map((column) => column.id).filter((id) => !shown.includes(id))
  const header = (id: string) => list.columns.find((column) => column.id === id)?.header ?? id
  const choose = (ids: string[]) => void address.change({ columns: ids.join(',') }, true)
  const move = (id: string, by: number) => {
    const ids = shown.filter((each) => each !== id)
    ids.splice(shown.indexOf(id) + by, 0, id)
    choose(ids)
  }

  return (
    <Popover position="bottom-end" trapFocus returnFocus width={300}>
      <Popover.Target>
        <button type="button" className={styles.more}>
          <Icon of={Table2Columns} />
          Colonne
        </button>
      </Popover.Target>
      <Popover.Dropdown aria-label="Colonne">
        <ul className={styles.columns}>
          {[...shown, ...hidden].map((id) => {
            const place = shown.indexOf(id)
            return (
              <li key={id}>
                <Checkbox
                  size="xs"
                  label={header(id)}
                  checked={place >= 0}
                  disabled={!table.getColumn(id)?.getCanHide()}
                  onChange={() => choose(place >= 0 ? shown.filter((each) => each !== id) : [...shown, id])}
                />
                {place >= 0 && (
                  <span>
                    <IconButton
                      icon={NavArrowUp}
                      label={`Sposta prima: ${header(id)}`}
                      disabled={place === 0}
                      onClick={() => move(id, -1)}
                    />
                    <IconButton
                      icon={NavArrowDown}
                      label={`Sposta dopo: ${header(id)}`}
                      disabled={place === shown.length - 1}
                      onClick={() => move(id, 1)}
                    />
                  </span>
                )}
              </li>
            )
          })}
        </ul>
        <SegmentedControl
          fullWidth
          size="xs"
          aria-label="Altezza delle righe"
          value={address.compact ? 'compact' : 'wide'}
          data={[
            { value: 'wide', label: 'Righe ampie' },
            { value: 'compact', label: 'Righe strette' },
          ]}
          onChange={(value) => void address.change({ rows: value === 'compact' ? 'compact' : null }, true)}
        />
        {address.columns && (
          <Button
            variant="default"
            size="xs"
            fullWidth
            mt="sm"
            onClick={() => void address.change({ columns: null }, true)}
          >
            Torna alle colonne di partenza
          </Button>
        )}
      </Popover.Dropdown>
    </Popover>
  )
}
