import { readFile } from 'node:fs/promises'
import mjml2html from 'mjml'

/**
 * A mail from its template: `<name>.email.mjml` is the letter's inside, `<name>.email.txt` the same for those who read
 * plain text, its first line the subject. `{{value}}` stands for a value, escaped; `{{lines:value}}` for one whose lines
 * are kept, an office’s own words. Throws when one is not given.
 */
export async function renderEmail(
  template: string,
  values: Record<string, string | undefined>,
): Promise<{ subject: string; html: string; text: string }> {
  const compiled = await compile(template)
  return {
    subject: fill(compiled.subject, values, onOneLine),
    html: fill(compiled.html, values, escapeHtml, '<br />'),
    text: fill(compiled.text, values, onOneLine, '\n'),
  }
}

type Compiled = { subject: string; html: string; text: string }
const compiledOnce = new Map<string, Promise<Compiled>>()

function compile(template: string): Promise<Compiled> {
  const known = compiledOnce.get(template)
  if (known) return known
  const compiling = compileNow(template)
  compiledOnce.set(template, compiling)
  compiling.catch(() => compiledOnce.delete(template))
  return compiling
}

async function compileNow(template: string): Promise<Compiled> {
  const [letter, inside, plain] = await Promise.all([
    read('letter.mjml'),
    read(`${template}.email.mjml`),
    read(`${template}.email.txt`),
  ])
  const [subject = '', ...text] = plain.split('\n')
  const title = `<mj-title>${subject}</mj-title>`
  const mjml = letter.replace('<!-- inside -->', () => inside).replace('<!-- title -->', () => title)
  const { html, errors } = await mjml2html(mjml, { fonts: {}, validationLevel: 'strict' })
  if (errors.length > 0) throw new Error(errors.map((error) => error.formattedMessage).join('\n'))
  return { subject, html, text: text.join('\n').trim() }
}

const read = (name: string) => readFile(new URL(name, import.meta.url), 'utf8')

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

/** A value must not end a header's line, nor look like a paragraph of ours. */
const onOneLine = (value: string): string =>
  value.replace(/[\s\p{Cc}]*[\p{Cc}\u2028\u2029][\s\p{Cc}]*/gu, ' ')

const escapeHtml = (value: string): string =>
  onOneLine(value).replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
