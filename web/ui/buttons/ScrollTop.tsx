import { NavArrowUp } from 'iconoir-react'
import { type RefObject, useEffect, useState } from 'react'
import { Icon } from '../icons/Icon.tsx'
import styles from './ScrollTop.module.css'

const appearsAfter = 300

/**
 * A button back to the top, shown once the document or `scroller` is scrolled by more than 300 px. `inside`: in the
 * corner of its positioned parent instead of the window's, for a list that scrolls by itself.
 */
export function ScrollTop({
  scroller,
  inside = false,
}: {
  scroller?: RefObject<HTMLElement | null>
  inside?: boolean
}) {
  const [shown, setShown] = useState(false)
  useEffect(() => {
    const element = scroller?.current
    const target = element ?? window
    const look = () => setShown((element ? element.scrollTop : window.scrollY) > appearsAfter)
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
      data-inside={inside || undefined}
      aria-label="Torna in cima"
      onClick={() => (scroller?.current ?? window).scrollTo({ top: 0, behavior: 'smooth' })}
    >
      <Icon of={NavArrowUp} size={20} />
    </button>
  )
}
