import type { ReactNode } from 'react'
import { LogoMark } from '../../ui/icons/LogoMark.tsx'
import { Heading } from './Heading.tsx'
import { OfflineNotice } from './OfflineNotice.tsx'
import { Title } from './Title.tsx'
import css from './TitleBar.module.css'

/** Layout of viewer and signer: a title bar with actions, then the content. */
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
      <Title>{`${title} · Saldo`}</Title>
      <OfflineNotice />
      <header className={css.bar} data-print="away">
        <LogoMark />
        <Heading className={css.title}>{title}</Heading>
        {actions && <div className={css.actions}>{actions}</div>}
      </header>
      <main className={css.main}>{children}</main>
    </div>
  )
}
