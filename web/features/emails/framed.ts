/**
 * The HTML of a mail for a sandboxed frame: its own policy loads nothing from anywhere, and its links open in a new tab.
 * Both stand before anything of the mail, so that nothing in it can undo them.
 */
export const framed = (html: string): string =>
  `<!doctype html><meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; img-src data:; form-action 'none'"><meta name="referrer" content="no-referrer"><base target="_blank">${html.replace(/^\s*<!doctype[^>]*>/i, '')}`
