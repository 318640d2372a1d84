import { type ComponentType, useEffect, useState } from 'react'
import { loadWithRetry } from '../ui/load-with-retry.ts'

/** The notices about the app itself, once the page is there: nothing waits for their code, and nothing fails with it. */
export function LazyOverlays({ load }: { load: () => Promise<{ default: ComponentType }> }) {
  const [Loaded, show] = useState<ComponentType | null>(null)
  useEffect(() => {
    void loadWithRetry(load).then((file) => show(() => file.default))
  }, [load])
  return Loaded && <Loaded />
}
