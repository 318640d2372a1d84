import { type ReactNode, useId, useLayoutEffect, useRef } from 'react'
import { LogoMark, Wordmark } from '../ui/icons/LogoMark.tsx'
import styles from './FullScreen.module.css'

/**
 * A message that covers the window. The page stays below with all that was typed, but cannot be reached, not even its
 * dialogs, because this is a native modal dialog. No key closes it.
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
  // Close it before unmounting: only then the browser gives the focus back to where it was.
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
