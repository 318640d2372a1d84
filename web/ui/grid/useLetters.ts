import { useLayoutEffect, useState } from 'react'

/** The size of usual letters in pixels. */
const usual = 16

/** How many times larger than usual the reader's letters are, by their browser's setting; kept up to date. */
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

const measure = () => Number.parseFloat(getComputedStyle(document.documentElement).fontSize) / usual
