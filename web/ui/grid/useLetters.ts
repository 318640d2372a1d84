import { useLayoutEffect, useState } from 'react'

/** The size of usual letters in pixels. */
const usual = 16

/**
 * How many times larger than usual the reader's letters are, by their browser's setting; kept up to date. At least 1: with
 * smaller letters rows stay as high as usual, because their checkboxes are targets of 44 px, which would overlap.
 */
export function useLetters(): number {
  const [letters, setLetters] = useState(measure)
  useLayoutEffect(() => {
    const rem = document.createElement('div')
    Object.assign(rem.style, { position: 'fixed', width: '1rem', height: '0', visibility: 'hidden' })
    document.body.append(rem)
    const observer = new ResizeObserver(() => setLetters(measure()))
    observer.observe(rem)
    return () => {
      observer.disconnect()
      rem.remove()
    }
  }, [])
  return letters
}

const measure = () =>
  Math.max(1, Number.parseFloat(getComputedStyle(document.documentElement).fontSize) / usual)
