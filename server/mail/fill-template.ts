/** The office's logo, as it stands in a mail: `src` is a Content-ID (inline-images.ts), the size is in pixels. */
export type Picture = { src: string; alt: string; width: number; height: number }
export type MailRecord = Record<string, string | Picture>
/** What a template is filled with; a list repeats its block, each time with one record's values. */
export type MailValues = Record<string, string | undefined | readonly MailRecord[]>
type Values = Record<string, string | Picture | undefined | readonly MailRecord[]>

/** A mail before it is filled: `{{value}}` and blocks stand where values belong. */
export type Compiled = { subject: string; html: string; text: string }
export type RenderedEmail = Compiled

/** Throws when a value is missing. */
export const fillTemplate = (compiled: Compiled, values: MailValues): RenderedEmail => ({
  subject: fill(compiled.subject, values, plain),
  html: fill(compiled.html, values, html),
  text: fill(compiled.text, values, { ...plain, newLine: '\n' }),
})

/** How values are written into one part of a mail. */
type Form = { safe: (value: string) => string; newLine: string; picture: (of: Picture) => string }

/** `{{#list}}…{{/list}}`, `{{lines:name}}` or `{{name}}`. */
const placeholder = /\{\{#(\w+)\}\}(.*?)\{\{\/\1\}\}|\{\{(lines:)?(\w+)\}\}/gs

/** In one pass, so that nothing in a filled value is taken for a placeholder. */
function fill(text: string, values: Values, form: Form): string {
  return text.replace(
    placeholder,
    (_whole, list: string | undefined, block: string, lines: string | undefined, name: string) => {
      if (list !== undefined)
        return recordsOf(values, list)
          .map((record) => fill(block, { ...values, ...record }, form))
          .join('')
      const value = Object.hasOwn(values, name) ? values[name] : undefined
      if (typeof value === 'object' && 'src' in value) return form.picture(value)
      if (typeof value !== 'string') throw new Error(`the mail has no ${name}`)
      return lines ? value.split(/\r?\n/).map(form.safe).join(form.newLine) : form.safe(value)
    },
  )
}

function recordsOf(values: Values, name: string): readonly MailRecord[] {
  const list = Object.hasOwn(values, name) ? values[name] : undefined
  if (!Array.isArray(list)) throw new Error(`the mail has no list ${name}`)
  return list
}

/** Puts a value on one line, so that it can neither break a header nor look like a paragraph of our own text. */
const onOneLine = (value: string): string =>
  value.replace(/[\s\p{Cc}]*[\p{Cc}\u2028\u2029][\s\p{Cc}]*/gu, ' ')

const escapeHtml = (value: string): string =>
  onOneLine(value).replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)

const plain: Form = { safe: onOneLine, newLine: ' ', picture: () => '' }
const html: Form = {
  safe: escapeHtml,
  newLine: '<br />',
  picture: ({ src, alt, width, height }) =>
    `<img src="${escapeHtml(src)}" alt="${escapeHtml(alt)}" width="${width}" height="${height}" style="border:0;display:block" />`,
}
