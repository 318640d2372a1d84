import type { Compiled } from '../fill-template.ts'
import { compileMjml, inMarkup, withClosing, withTitle } from '../render-email.ts'
import { cleanHtml, inDocument } from './clean-html.ts'
import { refuseUnsafe } from './refuse-unsafe.ts'
import { textPart } from './text-part.ts'

/** A template as it is stored. `plain` null: the text part is made from the source. */
export type TemplateSource = { kind: 'mjml' | 'html'; subject: string; source: string; plain: string | null }

/**
 * Compiles a stored template: what is sent, but for the values. Where it does not say where an office's logo and closing words
 * stand, they stand first and last. @throws when it is not MJML, or when something in it would run or be fetched.
 */
export async function compileTemplate({ kind, subject, source, plain }: TemplateSource): Promise<Compiled> {
  const html =
    kind === 'mjml'
      ? await compileMjml(withTitle(brandedMjml(source), subject))
      : inDocument(inMarkup(subject), brandedHtml(cleanHtml(withoutMark(source)).html))
  refuseUnsafe(html)
  return { subject, html, text: withClosing(plain ?? textPart(html)) }
}

/** A byte order mark belongs to a file; between the words of a mail it would be a line of its own. */
const withoutMark = (source: string) => source.replace(/^\uFEFF/, '')

const brandedMjml = (source: string): string => {
  const logo = source.includes('{{#office_logo}}')
    ? ''
    : '<mj-raw>{{#office_logo}}</mj-raw><mj-section padding="16px 16px 0"><mj-column><mj-text padding="0">{{picture}}</mj-text></mj-column></mj-section><mj-raw>{{/office_logo}}</mj-raw>'
  const closing = source.includes('{{#office_closing}}')
    ? ''
    : '<mj-raw>{{#office_closing}}</mj-raw><mj-section padding="16px"><mj-column><mj-text padding="0">{{lines:words}}</mj-text></mj-column></mj-section><mj-raw>{{/office_closing}}</mj-raw>'
  return source
    .replace(/<mj-body(?:\s[^>]*)?>/, (whole) => `${whole}${logo}`)
    .replace(/<\/mj-body>(?![\s\S]*<\/mj-body>)/, (whole) => `${closing}${whole}`)
}

const brandedHtml = (body: string): string => {
  const logo = body.includes('{{#office_logo}}')
    ? ''
    : '{{#office_logo}}<div>{{picture}}</div>{{/office_logo}}'
  const closing = body.includes('{{#office_closing}}')
    ? ''
    : '{{#office_closing}}<p>{{lines:words}}</p>{{/office_closing}}'
  return `${logo}${body}${closing}`
}
