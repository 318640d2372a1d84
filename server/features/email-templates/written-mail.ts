import type { Tx } from '../../db/connection.ts'
import { conflict } from '../../http/errors.ts'
import {
  fillTemplate,
  type MailRecord,
  type MailValues,
  type RenderedEmail,
} from '../../mail/fill-template.ts'
import { compileTemplate, type TemplateSource } from '../../mail/templates/compile-template.ts'
import type { MergeTags } from '../../mail/templates/placeholders.ts'
import type { Services } from '../../services.ts'
import type { CatalogueEntry } from './catalogue/catalogue.ts'
import { builtIn, findDesign } from './find-template.ts'

export type Stage = 'design' | 'sandbox' | 'live' | 'built_in'
export type Staged = TemplateSource & { number: number | null }

/** What a template says at a stage; where nothing is live, the built-in one is. 409 when the sandbox is empty. */
export async function findStaged(
  services: Services,
  tx: Tx,
  entry: CatalogueEntry,
  stage: Stage,
): Promise<Staged> {
  if (stage === 'built_in') return { ...(await builtIn(services, entry)), number: null }
  if (stage === 'design') return { ...(await findDesign(services, tx, entry)), number: null }
  const [version] = await tx<Staged[]>`
    select v.kind, v.subject, v.source, v.plain, v.number from email_templates t
    join email_template_versions v on v.version_id = ${stage === 'live' ? tx`t.live_version_id` : tx`t.sandbox_version_id`}
    where t.template_id = ${entry.id}`
  if (version) return version
  if (stage === 'live') return { ...(await builtIn(services, entry)), number: null }
  throw conflict('nothing_there', 'In prova non c’è ancora nessuna versione.')
}

/** Fills a template with the catalogue's examples, and with what is known instead of them. */
export async function writeExample(
  template: TemplateSource,
  tags: MergeTags,
  known: MailValues = {},
): Promise<RenderedEmail> {
  return fillTemplate(await compileTemplate(template), { ...examplesOf(tags), ...known })
}

function examplesOf(tags: MergeTags): MailValues {
  const values: MailValues = {}
  for (const [name, tag] of Object.entries(tags)) {
    if (tag.kind === 'list') values[name] = name === 'office_logo' ? [] : [recordOf(tag.of)]
    else if (tag.kind !== 'picture') values[name] = tag.example
  }
  return values
}

function recordOf(of: MergeTags): MailRecord {
  const record: MailRecord = {}
  for (const [name, tag] of Object.entries(of)) if ('example' in tag) record[name] = tag.example
  return record
}
