import { Menu } from '@mantine/core'
import { AnchoredMenu } from '../overlay/Anchored.tsx'
import type { Popup } from '../overlay/usePopup.ts'

/** The export formats, and paper. */
export default function ExportChoices({
  popup,
  onChoose,
  onPrint,
}: {
  popup: Popup
  onChoose: (format: 'csv' | 'xlsx') => void
  onPrint: () => void
}) {
  return (
    <AnchoredMenu popup={popup}>
      <Menu.Item onClick={() => onChoose('xlsx')}>Foglio di calcolo (XLSX)</Menu.Item>
      <Menu.Item onClick={() => onChoose('csv')}>Testo separato (CSV)</Menu.Item>
      <Menu.Item onClick={onPrint}>Stampa l’elenco</Menu.Item>
    </AnchoredMenu>
  )
}
