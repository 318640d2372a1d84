import { useState } from 'react'

/**
 * The letter that is read in a dialog, by its first bill. `close` (Escape, the cross) closes the letter first and the
 * dialog only when none is read, so that what was chosen is not lost.
 */
export function useReading(onClose: () => void) {
  const [reading, onRead] = useState<number | null>(null)
  return { reading, onRead, close: () => (reading === null ? onClose() : onRead(null)) }
}
