import { type ReactNode, useEffect, useId, useRef } from 'react'
import styles from './NativeDialog.module.css'

/**
 * A dialog of the browser, above whatever is open, other dialogs included. When it closes, the focus goes back to where
 * it was.
 */
export function NativeDialog({
  role,
  title,
  textId,
  width,
  focus,
  onEscape,
  children,
}: {
  role?: 'alertdialog'
  title: string
  /** The id of the paragraph that describes it. */
  textId: string
  /** In pixels; on a phone it is narrower. */
  width: number
  /** The selector of the element that has the focus first. */
  focus: string
  onEscape: () => void
  children: ReactNode
}) {
  const titleId = useId()
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    const before = document.activeElement
    dialog.current?.showModal()
    dialog.current?.querySelector<HTMLElement>(focus)?.focus()
    return () => {
      if (before instanceof HTMLElement) before.focus({ preventScroll: true })
    }
  }, [focus])
  return (
    <dialog
      ref={dialog}
      role={role}
      className={styles.dialog}
      style={{ width: `min(${width}px, calc(100vw - 32px))` }}
      aria-labelledby={titleId}
      aria-describedby={textId}
      onCancel={(event) => {
        event.preventDefault()
        onEscape()
      }}
    >
      <h2 id={titleId} className={styles.title}>
        {title}
      </h2>
      {children}
    </dialog>
  )
}
