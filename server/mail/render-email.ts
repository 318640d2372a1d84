import { readFile } from 'node:fs/promises'
import mjml2html from 'mjml'

/** What a template is filled with; a list repeats its block, each time with one record's values. */
export type MailValues = Record<string, string | undefined | readonly Record<string, string>[]>

/**
 * Renders the template at `place`: `<name>.email.mjml` is the body, `<name>.email.txt` the plain text, whose first line
 * is the subject. `{{value}}` is replaced and escaped; `{{lines:value}}` also keeps line breaks, for an office's own
 * text. `{{#list}}…{{/list}}` repeats what it encloses for each record of a list. Throws when a value is
 * missing.
 */
export async function renderEmail(
  place: URL,
  values: MailValues,
): Promise<{ subject: string; html: string; text: string }> {
  const compiled = await compile(place)
  return {
    subject: fill(compiled.subject, values, onOneLine),
    html: fill(compiled.html, values, escapeHtml, '<br />'),
    text: fill(compiled.text, values, onOneLine, '\n'),
  }
}

type Compiled = { subject: string; html: string; text: string }
const compiledOnce = new Map<string, Promise<Compiled>>()

function compile(place: URL): Promise<Compiled> {
  const known = compiledOnce.get(place.href)
  if (known) return known
  const compiling = compileNow(place)
  compiledOnce.set(place.href, compiling)
  compiling.catch(() => compiledOnce.delete(place.href))
  return compiling
}

async function compileNow(place: URL): Promise<Compiled> {
  const [letter, inside, plain] = await Promise.all([
    read(new URL('letter.mjml', import.meta.url)),
    read(new URL(`${place.href}.email.mjml`)),
    read(new URL(`${place.href}.email.txt`)),
  ])
  const [subject = '', ...text] = plain.split('\n')
  const title = `<mj-title>${subject}</mj-title>`
  const mjml = letter.replace('<!-- inside -->', () => inside).replace('<!-- title -->', () => title)
  const { html, errors } = await mjml2html(mjml, { fonts: {}, validationLevel: 'strict' })
  if (errors.length > 0) throw new Error(errors.map((error) => error.formattedMessage).join('\n'))
  return { subject, html, text: text.join('\n').trim() }
}

const read = (file: URL) => readFile(file, 'utf8')

/** In one pass, so that nothing in a filled value is taken for a placeholder. */
function fill(text: string, values: MailValues, safe: (value: string) => string, newLine = ' '): string {
  return text.replace(
    /\{\{#(\w+)\}\}(.*?)\{\{\/\1\}\}|\{\{(lines:)?(\w+)\}\}/gs,
    (_whole, list: string | undefined, block: string, lines: string | undefined, name: string) => {
      if (list !== undefined)
        return recordsOf(values, list)
          .map((record) => fill(block, { ...values, ...record }, safe, newLine))
          .join('')
      const value = Object.hasOwn(values, name) ? values[name] : undefined
      if (typeof value !== 'string') throw new Error(`the mail has no ${name}`)
      return lines ? value.split(/\r?\n/).map(safe).join(newLine) : safe(value)
    },
  )
}

function recordsOf(values: MailValues, name: string): readonly Record<string, string>[] {
  const list = Object.hasOwn(values, name) ? values[name] : undefined
  if (list === undefined || typeof list === 'string') throw new Error(`the mail has no list ${name}`)
  return list
}

/** Puts a value on one line, so that it can neither break a header nor look like a paragraph of our own text. */
const onOneLine = (value: string): string =>
  value.replace(/[\s\p{Cc}]*[\p{Cc}\u2028\u2029][\s\p{Cc}]*/gu, ' ')

const escapeHtml = (value: string): string =>
  onOneLine(value).replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
