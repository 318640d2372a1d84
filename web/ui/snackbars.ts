export type SnackTone = 'plain' | 'settled' | 'late'
export type Snack = {
  id: number
  text: string
  tone: SnackTone
  undo?: () => void
  /** Runs once when it leaves the screen, however it leaves. */
  gone?: () => void
  lasts: number
}

/** Snackbars vanish after this many milliseconds unless the pointer or the focus is on them. */
export const snackTime = 5000
const keptAt = 'saldo.snack'

type Slots = { plain: Snack | null; alert: Snack | null }
let slots: Slots = { plain: null, alert: null }
let lastId = 0
const listeners = new Set<() => void>()

const put = (slot: keyof Slots, snack: Snack | null) => {
  const before = slots[slot]
  slots = { ...slots, [slot]: snack }
  for (const listener of listeners) listener()
  before?.gone?.()
}

/** Says something in passing; with `undo` it can be taken back while the line shrinks. */
export const say = (text: string, undo?: () => void) =>
  put('plain', { id: ++lastId, text, tone: 'plain', undo, lasts: snackTime })

/**
 * Says what is about to happen (“3 link in uscita”) and does it when the text has gone, unless it was taken back:
 * for what cannot be undone once done. Until then the browser asks before leaving the page. `undone`: it was taken back.
 */
export function sayThen(text: string, act: () => void, undone?: () => void) {
  let takenBack = false
  const warn = (event: Event) => event.preventDefault()
  addEventListener('beforeunload', warn)
  put('plain', {
    id: ++lastId,
    text,
    tone: 'plain',
    undo: () => {
      takenBack = true
      undone?.()
    },
    gone: () => {
      removeEventListener('beforeunload', warn)
      if (!takenBack) act()
    },
    lasts: snackTime,
  })
}

/** Says what went well (`settled`, green) or wrong (`late`, red); announced at once. */
export const alert = (text: string, tone: 'settled' | 'late') =>
  put('alert', { id: ++lastId, text, tone, lasts: snackTime })

/** As `alert`, and goes on after the reload that is about to come. */
export function alertAcrossReload(text: string, tone: 'settled' | 'late') {
  alert(text, tone)
  sessionStorage.setItem(keptAt, JSON.stringify({ text, tone, until: Date.now() + snackTime }))
}

/** Shows again, for the time it had left, what `alertAcrossReload` kept. */
export function resumeAlert() {
  const kept = sessionStorage.getItem(keptAt)
  sessionStorage.removeItem(keptAt)
  if (!kept) return
  const { text, tone, until } = JSON.parse(kept) as { text: string; tone: 'settled' | 'late'; until: number }
  const lasts = until - Date.now()
  if (lasts > 0) put('alert', { id: ++lastId, text, tone, lasts })
}

export function dismiss(snack: Snack) {
  if (slots.plain?.id === snack.id) put('plain', null)
  if (slots.alert?.id === snack.id) put('alert', null)
}

export const readSlots = () => slots
export function onSlots(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
