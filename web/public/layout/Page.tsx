import { type ReactNode, useEffect, useId } from 'react'
import type { State } from '../../ui/data/states.ts'
import { Icon } from '../../ui/icons/Icon.tsx'
import { LogoMark, Wordmark } from '../../ui/icons/LogoMark.tsx'
import type { Asker } from '../last-known-bill.ts'
import { rememberAsker } from './last-asker.ts'
import { OfflineNotice } from './OfflineNotice.tsx'
import css from './Page.module.css'

/** Layout of the public pages: one column with the logo above and contacts below; no contacts without `asker`. */
export function Page({
  asker,
  by = 'Pagamento gestito con Saldo',
  children,
}: {
  asker?: Asker
  by?: string
  children: ReactNode
}) {
  const help = useId()
  useEffect(() => {
    if (asker) rememberAsker(asker)
  }, [asker])
  const goToHelp = () => {
    const section = document.getElementById(help)
    section?.scrollIntoView({ block: 'center' })
    section?.focus({ preventScroll: true })
  }
  return (
    <>
      <OfflineNotice />
      <div className={css.column}>
        <header className={css.head}>
          <Wordmark height={20} />
          {asker && (
            <button type="button" className={css.link} onClick={goToHelp}>
              Serve aiuto?
            </button>
          )}
        </header>
        <main className={css.main}>{children}</main>
        <footer className={css.foot} id={help} tabIndex={-1}>
          {asker && <Contacts asker={asker} />}
          <p className={css.by}>
            <LogoMark size={20} /> {by}
          </p>
        </footer>
      </div>
    </>
  )
}

function Contacts({ asker: { business_name, phone, email } }: { asker: Asker }) {
  return (
    <>
      <p>{business_name} amministra il condominio e ti ha inviato questa richiesta.</p>
      <div className={css.contacts}>
        {phone && <a href={`tel:${phone.replace(/[^\d+]/g, '')}`}>Chiama {phone}</a>}
        {email && <a href={`mailto:${email}`}>Scrivi a {email}</a>}
      </div>
    </>
  )
}

/** A state with icon, word and colour; `children` add to the word. */
export function StatusLine({
  state,
  large,
  children,
}: {
  state: State
  large?: boolean
  children?: ReactNode
}) {
  return (
    <p className={css.state} data-tone={state.tone} data-large={large || undefined}>
      <Icon of={state.icon} size={large ? 20 : 16} />
      <span>
        {state.word}
        {children}
      </span>
    </p>
  )
}
