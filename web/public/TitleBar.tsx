import type { ReactNode } from 'react'
import { LogoMark } from '../ui/icons/LogoMark.tsx'
import { OfflineNotice } from './OfflineNotice.tsx'
import css from './TitleBar.module.css'

/** The layout of signer and viewer: a bar with what one is looking at and what can be done with it, then all the rest. */
export function TitleBar({
  title,
  actions,
  children,
}: {
  title: string
  actions?: ReactNode
  children: ReactNode
}) {
  return (
    <div className={css.frame}>
      <title>{`${title} · Saldo`}</title>
      <OfflineNotice />
      <header className={css.bar} data-print="away">
        <LogoMark />
        <h1 className={css.title}>{title}</h1>
        {actions}
      </header>
      <main className={css.main}>{children}</main>
    </div>
  )
}
