import { WarningTriangle } from 'iconoir-react'
import { type InputHTMLAttributes, type ReactNode, useId, useLayoutEffect, useRef } from 'react'
import { Icon } from '../../ui/icons/Icon.tsx'
import css from '../pay/Pay.module.css'

type Native = Omit<
  InputHTMLAttributes<HTMLInputElement>,
  'className' | 'onChange' | 'value' | 'children' | 'id' | 'autoFocus'
>

/**
 * A labelled input with its error below. `group` formats the text while it is typed (groups of four, a slash) and keeps
 * the caret in place.
 */
export function Field({
  label,
  value,
  change,
  wrong,
  hint,
  aside,
  group,
  takesFocus,
  ...native
}: {
  label: string
  value: string
  change: (value: string) => void
  wrong: string | undefined
  hint?: ReactNode
  aside?: ReactNode
  group?: (text: string) => string
  /** It is what a step leads to: it has the focus as soon as it is there. */
  takesFocus?: boolean
} & Native) {
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const caret = useRef<number | null>(null)
  useLayoutEffect(() => {
    if (takesFocus) input.current?.focus()
  }, [takesFocus])
  useLayoutEffect(() => {
    if (caret.current === null || !input.current) return
    const at = placeAfter(input.current.value, caret.current)
    input.current.setSelectionRange(at, at)
    caret.current = null
  })
  return (
    <div className={css.field}>
      <label htmlFor={id}>{label}</label>
      <div className={css.box} data-wrong={wrong ? true : undefined}>
        <input
          ref={input}
          id={id}
          value={value}
          aria-invalid={wrong ? true : undefined}
          aria-describedby={`${id}-wrong ${id}-hint`}
          onChange={({ target }) => {
            const at = target.selectionStart
            if (group && at !== null && at < target.value.length)
              caret.current = meaningful(target.value.slice(0, at))
            change(group ? group(target.value) : target.value)
          }}
          {...native}
        />
        {aside && <span className={css.brand}>{aside}</span>}
      </div>
      <FieldError id={`${id}-wrong`}>{wrong}</FieldError>
      <p className={css.hint} id={`${id}-hint`} hidden={!hint}>
        {hint}
      </p>
    </div>
  )
}

export function FieldError({ id, children }: { id: string; children: string | undefined }) {
  return (
    <div id={id} aria-live="polite">
      {children && (
        <p className={css.error}>
          <Icon of={WarningTriangle} />
          <span>{children}</span>
        </p>
      )}
    </div>
  )
}

const meaningful = (text: string) => text.replace(/[^0-9A-Za-z]/g, '').length

/** The caret position after that many letters and digits. */
function placeAfter(text: string, letters: number): number {
  let at = 0
  for (let seen = 0; at < text.length && seen < letters; at += 1) seen += meaningful(text.charAt(at))
  return at
}
