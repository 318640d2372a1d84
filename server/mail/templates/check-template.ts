import { type Compiled, fillTemplate, type MailRecord, type MailValues } from '../fill-template.ts'
import { checkMjml } from './check-markup.ts'
import { cleanHtml } from './clean-html.ts'
import { compileTemplate, type TemplateSource } from './compile-template.ts'
import { checkOwnLinks, type Own } from './own-links.ts'
import { checkLinks, checkPlaceholders, type Fault, type MergeTag, type MergeTags } from './placeholders.ts'
import { structureOf } from './refuse-unsafe.ts'
import { whyNotComposed } from './why-not-composed.ts'

export type TemplateFaults = { [Field in 'subject' | 'source' | 'plain']?: Fault[] }

/**
 * What is wrong with a template, by field; null when every mail of its kind can be written by it: it compiles, knows all its
 * placeholders, and no value can leave its place. With `own` its links lead nowhere else.
 */
export async function checkTemplate(
  template: TemplateSource,
  tags: MergeTags,
  own: Own | null = null,
): Promise<TemplateFaults | null> {
  const { kind, subject, source, plain } = template
  const faults: TemplateFaults = {}
  const tell = (field: keyof TemplateFaults, found: Fault[]) => {
    if (found.length > 0) faults[field] = found
  }
  tell('subject', checkSubject(subject, tags))
  tell('plain', plain === null ? [] : checkPlaceholders(plain, tags))
  tell('source', kind === 'mjml' ? checkMjml(source, tags) : checkHtml(source, tags))
  if (Object.keys(faults).length > 0) return faults
  const compiled = await compileOrFaults(template)
  if ('faults' in compiled) return { source: compiled.faults }
  const fault = placeFault(compiled, tags)
  if (fault) return { source: [fault] }
  if (own !== null)
    for (const [field, found] of Object.entries(checkOwnLinks(template, compiled, own)))
      tell(field as keyof TemplateFaults, found)
  return Object.keys(faults).length > 0 ? faults : null
}

/** What is left of uploaded HTML is checked; the lines are those of the upload. */
function checkHtml(source: string, tags: MergeTags): Fault[] {
  const { html } = cleanHtml(source)
  const left = checkPlaceholders(html, tags).length + checkLinks(html, tags).length > 0
  if (!left) return []
  const found = [...checkPlaceholders(source, tags), ...checkLinks(source, tags)]
  return found.length > 0 ? found : checkPlaceholders(html, tags)
}

function checkSubject(subject: string, tags: MergeTags): Fault[] {
  if (/[\p{Cc}\u2028\u2029]/u.test(subject)) return [{ line: 1, message: 'L’oggetto sta su una riga sola.' }]
  const simple = Object.fromEntries(Object.entries(tags).filter(([, { kind }]) => kind === 'text'))
  return checkPlaceholders(subject, simple)
}

async function compileOrFaults(template: TemplateSource): Promise<Compiled | { faults: Fault[] }> {
  try {
    return await compileTemplate(template)
  } catch (error) {
    return { faults: whyNotComposed(error) }
  }
}

/** Fills it twice, with harmless and with hostile values: both must have the same structure. */
function placeFault(compiled: Compiled, tags: MergeTags): Fault | null {
  const [harmless, hostile] = [harmlessly, hostilely].map((value) =>
    structureOf(fillTemplate(compiled, valuesOf(tags, value)).html),
  )
  return JSON.stringify(harmless) === JSON.stringify(hostile)
    ? null
    : { line: 1, message: 'Un segnaposto sta dove un valore non può stare: spostalo in un testo.' }
}

type ValueOf = (tag: MergeTag & { kind: 'text' | 'lines' | 'url' }) => string
const harmlessly: ValueOf = ({ kind }) => (kind === 'url' ? 'https://saldo.example/' : 'a\r\nb')
const hostilely: ValueOf = ({ kind }) =>
  `${kind === 'url' ? 'https://saldo.example/' : ''}"'><img src=x onerror=alert(1)> -->]]></style></title>{{#bills}}javascript:\r\nx`

/** Values for every tag, one record in each list. */
export function valuesOf(tags: MergeTags, value: ValueOf): MailValues {
  return Object.fromEntries(
    Object.entries(tags).map(([name, tag]) => [
      name,
      tag.kind === 'list' ? [recordOf(tag.of, value)] : tag.kind === 'picture' ? undefined : value(tag),
    ]),
  )
}
const recordOf = (of: MergeTags, value: ValueOf): MailRecord => {
  const record: MailRecord = {}
  for (const [name, tag] of Object.entries(of))
    if (tag.kind === 'picture') record[name] = samplePicture
    else if (tag.kind !== 'list') record[name] = value(tag)
  return record
}

export const samplePicture = {
  src: 'cid:logo-00000000-0000-4000-8000-000000000000',
  alt: 'Logo',
  width: 120,
  height: 40,
}
