import { Button, Menu } from '@mantine/core'
import { Download } from 'iconoir-react'
import { Icon } from '../Icon.tsx'
import { exportList } from './export-list.ts'
import type { Column, ListDefinition, Query } from './list.ts'

/** Exactly what the filters show, with the visible columns, as a spreadsheet or as CSV. */
export function ExportMenu<Row>({
  list,
  query,
  shown,
  disabled,
  iconOnly,
}: {
  list: ListDefinition<Row>
  query: Query
  shown: readonly Column<Row>[]
  disabled: boolean
  /** On phones the icon stands alone. */
  iconOnly: boolean
}) {
  return (
    <Menu position="bottom-end" disabled={disabled}>
      <Menu.Target>
        {iconOnly ? (
          <Button variant="default" disabled={disabled} aria-label="Esporta" px={13}>
            <Icon of={Download} />
          </Button>
        ) : (
          <Button variant="default" leftSection={<Icon of={Download} />} disabled={disabled}>
            Esporta
          </Button>
        )}
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={() => void exportList(list, query, shown, 'xlsx')}>
          Foglio di calcolo (XLSX)
        </Menu.Item>
        <Menu.Item onClick={() => void exportList(list, query, shown, 'csv')}>Testo separato (CSV)</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
