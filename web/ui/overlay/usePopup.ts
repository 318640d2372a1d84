import { useId, useState } from 'react'

/**
 * A button whose menu or dialog is lazy-loaded: positioning code weighs 30 kB that the first paint does not need.
 * Spread `trigger` on the button; render the lazy content (`AnchoredMenu`, `AnchoredPopover`) with `popup` once it is
 * set. `load` starts loading on hover or focus.
 */
export function usePopup(kind: 'menu' | 'dialog', load: () => Promise<unknown>) {
  const id = useId()
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const [opened, setOpened] = useState(false)
  const [wanted, setWanted] = useState(false)
  const show = (shown: boolean) => {
    setOpened(shown)
    if (shown) setWanted(true)
  }
  // A failed preload is repeated on the click, which reports a failure.
  const prepare = () => void load().catch(() => undefined)
  return {
    show,
    trigger: {
      ref: setAnchor,
      id,
      'aria-haspopup': kind,
      'aria-expanded': opened,
      'aria-controls': opened ? `${id}-dropdown` : undefined,
      onPointerEnter: prepare,
      onFocus: prepare,
      onClick: () => show(!opened),
    },
    popup: wanted ? ({ id, anchor, opened, onChange: show } satisfies Popup) : null,
  }
}

/** The data that an anchored menu or popover needs about its button. */
export type Popup = {
  id: string
  anchor: HTMLElement | null
  opened: boolean
  onChange: (opened: boolean) => void
}
