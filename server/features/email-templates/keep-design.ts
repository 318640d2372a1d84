import type { Tx } from '../../db/connection.ts'
import { ApiError } from '../../http/errors.ts'
import { checkTemplate } from '../../mail/templates/check-template.ts'
import type { TemplateSource } from '../../mail/templates/compile-template.ts'
import type { Fault } from '../../mail/templates/placeholders.ts'
import type { CatalogueEntry } from './catalogue/catalogue.ts'

/** 400 with each line that cannot be used, unless every mail of its kind can be written by the template. */
export async function requireUsable(template: TemplateSource, { tags }: CatalogueEntry): Promise<void> {
  const faults = await checkTemplate(template, tags)
  if (!faults) return
  const fields = Object.fromEntries(
    Object.entries(faults).map(([field, found]) => [field, sentence(found, field)]),
  )
  throw new ApiError(400, 'template_refused', 'Il modello non si può usare così.', { fields })
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
