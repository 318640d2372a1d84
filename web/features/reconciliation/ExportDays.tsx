import { Button, Menu } from '@mantine/core'
import { Download } from 'iconoir-react'
import { apiFile } from '../../api.ts'
import { errorSentence } from '../../api-error.ts'
import { whileLoading } from '../../ui/feedback/loader.ts'
import { alertToast } from '../../ui/feedback/toast.ts'
import { useNarrow } from '../../ui/grid/useNarrow.ts'
import { Icon } from '../../ui/icons/Icon.tsx'
import { saveFile } from '../../ui/save-file.ts'
import type { DayFilters } from './reconciliation-query.ts'

/** Exports the filtered days by condominium, or the open differences. */
export function ExportDays({ filters, disabled }: { filters: DayFilters; disabled: boolean }) {
  const { open, ...days } = filters
  const { cards } = useNarrow()
  const save = async (file: ReturnType<typeof apiFile>) => {
    try {
      const { blob, name } = await whileLoading('Preparo il file…', file)
      saveFile(blob, name)
    } catch (error) {
      alertToast(errorSentence(error, 'Riprova fra poco.'), 'danger')
    }
  }
  const ofDays = (format: 'csv' | 'xlsx') =>
    save(apiFile('GET /v1/reconciliation/export', { query: { ...filters, format } }))
  const ofItems = (format: 'csv' | 'xlsx') =>
    save(
      apiFile('GET /v1/reconciliation/items/export', {
        query: { ...days, ...(open ? { state: 'open' } : {}), format },
      }),
    )
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        {cards ? (
          <Button variant="default" disabled={disabled} aria-label="Esporta" px={13}>
            <Icon of={Download} />
          </Button>
        ) : (
          <Button variant="default" disabled={disabled} leftSection={<Icon of={Download} />}>
            Esporta
          </Button>
        )}
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>Giorni per condominio</Menu.Label>
        <Menu.Item onClick={() => void ofDays('xlsx')}>Foglio di calcolo (XLSX)</Menu.Item>
        <Menu.Item onClick={() => void ofDays('csv')}>Testo separato (CSV)</Menu.Item>
        <Menu.Label>Differenze</Menu.Label>
        <Menu.Item onClick={() => void ofItems('xlsx')}>Foglio di calcolo (XLSX)</Menu.Item>
        <Menu.Item onClick={() => void ofItems('csv')}>Testo separato (CSV)</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
