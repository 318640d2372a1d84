import type { KeyboardEvent } from 'react'

/**
 * Enter and arrow keys move to the same cell of the row above or below, as in a spreadsheet; Enter in the last row
 * submits it. Lists keep their own keys.
 */
export function moveByRow(event: KeyboardEvent<HTMLFormElement>): void {
  const step = { Enter: 1, ArrowDown: 1, ArrowUp: -1 }[event.key]
  const cell = event.target
  if (!step || !(cell instanceof HTMLInputElement) || cell.getAttribute('aria-haspopup')) return
  event.preventDefault()
  const row = event.currentTarget.closest('li')
  const next = (
    step === 1 ? row?.nextElementSibling : row?.previousElementSibling
  )?.querySelector<HTMLInputElement>(`input[name="${cell.name}"]`)
  if (next) {
    next.focus()
    next.select()
  } else if (event.key === 'Enter') event.currentTarget.requestSubmit()
}
