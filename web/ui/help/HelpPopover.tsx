import { HelpCircle } from 'iconoir-react'
import { type ToggleEvent, useId, useRef } from 'react'
import { Icon } from '../icons/Icon.tsx'
import styles from './HelpPopover.module.css'
import { type HelpTopic, helpTexts } from './help-texts.ts'

/**
 * A button beside a word that opens its explanation. The browser's own popover: Escape or a click elsewhere closes it,
 * the focus goes in and back, and it needs no library. At the foot of a phone's screen, else below the button.
 */
export default function HelpPopover({ topic }: { topic: HelpTopic }) {
  const id = useId()
  const button = useRef<HTMLButtonElement>(null)
  const { title, text } = helpTexts[topic]
  return (
    <span className={styles.help} data-print="away">
      <button
        ref={button}
        type="button"
        className={styles.button}
        popoverTarget={id}
        aria-label={`Che cosa significa: ${title}`}
      >
        <Icon of={HelpCircle} />
      </button>
      <span
        id={id}
        popover="auto"
        role="dialog"
        aria-label={title}
        tabIndex={-1}
        className={styles.text}
        onToggle={(event) => place(event, button.current)}
      >
        <strong>{title}</strong>
        {text.map((paragraph) => (
          <span key={paragraph}>{paragraph}</span>
        ))}
        <button type="button" className={styles.close} popoverTarget={id} popoverTargetAction="hide">
          Ho capito
        </button>
      </span>
    </span>
  )
}

const margin = 8

/** Below the button and inside the window; above it where there is no room below. It closes when the page scrolls. */
function place(event: ToggleEvent<HTMLElement>, button: HTMLElement | null) {
  const text = event.currentTarget
  if (event.newState !== 'open' || !button) return
  text.focus()
  const beside = button.getBoundingClientRect()
  const left = Math.min(beside.left, innerWidth - text.offsetWidth - margin)
  const below = beside.bottom + margin
  const fits = below + text.offsetHeight < innerHeight
  text.style.setProperty('--help-left', `${Math.max(margin, left)}px`)
  text.style.setProperty(
    '--help-top',
    `${fits ? below : Math.max(margin, beside.top - text.offsetHeight - margin)}px`,
  )
  addEventListener('scroll', () => text.hidePopover(), { capture: true, once: true })
}
