import { useBlocker } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { ConfirmDialog } from '../overlay/ConfirmDialog.tsx'

/** Asks before a form with unsaved input is left; render it beside the form. `onLeave` discards the draft. */
export function LeaveGuard({
  dirty,
  onLeave,
  title = 'Hai modifiche non salvate',
  action = 'Esci senza salvare',
  children = 'Se esci adesso, quello che hai scritto va perso.',
}: {
  dirty: boolean
  onLeave?: () => void
  title?: string
  action?: string
  children?: ReactNode
}) {
  const blocker = useBlocker({
    shouldBlockFn: ({ current, next }) => dirty && current.pathname !== next.pathname,
    enableBeforeUnload: () => dirty,
    withResolver: true,
  })
  return (
    <ConfirmDialog
      opened={blocker.status === 'blocked'}
      title={title}
      action={action}
      cancel="Resta qui"
      onConfirm={() => {
        onLeave?.()
        blocker.proceed?.()
      }}
      onClose={() => blocker.reset?.()}
    >
      {children}
    </ConfirmDialog>
  )
}
