import { NavArrowUp } from 'iconoir-react'
import { useEffect, useState } from 'react'
import { IconButton } from './PlainButton.tsx'
import styles from './ScrollTop.module.css'

const appearsAfter = 300
const scrollers = '[data-scroller]'

/**
 * A button back to the top, shown once the document or a part marked `data-scroller` is scrolled by more than 300 px.
 * It stands in the layout's toolbar, where it covers nothing. Give it the page's path as key: a new page begins at its
 * top.
 */
export function ScrollTop() {
  const [scrolled, setScrolled] = useState<Element | null>(null)
  useEffect(() => {
    const look = ({ target }: { target: EventTarget | null }) => {
      const part = target === document ? document.documentElement : target
      if (!(part instanceof Element)) return
      if (part !== document.documentElement && !part.matches(scrollers)) return
      setScrolled(part.scrollTop > appearsAfter ? part : null)
    }
    // A scroll event does not bubble, but it can be caught on its way down.
    addEventListener('scroll', look, { capture: true, passive: true })
    return () => removeEventListener('scroll', look, { capture: true })
  }, [])
  if (!scrolled) return null
  return (
    <span className={styles.top} data-print="away" data-scroll-top>
      <IconButton
        icon={NavArrowUp}
        size={20}
        label="Torna in cima"
        onClick={() => scrolled.scrollTo({ top: 0, behavior: 'smooth' })}
      />
    </span>
  )
}
