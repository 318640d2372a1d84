import { useEffect, useState } from 'react'
import { VisuallyHidden } from '../../ui/layout/VisuallyHidden.tsx'
import css from './Page.module.css'
import { Page } from './Page.tsx'

/** Skeleton of a public page; it appears only after a moment. */
export function PageSkeleton() {
  const [late, setLate] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), 300)
    return () => clearTimeout(timer)
  }, [])
  return (
    <Page>
      <VisuallyHidden>Sto caricando</VisuallyHidden>
      {late && (
        <div aria-hidden>
          <span className={css.bone} style={{ width: '70%' }} />
          <span className={css.bone} style={{ width: '55%', height: 20 }} />
          <span className={css.bone} style={{ width: '45%', height: 44, margin: '30px 0 26px' }} />
          <span className={css.bone} style={{ height: 5 }} />
          <span className={css.bone} style={{ width: '80%' }} />
          <span className={css.bone} style={{ height: 180, margin: '30px 0 22px', opacity: 0.5 }} />
          <span className={css.bone} style={{ height: 56 }} />
        </div>
      )}
    </Page>
  )
}
