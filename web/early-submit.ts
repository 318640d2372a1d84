/** What the page notes of its early submits, at its root element. */
type Noted = { sent?: string | undefined; taken?: string | undefined }

/**
 * Before the script of the first page is there, a browser would put what was typed into the address: it is noted as `sent`, to
 * be sent by that script. What is sent after a page has taken over is that page's own.
 */
export function holdEarlySubmits(target: EventTarget, noted: Noted): void {
  const hold = (event: Event) => {
    if (noted.taken !== undefined) return target.removeEventListener('submit', hold, { capture: true })
    noted.sent = ''
    event.preventDefault()
  }
  target.addEventListener('submit', hold, { capture: true })
}

/** Whether the form of the first page was sent before its script was there; once only. */
export function takeEarlySubmit(noted: Noted): boolean {
  const sent = noted.sent !== undefined
  endEarlySubmits(noted)
  return sent
}

/** The first page is there: from now on each page's script sends what is sent. */
export function endEarlySubmits(noted: Noted): void {
  noted.taken = ''
  delete noted.sent
}
