import { readFile } from 'node:fs/promises'
import mjml2html from 'mjml'

/**
 * Renders the template at `place`: `<name>.email.mjml` is the body, `<name>.email.txt` the plain text, whose first line
 * is the subject. `{{value}}` is replaced and escaped; `{{lines:value}}` also keeps line breaks, for an office's own
 * text. Throws when a value is missing.
 */
export async function renderEmail(
  place: URL,
  values: Record<string, string | undefined>,
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

const fill = (
  text: string,
  values: Record<string, string | undefined>,
  safe: (value: string) => string,
  newLine = ' ',
): string =>
  text.replace(/\{\{(lines:)?(\w+)\}\}/g, (_whole, lines: string | undefined, name: string) => {
    const value = Object.hasOwn(values, name) ? values[name] : undefined
    if (value === undefined) throw new Error(`the mail has no ${name}`)
    return lines ? value.split(/\r?\n/).map(safe).join(newLine) : safe(value)
  })

/** Puts a value on one line, so that it can neither break a header nor look like a paragraph of our own text. */
const onOneLine = (value: string): string =>
  value.replace(/[\s\p{Cc}]*[\p{Cc}\u2028\u2029][\s\p{Cc}]*/gu, ' ')

const escapeHtml = (value: string): string =>
  onOneLine(value).replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
