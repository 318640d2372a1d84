import type { Tx } from '../../db/connection.ts'
import { ApiError, conflict } from '../../http/errors.ts'
import { checkTemplate } from '../../mail/templates/check-template.ts'
import type { TemplateSource } from '../../mail/templates/compile-template.ts'
import { missingTags, written } from '../../mail/templates/missing-tags.ts'
import type { Fault } from '../../mail/templates/placeholders.ts'
import type { Services } from '../../services.ts'
import type { CatalogueEntry } from './catalogue/catalogue.ts'

/**
 * 400 with each line that cannot be used, unless every mail of its kind can be written by the template, and leads to Saldo
 * alone. 409 for a template that is never changed.
 */
export async function requireUsable(
  { env }: Services,
  template: TemplateSource,
  { tags, area, fixed }: CatalogueEntry,
): Promise<void> {
  if (fixed)
    throw conflict(
      'fixed_template',
      'Questa e-mail avvisa dei cambi dei modelli: il suo modello non si cambia.',
    )
  const faults = await checkTemplate(template, tags, { url: env.PUBLIC_URL, access: area === 'access' })
  if (!faults) return
  const fields = Object.fromEntries(
    Object.entries(faults).map(([field, found]) => [field, sentence(found, field)]),
  )
  throw new ApiError(400, 'template_refused', 'Il modello non si può usare così.', { fields })
}

/**
 * 400 as `requireUsable`: the rules may have changed since it was kept. 409 with the tags that are missing, unless the mail
 * shows what it exists for, in its HTML and in its own text part.
 */
export async function requireSendable(
  services: Services,
  template: TemplateSource,
  entry: CatalogueEntry,
): Promise<void> {
  await requireUsable(services, template, entry)
  const missing = await missingTags(template, entry.tags, entry.needs)
  const all = [...new Set([...missing.source, ...missing.plain])].map(written)
  if (all.length === 0) return
  const fields = Object.fromEntries(
    Object.entries(missing).flatMap(([field, names]) =>
      names.length > 0
        ? [[field, names.map((name) => `Manca ${written(name)}, o non si vede.`).join('\n')]]
        : [],
    ),
  )
  const where = [missing.source.length > 0 && 'nel modello', missing.plain.length > 0 && 'nel testo']
  throw new ApiError(
    409,
    'tags_missing',
    `${all.length === 1 ? 'Manca' : 'Mancano'} ${all.join(', ')} ${where.filter(Boolean).join(' e ')}: se non si vede, questa e-mail non serve.`,
    { fields },
  )
}

const mostTold = 20
const sentence = (faults: Fault[], field: string) =>
  faults
    .slice(0, mostTold)
    .map(({ line, message }) => (field === 'subject' ? message : `Riga ${line}: ${message}`))
    .join('\n')

/** Writes the design, of which the caller holds the lock. */
export async function writeDesign(
  tx: Tx,
  { id }: CatalogueEntry,
  user_id: number | null,
  design: TemplateSource & { project: unknown; name?: string | null; description?: string | null },
): Promise<void> {
  const { project, ...rest } = design
  await tx`
    update email_templates
    set ${tx(rest)}, project = ${project === null || project === undefined ? null : JSON.stringify(project)}::jsonb,
      revision = revision + 1, changed_by = ${user_id}, changed_at = now()
    where template_id = ${id}`
}
