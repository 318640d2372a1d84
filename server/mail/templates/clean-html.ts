import sanitizeHtml from 'sanitize-html'
import { htmlTags, whyNotAttribute } from './markup-rules.ts'

/**
 * An uploaded HTML template without what is not on the lists (markup-rules.ts), and the names of what was left out. The
 * words between the tags stay as they are; scripts and style sheets go with their content.
 */
export function cleanHtml(source: string): { html: string; removed: string[] } {
  const removed = new Set<string>()
  const html = sanitizeHtml(source, {
    allowedTags: [...htmlTags],
    allowedAttributes: false,
    nonTextTags: [
      'script',
      'style',
      'textarea',
      'option',
      'noscript',
      'title',
      'xmp',
      'iframe',
      'noembed',
      'noframes',
    ],
    allowedSchemes: ['https', 'mailto', 'tel'],
    allowedSchemesByTag: { img: ['data'] },
    allowProtocolRelative: false,
    parseStyleAttributes: false,
    onOpenTag: (name) => {
      if (!htmlTags.has(name) && !shell.has(name)) removed.add(`<${name}>`)
    },
    transformTags: {
      '*': (tagName, attribs) => {
        const kept = Object.entries(attribs).filter(([name, value]) => {
          const why = whyNotAttribute(name, value)
          if (why && htmlTags.has(tagName)) removed.add(`${name} di <${tagName}>`)
          return why === null
        })
        return { tagName, attribs: Object.fromEntries(kept) }
      },
    },
  })
  return { html, removed: [...removed].sort() }
}

/** Parts of every document: ours take their place. */
const shell = new Set(['html', 'head', 'body', 'meta', 'title'])

/** The document around the HTML of a template. `title` is text of a document, with placeholders. */
export const inDocument = (title: string, body: string): string =>
  `<!doctype html>\n<html lang="it" dir="ltr"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${title}</title></head><body>${body}</body></html>`
