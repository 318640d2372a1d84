/**
 * What to say after saving a form whose new e-mail address has to wait; null when it holds already, or was not sent.
 * `sent` is the body's field, whose type says only that the server checks it.
 */
export const waitingNote = (sent: unknown, kept: string | null): string | null =>
  sent === undefined || (typeof sent === 'string' && sent.trim() ? sent.trim() : null) === kept
    ? null
    : 'La nuova e-mail vale quando la confermi dal vecchio indirizzo.'
