import { useBlocker } from '@tanstack/react-router'
import { ConfirmDialog } from '../ConfirmDialog.tsx'

/** Asks before leaving a form with unsaved input; put it beside the form. `onLeave` drops the kept draft. */
export function LeaveGuard({ dirty, onLeave }: { dirty: boolean; onLeave?: () => void }) {
  const blocker = useBlocker({
    shouldBlockFn: ({ current, next }) => dirty && current.pathname !== next.pathname,
    enableBeforeUnload: () => dirty,
    withResolver: true,
  })
  return (
    <ConfirmDialog
      opened={blocker.status === 'blocked'}
      title="Hai modifiche non salvate"
      action="Esci senza salvare"
      cancel="Resta qui"
      onConfirm={() => {
        onLeave?.()
        blocker.proceed?.()
      }}
      onClose={() => blocker.reset?.()}
    >
      Se esci adesso, quello che hai scritto va perso.
    </ConfirmDialog>
  )
}
