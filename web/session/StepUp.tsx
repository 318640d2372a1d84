import { Suspense, useEffect, useSyncExternalStore } from 'react'
import { lazyWithRetry } from '../ui/lazy-with-retry.ts'
import { onStepUp, readStepUp } from './step-up.ts'

const StepUpDialog = lazyWithRetry(() => import('../features/auth/StepUpDialog.tsx'))

/** The one dialog that asks who one is, above whatever is open; mounted once. */
export function StepUp() {
  const asking = useSyncExternalStore(onStepUp, readStepUp)
  useEffect(() => {
    // Escape is this dialog's alone: others beneath it listen at the window, too, and keep what was typed in them.
    const cancels = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || !readStepUp()) return
      event.preventDefault()
      event.stopImmediatePropagation()
      readStepUp()?.cancel()
    }
    addEventListener('keydown', cancels, true)
    return () => removeEventListener('keydown', cancels, true)
  }, [])
  return (
    asking && (
      <Suspense fallback={null}>
        <StepUpDialog asking={asking} />
      </Suspense>
    )
  )
}
