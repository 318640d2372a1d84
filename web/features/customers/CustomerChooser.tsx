import { Button, Modal, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { Search } from 'iconoir-react'
import { type KeyboardEvent, useEffect, useEffectEvent, useId, useRef, useState } from 'react'
import { LeaveUnsaved } from '../../session/customer/LeaveUnsaved.tsx'
import { useChangeCustomer } from '../../session/customer/useChangeCustomer.ts'
import { formatCount } from '../../ui/grid/list.ts'
import { Icon } from '../../ui/icons/Icon.tsx'
import styles from './CustomerChooser.module.css'
import { CustomersGrid, type Grid } from './CustomersGrid.tsx'
import { useCustomers } from './customers-query.ts'

/**
 * Full-screen chooser of a customer, for super users: typing searches, arrows move, Enter or a click chooses, Escape
 * closes. The search field keeps the focus and names the current row.
 */
export default function CustomerChooser({ onClose }: { onClose: () => void }) {
  const [text, setText] = useState('')
  const [typed] = useDebouncedValue(text.trim(), 200)
  const customers = useCustomers(typed)
  const { pages, rows, found, all } = customers
  const changing = useChangeCustomer(onClose)
  const [at, setAt] = useState(0)
  const grid = useRef<Grid>(null)
  const gridId = useId()
  const current = rows[Math.min(at, rows.length - 1)]

  // Enter during a search waits for the results, so that it never chooses from old ones.
  const [entered, enter] = useState(false)
  const isAnswered = text.trim() === typed && !pages.isPending && !pages.isPlaceholderData
  const chooseCurrent = useEffectEvent(() => {
    enter(false)
    if (current) changing.change(current.customer_id)
  })
  useEffect(() => {
    if (entered && isAnswered) chooseCurrent()
  }, [entered, isAnswered])

  const onKeyDown = (event: KeyboardEvent) => {
    const to = destination(event.key, at, grid.current?.page() ?? 1)
    if (to !== null) {
      const next = Math.max(0, Math.min(rows.length - 1, to))
      setAt(next)
      grid.current?.scrollTo(next)
    } else if (event.key === 'Enter') enter(true)
    else return
    event.preventDefault()
  }

  return (
    <Modal
      opened
      onClose={onClose}
      fullScreen
      withCloseButton={false}
      padding={0}
      transitionProps={{ duration: 0 }}
      title="Quale cliente?"
      classNames={{ header: styles.hiddenTitle, content: styles.content, body: styles.body }}
    >
      <header className={styles.head}>
        <h1 className={styles.title}>Quale cliente?</h1>
        <TextInput
          className={styles.search}
          aria-label="Cerca un cliente"
          role="combobox"
          aria-expanded
          aria-haspopup="grid"
          aria-controls={gridId}
          aria-activedescendant={current && `${gridId}-${current.customer_id}`}
          autoComplete="off"
          spellCheck={false}
          data-autofocus
          leftSection={<Icon of={Search} />}
          rightSectionWidth={130}
          rightSection={
            <span className={styles.count} role="status">
              {found !== undefined && all !== undefined && counted(found, all)}
            </span>
          }
          value={text}
          onChange={(event) => {
            setText(event.currentTarget.value)
            setAt(0)
            enter(false)
            grid.current?.scrollTo(0)
          }}
          onKeyDown={onKeyDown}
        />
        <Button variant="default" onClick={() => changing.change(null)}>
          Tutti i clienti
        </Button>
        <Button variant="default" onClick={onClose} rightSection={<kbd className={styles.key}>Esc</kbd>}>
          Chiudi
        </Button>
      </header>
      <CustomersGrid
        ref={grid}
        id={gridId}
        customers={customers}
        typed={typed}
        currentId={current?.customer_id ?? null}
        busyId={changing.busy}
        onChoose={changing.change}
        onClear={() => setText('')}
      />
      {changing.asked && (
        <LeaveUnsaved onGo={() => void changing.go(changing.asked?.id ?? null)} onStay={changing.stay} />
      )}
    </Modal>
  )
}

/** The row that a key leads to from row `at`; null for keys that do not move. Home and End belong to the text field. */
function destination(key: string, at: number, page: number): number | null {
  if (key === 'ArrowDown') return at + 1
  if (key === 'ArrowUp') return at - 1
  if (key === 'PageDown') return at + page
  return key === 'PageUp' ? at - page : null
}

const counted = (found: number, all: number) =>
  found === all ? formatCount(all) : `${formatCount(found)} di ${formatCount(all)}`
