import { NavArrowUp } from 'iconoir-react'
import { useEffect, useState } from 'react'
import { Icon } from '../icons/Icon.tsx'
import styles from './ScrollTop.module.css'

const appearsAfter = 300

/** A button back to the top, shown once the document or `scroller` is scrolled by more than 300 px. */
export function ScrollTop({ scroller = null }: { scroller?: HTMLElement | null }) {
  const [shown, setShown] = useState(false)
  useEffect(() => {
    const target = scroller ?? window
    const look = () => setShown((scroller ? scroller.scrollTop : window.scrollY) > appearsAfter)
    look()
    target.addEventListener('scroll', look, { passive: true })
    return () => target.removeEventListener('scroll', look)
  }, [scroller])
  if (!shown) return null
  return (
    <button
      type="button"
      className={styles.top}
      data-print="away"
      aria-label="Torna in cima"
      onClick={() => (scroller ?? window).scrollTo({ top: 0, behavior: 'smooth' })}
    >
      <Icon of={NavArrowUp} size={20} />
    </button>
  )
}
