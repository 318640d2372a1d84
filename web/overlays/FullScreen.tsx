import { type ReactNode, useId, useLayoutEffect, useRef } from 'react'
import { LogoMark, Wordmark } from '../ui/icons/LogoMark.tsx'
import styles from './FullScreen.module.css'

/**
 * Covers the window with one thing to know. The page stays as it was below, with all that was typed, but nothing in it
 * can be reached: the browser's own modal dialog sees to that, dialogs of the page included. No key closes it.
 */
export function FullScreen({
  title,
  actions,
  children,
}: {
  title: string
  actions: ReactNode
  children: ReactNode
}) {
  const dialog = useRef<HTMLDialogElement>(null)
  const id = useId()
  const open = () => {
    if (dialog.current && !dialog.current.open) dialog.current.showModal()
  }
  // Closed before it is taken away: only then the focus goes back to where it was.
  useLayoutEffect(() => {
    const shown = dialog.current
    if (shown && !shown.open) shown.showModal()
    return () => shown?.close()
  }, [])
  return (
    <dialog
      ref={dialog}
      className={styles.screen}
      role="alertdialog"
      aria-labelledby={`${id}-title`}
      aria-describedby={`${id}-why`}
      data-print="away"
      onCancel={(event) => event.preventDefault()}
      onClose={open}
    >
      <header className={styles.brand}>
        <LogoMark />
        <Wordmark />
      </header>
      <div className={styles.main}>
        <h1 className={styles.title} id={`${id}-title`}>
          {title}
        </h1>
        <div className={styles.why} id={`${id}-why`}>
          {children}
        </div>
        <div className={styles.actions}>{actions}</div>
      </div>
    </dialog>
  )
}
