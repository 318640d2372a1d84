import { Suspense, useEffect, useSyncExternalStore } from 'react'
import { lazyWithRetry } from '../../ui/lazy-with-retry.ts'
import { onStepUp, readStepUp } from './step-up.ts'

const StepUpDialog = lazyWithRetry(() => import('../../features/auth/StepUpDialog.tsx'))

/** The step-up dialog, above whatever is open; mounted once. */
export function StepUp() {
  const asking = useSyncExternalStore(onStepUp, readStepUp)
  useEffect(() => {
    // Only this dialog handles Escape: dialogs below also listen at the window and must keep their input.
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
