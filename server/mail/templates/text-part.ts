import { convert } from 'html-to-text'

/**
 * The text part made from a compiled mail, with its placeholders. Nothing is written in capitals and no line is broken: both
 * would change the placeholders.
 */
export const textPart = (html: string): string =>
  convert(html, {
    wordwrap: false,
    preserveNewlines: false,
    selectors: [
      { selector: 'img', format: 'skip' },
      { selector: 'a', options: { linkBrackets: ['', ''], hideLinkHrefIfSameAsText: true } },
      ...['h1', 'h2', 'h3', 'h4', 'h5', 'h6'].map((selector) => ({
        selector,
        options: { uppercase: false },
      })),
    ],
  })
    .split('\n')
    .map((line) => line.trim())
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
