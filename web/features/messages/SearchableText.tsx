import { Button, Textarea } from '@mantine/core'
import { Search } from 'iconoir-react'
import { type MouseEvent, useState } from 'react'
import { Icon } from '../../ui/icons/Icon.tsx'
import styles from './MessageDialog.module.css'

/**
 * A message's text where a super user selects and searches: by a right click on the selection or, by keyboard, with the
 * button that a selection brings. In a field the arrow keys select; nothing that is typed stays.
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
        // Not `readOnly`: in such a field a browser lets nobody begin a selection by keyboard.
        aria-readonly
        inputMode="none"
        spellCheck={false}
        autosize
        maxRows={16}
        value={text}
        onChange={() => undefined}
        onBeforeInput={(event) => event.preventDefault()}
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
