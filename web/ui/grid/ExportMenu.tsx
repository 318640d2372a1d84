import { Button } from '@mantine/core'
import { Download } from 'iconoir-react'
import { Suspense } from 'react'
import { Icon } from '../icons/Icon.tsx'
import { lazyWithRetry } from '../lazy-with-retry.ts'
import { usePopup } from '../overlay/usePopup.ts'
import { useAskedAct } from '../useAskedAct.ts'
import type { Column, ListDefinition, Query } from './list.ts'

const load = () => import('./ExportChoices.tsx')
const ExportChoices = lazyWithRetry(load)

/** Exports the filtered rows with the visible columns, as a spreadsheet or CSV; or prints them. */
export function ExportMenu<Row>({
  list,
  query,
  shown,
  disabled,
  iconOnly,
  onPrint,
}: {
  list: ListDefinition<Row>
  query: Query
  shown: readonly Column<Row>[]
  disabled: boolean
  /** Shows only the icon, on phones. */
  iconOnly: boolean
  onPrint: () => void
}) {
  const { show, trigger, popup } = usePopup('menu', load)
  useAskedAct('esporta', () => show(true))
  const choose = async (format: 'csv' | 'xlsx') => {
    const { exportList } = await import('./export-list.ts')
    await exportList(list, query, shown, format)
  }
  return (
    <>
      {iconOnly ? (
        <Button variant="default" disabled={disabled} aria-label="Esporta" px={13} {...trigger}>
          <Icon of={Download} />
        </Button>
      ) : (
        <Button variant="default" leftSection={<Icon of={Download} />} disabled={disabled} {...trigger}>
          Esporta
        </Button>
      )}
      {popup && (
        <Suspense>
          <ExportChoices popup={popup} onChoose={(format) => void choose(format)} onPrint={onPrint} />
        </Suspense>
      )}
    </>
  )
}
