import { useEffect, useState } from 'react'

/** Opens a lazy-loaded dialog only after it is mounted, so that closing it returns the focus to where it was. */
export function useOpenAfterMount(opened: boolean) {
  const [ready, setReady] = useState(false)
  useEffect(() => setReady(true), [])
  return ready && opened
}
