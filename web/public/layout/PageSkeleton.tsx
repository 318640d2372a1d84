import { VisuallyHidden } from '../../ui/layout/VisuallyHidden.tsx'
import css from './Page.module.css'
import { Page } from './Page.tsx'

/** Skeleton of a public page; its bars appear only after a moment. It also stands in the HTML, before any script. */
export function PageSkeleton() {
  return (
    <Page>
      <VisuallyHidden>Sto caricando</VisuallyHidden>
      <div aria-hidden className={css.bones}>
        <span style={{ width: '70%' }} />
        <span style={{ width: '55%', height: 20 }} />
        <span style={{ width: '45%', height: 44, margin: '30px 0 26px' }} />
        <span style={{ height: 5 }} />
        <span style={{ width: '80%' }} />
        <span style={{ height: 180, margin: '30px 0 22px', opacity: 0.5 }} />
        <span style={{ height: 56 }} />
      </div>
    </Page>
  )
}
