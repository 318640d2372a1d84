import { readFile } from 'node:fs/promises'
import mjml2html from 'mjml'
import { withDarkMode } from './dark-mode.ts'
import { type Compiled, fillTemplate, type MailValues, type RenderedEmail } from './fill-template.ts'

/** What a template is written in, before it is compiled; the built-in ones are files, the others versions in the database. */
export type BuiltInSource = { subject: string; mjml: string; plain: string }

/**
 * Renders the built-in template at `place`: `<name>.email.mjml` is the body, `<name>.email.txt` the plain text, whose first
 * line is the subject. `{{value}}` is replaced and escaped; `{{lines:value}}` also keeps line breaks, for an office's own
 * text. `{{#list}}…{{/list}}` repeats what it encloses for each record of a list. Throws when a value is
 * missing.
 */
export async function renderEmail(place: URL, values: MailValues): Promise<RenderedEmail> {
  return fillTemplate(await compile(place), { ...noBranding, ...values })
}

/** What an office adds to its mails, if it added nothing. */
export const noBranding = { office_logo: [], office_closing: [] }

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
  const { subject, mjml, plain } = await builtInSource(place)
  return {
    subject,
    html: withDarkMode(await compileMjml(withTitle(mjml, subject))),
    text: withClosing(plain),
  }
}

/** The text part ends with the office's closing words, if it does not say them itself. */
export const withClosing = (plain: string): string =>
  plain.includes('{{#office_closing}}')
    ? plain
    : `${plain}{{#office_closing}}\n\n{{lines:words}}{{/office_closing}}`

/**
 * The built-in template as one document: what the back office begins with when it changes it. A body that begins with an
 * `mj-preview` says what mailboxes show after the subject.
 */
export async function builtInSource(place: URL): Promise<BuiltInSource> {
  const [letter, inside, plain] = await Promise.all([
    read(new URL('letter.mjml', import.meta.url)),
    read(new URL(`${place.href}.email.mjml`)),
    read(new URL(`${place.href}.email.txt`)),
  ])
  const [subject = '', ...text] = plain.split('\n')
  const [preview = ''] = /^<mj-preview>.*<\/mj-preview>\n/.exec(inside) ?? []
  const indented = inside
    .slice(preview.length)
    .trimEnd()
    .replace(/\n(?=.)/g, '\n        ')
  return {
    subject,
    mjml: letter
      .replace('<!-- inside -->', () => indented)
      .replace(/<mj-head>\n/, (begin) => (preview ? `${begin}    ${preview}` : begin)),
    plain: text.join('\n').trim(),
  }
}

const read = (file: URL) => readFile(file, 'utf8')

/** The title of the document is the subject. A template that has a title keeps it. */
export const withTitle = (mjml: string, subject: string): string =>
  /<mj-title[\s>]/.test(mjml)
    ? mjml
    : mjml.replace(/<mj-head>/, () => `<mj-head><mj-title>${inMarkup(subject)}</mj-title>`)

/** The words around the placeholders of a subject, as text of a document. */
export const inMarkup = (text: string): string =>
  text.replace(/[&<>]/g, (character) => `&#${character.charCodeAt(0)};`)

/** MJML to HTML. Nothing is included and nothing is loaded. @throws with MJML's own words, each with its line. */
export async function compileMjml(mjml: string): Promise<string> {
  const { html, errors } = await mjml2html(mjml, {
    ...{ fonts: {}, validationLevel: 'strict', ignoreIncludes: true, keepComments: false },
  })
  if (errors.length > 0) throw new Error(errors.map((error) => error.formattedMessage).join('\n'))
  return html
}
