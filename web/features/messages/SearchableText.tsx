import { Button, Textarea } from '@mantine/core'
import { Search } from 'iconoir-react'
import { type MouseEvent, useState } from 'react'
import { Icon } from '../../ui/Icon.tsx'
import styles from './MessageDialog.module.css'

/**
 * A message's text where a super user selects and searches: by a right click on the selection or, by keyboard, with the
 * button that a selection brings. A field that cannot be written lets the arrow keys select.
 */
export function SearchableText({ text, onSearch }: { text: string; onSearch: (text: string) => void }) {
  const [selected, setSelected] = useState('')
  const search = (event: MouseEvent<HTMLTextAreaElement>) => {
    const chosen = selectionOf(event.currentTarget)
    if (!chosen) return
    event.preventDefault()
    onSearch(chosen)
  }
  return (
    <>
      <Textarea
        className={styles.text}
        aria-label="Testo del messaggio"
        readOnly
        autosize
        maxRows={16}
        value={text}
        onSelect={(event) => setSelected(selectionOf(event.currentTarget))}
        onContextMenu={search}
      />
      {selected && (
        <Button
          className={styles.find}
          variant="default"
          size="xs"
          leftSection={<Icon of={Search} />}
          onClick={() => onSearch(selected)}
        >
          Cerca il testo selezionato
        </Button>
      )}
    </>
  )
}

const selectionOf = ({ value, selectionStart, selectionEnd }: HTMLTextAreaElement) =>
  value.slice(selectionStart, selectionEnd).trim()
