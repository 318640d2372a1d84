import { Button, Textarea } from '@mantine/core'
import { Search } from 'iconoir-react'
import { type MouseEvent, useState } from 'react'
import { Icon } from '../../ui/icons/Icon.tsx'
import styles from './MessageDialog.module.css'

/**
 * Text of a message in which a super user selects and searches: by right click on the selection or, with the keyboard,
 * with a button that appears on selection. It is an input, so arrow keys select; typed text is ignored.
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
        // Not `readOnly`: browsers do not allow selecting by keyboard in read-only fields.
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
