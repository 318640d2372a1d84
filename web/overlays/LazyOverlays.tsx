import { type ComponentType, useEffect, useState } from 'react'
import { loadWithRetry } from '../ui/load-with-retry.ts'

/** Lazy-loads the notices about the app itself, so that the page neither waits for their code nor fails with it. */
export function LazyOverlays({ load }: { load: () => Promise<{ default: ComponentType }> }) {
  const [Loaded, show] = useState<ComponentType | null>(null)
  useEffect(() => {
    void loadWithRetry(load).then((file) => show(() => file.default))
  }, [load])
  return Loaded && <Loaded />
}
