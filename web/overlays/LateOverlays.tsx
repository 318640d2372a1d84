import { type ComponentType, useEffect, useState } from 'react'
import { patiently } from '../ui/patiently.ts'

/** The notices about the app itself, once the page is there: nothing waits for their code, and nothing fails with it. */
export function LateOverlays({ load }: { load: () => Promise<{ default: ComponentType }> }) {
  const [Loaded, show] = useState<ComponentType | null>(null)
  useEffect(() => {
    void patiently(load).then((file) => show(() => file.default))
  }, [load])
  return Loaded && <Loaded />
}
