import { Suspense, useEffect, useSyncExternalStore } from 'react'
import { lazily } from '../ui/lazily.ts'
import { onAsking, readAsking } from './step-up.ts'

const StepUpDialog = lazily(() => import('../features/auth/StepUpDialog.tsx'))

/** The one dialog that asks who one is, above whatever is open; mounted once. */
export function StepUp() {
  const asking = useSyncExternalStore(onAsking, readAsking)
  useEffect(() => {
    // Escape is this dialog's alone: others beneath it listen at the window, too, and keep what was typed in them.
    const cancels = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || !readAsking()) return
      event.preventDefault()
      event.stopImmediatePropagation()
      readAsking()?.cancel()
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
