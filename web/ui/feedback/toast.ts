export type ToastTone = 'plain' | 'success' | 'danger'
export type Toast = {
  id: number
  text: string
  tone: ToastTone
  undo?: () => void
  /** Runs once when the toast goes away, for whatever reason. */
  gone?: () => void
  lasts: number
}

/** Toasts go away after so many milliseconds, unless the pointer or the focus is on them. */
export const toastTime = 5000
const storageKey = 'saldo.toast'

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

/** Shows a short message; with `undo` it has an undo button while its line shrinks. */
export const toast = (text: string, undo?: () => void, lasts = toastTime) =>
  put('plain', { id: ++lastId, text, tone: 'plain', undo, lasts })

/**
 * Announces an act (“3 link in uscita”) and runs it when the toast goes away, unless it was undone: for acts that
 * cannot be undone afterwards. Until then the browser asks before leaving the page. `undone` runs after an undo.
 */
export function toastWithUndo(text: string, act: () => void, undone?: () => void) {
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

/** Reports success (`success`, green) or failure (`danger`, red); announced to screen readers at once. */
export const alertToast = (text: string, tone: 'success' | 'danger') =>
  put('alert', { id: ++lastId, text, tone, lasts: toastTime })

/** Like `alertToast`, but it stays visible after the reload that follows. */
export function alertToastAcrossReload(text: string, tone: 'success' | 'danger') {
  alertToast(text, tone)
  sessionStorage.setItem(storageKey, JSON.stringify({ text, tone, until: Date.now() + toastTime }))
}

/** Shows the toast kept by `alertToastAcrossReload`, for its remaining time. */
export function resumeAlertToast() {
  const kept = sessionStorage.getItem(storageKey)
  sessionStorage.removeItem(storageKey)
  if (!kept) return
  const { text, tone, until } = JSON.parse(kept) as {
    text: string
    tone: 'success' | 'danger'
    until: number
  }
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
