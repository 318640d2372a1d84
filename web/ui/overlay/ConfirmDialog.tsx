import { Button, TextInput } from '@mantine/core'
import { type ReactNode, useEffect, useState } from 'react'
import { Dialog } from './Dialog.tsx'

/**
 * Asks for confirmation of an act that cannot be undone. `action` names it (“Rimborsa 412,50 € a Serra Davide”); with
 * `typed` the user must type that text first. Acts that can be undone offer undo in a `toast` instead.
 */
export function ConfirmDialog({
  opened,
  title,
  action,
  danger = false,
  typed,
  cancel = 'Annulla',
  onConfirm,
  onClose,
  children,
}: {
  opened: boolean
  title: string
  action: string
  danger?: boolean
  typed?: string
  cancel?: string
  onConfirm: () => unknown
  onClose: () => void
  children?: ReactNode
}) {
  const [text, setText] = useState('')
  const [running, setRunning] = useState(false)
  useEffect(() => {
    if (!opened) setText('')
  }, [opened])

  const confirm = async () => {
    setRunning(true)
    try {
      await onConfirm()
    } finally {
      setRunning(false)
    }
  }

  return (
    <Dialog
      opened={opened}
      title={title}
      onClose={onClose}
      actions={
        <>
          <Button variant="default" onClick={onClose}>
            {cancel}
          </Button>
          <Button
            color={danger ? 'mattone' : undefined}
            loading={running}
            disabled={typed !== undefined && text.trim() !== typed}
            onClick={confirm}
          >
            {action}
          </Button>
        </>
      }
    >
      {children}
      {typed !== undefined && (
        <TextInput
          mt="md"
          label={`Per confermare scrivi ${typed}`}
          value={text}
          autoComplete="off"
          data-autofocus
          onChange={(event) => setText(event.currentTarget.value)}
        />
      )}
    </Dialog>
  )
}
