import * as contract from '@saldo/contract/settings/email-templates'
import { serve } from '../../http/serve.ts'
import { type Design, findEntry, lockDesign, templateDetail } from './find-template.ts'
import { requireUsable, writeDesign } from './keep-design.ts'

/** Name and description hold at once; subject and text part are of the design. */
export const updateTemplate = serve(
  contract.updateEmailTemplate,
  async ({ services, tx, actor, body: { id, revision, name, description, subject, plain } }) => {
    const entry = findEntry(id)
    const { revision: _revision, ...design } = await lockDesign(services, tx, entry, revision)
    const changed = { ...design, ...words(design, subject, plain) }
    await requireUsable(services, changed, entry)
    await writeDesign(tx, entry, actor.user_id, {
      ...changed,
      ...(name !== undefined && { name }),
      ...(description !== undefined && { description }),
    })
    return templateDetail(services, tx, entry)
  },
)

/** The design in MJML, byte by byte as it was sent. Another source without words of its own gets a text part made from it. */
export const updateDesign = serve(
  contract.updateEmailDesign,
  async ({ services, tx, actor, body: { id, revision, source, project, subject, plain } }) => {
    const entry = findEntry(id)
    const { revision: _revision, ...design } = await lockDesign(services, tx, entry, revision)
    const kept = source === design.source && design.kind === 'mjml' ? design.plain : null
    const changed = {
      ...design,
      kind: 'mjml' as const,
      source,
      ...words({ ...design, plain: kept }, subject, plain),
    }
    await requireUsable(services, changed, entry)
    await writeDesign(tx, entry, actor.user_id, { ...changed, project: project ?? null })
    return templateDetail(services, tx, entry)
  },
)

/** What is not named stays; the text part null: made from the source. */
const words = (
  design: Pick<Design, 'subject' | 'plain'>,
  subject: string | undefined,
  plain: string | null | undefined,
) => ({
  subject: subject ?? design.subject,
  plain: plain === undefined ? design.plain : plain,
})
