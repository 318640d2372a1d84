import { Button, Checkbox, SegmentedControl } from '@mantine/core'
import { NavArrowDown, NavArrowUp } from 'iconoir-react'
import { IconButton } from '../../buttons/PlainButton.tsx'
import { AnchoredPopover } from '../../overlay/Anchored.tsx'
import type { Popup } from '../../overlay/usePopup.ts'
import { setPreferences, setPreferredColumns } from '../../theme/preferences.ts'
import styles from '../filters/FilterBar.module.css'
import type { ListAddress } from '../useListAddress.ts'

/** The shown columns in their order, then the others. Order is changed by buttons, which also work without a mouse. */
export default function ColumnChoices({
  popup,
  list,
  columns,
  shown,
  address,
}: {
  popup: Popup
  /** The list's name on the server: the columns are stored under it. */
  list: string
  columns: readonly { id: string; header: string; fixed?: boolean }[]
  shown: readonly string[]
  address: ListAddress
}) {
  const hidden = columns.map((column) => column.id).filter((id) => !shown.includes(id))
  const named = (id: string) => columns.find((column) => column.id === id)
  const header = (id: string) => named(id)?.header ?? id
  // Stored in the address, so that a link shows the same, and in the preferences, for the next visit.
  const choose = (ids: string[] | null) => {
    setPreferredColumns(list, ids)
    void address.change({ columns: ids?.join(',') ?? null }, true)
  }
  const move = (id: string, by: number) => {
    const ids = shown.filter((each) => each !== id)
    ids.splice(shown.indexOf(id) + by, 0, id)
    choose(ids)
  }

  return (
    <AnchoredPopover popup={popup} position="bottom-end" width={300}>
      <ul className={styles.columns}>
        {[...shown, ...hidden].map((id) => {
          const place = shown.indexOf(id)
          return (
            <li key={id}>
              <Checkbox
                size="xs"
                label={header(id)}
                checked={place >= 0}
                disabled={named(id)?.fixed}
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
        onChange={(value) => {
          setPreferences({ density: value === 'compact' ? 'compact' : 'wide' })
          void address.change({ rows: value === 'compact' ? 'compact' : null }, true)
        }}
      />
      {address.columns && (
        <Button variant="default" size="xs" fullWidth mt="sm" onClick={() => choose(null)}>
          Torna alle colonne di partenza
        </Button>
      )}
    </AnchoredPopover>
  )
}
