export type ToastTone = 'plain' | 'settled' | 'late'
export type Toast = {
  id: number
  text: string
  tone: ToastTone
  undo?: () => void
  /** Runs once when it leaves the screen, however it leaves. */
  gone?: () => void
  lasts: number
}

/** Toasts vanish after this many milliseconds unless the pointer or the focus is on them. */
export const toastTime = 5000
const keptAt = 'saldo.toast'

type Slots = { plain: Toast | null; alert: Toast | null }
let slots: Slots = { plain: null, alert: null }
let lastId = 0
const listeners = new Set<() => void>()

const put = (slot: keyof Slots, shown: Toast | null) => {
  const before = slots[slot]
  slots = { ...slots, [slot]: shown }
  for (const listener of listeners) listener()
  before?.gone?.()
}

/** Says something in passing; with `undo` it can be taken back while the line shrinks. */
export const toast = (text: string, undo?: () => void) =>
  put('plain', { id: ++lastId, text, tone: 'plain', undo, lasts: toastTime })

/**
 * Says what is about to happen (“3 link in uscita”) and does it when the text has gone, unless it was taken back:
 * for what cannot be undone once done. Until then the browser asks before leaving the page. `undone`: it was taken back.
 */
export function toastThen(text: string, act: () => void, undone?: () => void) {
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
    lasts: toastTime,
  })
}

/** Says what went well (`settled`, green) or wrong (`late`, red); announced at once. */
export const alertToast = (text: string, tone: 'settled' | 'late') =>
  put('alert', { id: ++lastId, text, tone, lasts: toastTime })

/** As `alertToast`, and goes on after the reload that is about to come. */
export function alertToastAcrossReload(text: string, tone: 'settled' | 'late') {
  alertToast(text, tone)
  sessionStorage.setItem(keptAt, JSON.stringify({ text, tone, until: Date.now() + toastTime }))
}

/** Shows again, for the time it had left, what `alertToastAcrossReload` kept. */
export function resumeAlertToast() {
  const kept = sessionStorage.getItem(keptAt)
  sessionStorage.removeItem(keptAt)
  if (!kept) return
  const { text, tone, until } = JSON.parse(kept) as { text: string; tone: 'settled' | 'late'; until: number }
  const lasts = until - Date.now()
  if (lasts > 0) put('alert', { id: ++lastId, text, tone, lasts })
}

export function dismissToast({ id }: Toast) {
  if (slots.plain?.id === id) put('plain', null)
  if (slots.alert?.id === id) put('alert', null)
}

export const readToasts = () => slots
export function onToasts(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
