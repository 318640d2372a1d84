import { useEffect, useState } from 'react'

/** Opens what has just been loaded a moment after it is there, so that whoever had the focus gets it back. */
export function useOpenAfterMount(opened: boolean) {
  const [ready, setReady] = useState(false)
  useEffect(() => setReady(true), [])
  return ready && opened
}
