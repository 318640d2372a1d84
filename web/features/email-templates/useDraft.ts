import { useState } from 'react'
import { api } from '../../api.ts'
import { alertToast } from '../../ui/feedback/toast.ts'
import { type EmailTemplate, keepTemplate } from './email-template-query.ts'

export type DraftValues = Pick<EmailTemplate, 'kind' | 'source' | 'subject' | 'plain' | 'project'>
const valuesOf = ({ kind, source, subject, plain, project }: EmailTemplate): DraftValues => ({
  kind,
  source,
  subject,
  plain,
  project,
})

/**
 * What is typed of a design and not saved yet, shared by all tabs. It knows the revision that it began with: what somebody
 * else saved meanwhile is not overwritten.
 */
export function useDraft(template: EmailTemplate) {
  const [began, setBegan] = useState(template)
  const [values, setValues] = useState<DraftValues>(valuesOf(template))
  const [failure, setFailure] = useState<unknown>(null)
  const [busy, setBusy] = useState(false)
  const [starts, setStarts] = useState(0)
  const saved = valuesOf(began)
  const dirty =
    values.kind !== saved.kind ||
    values.source !== saved.source ||
    values.subject !== saved.subject ||
    values.plain !== saved.plain
  const start = (from: EmailTemplate) => {
    setBegan(from)
    setValues(valuesOf(from))
    setFailure(null)
    setStarts((before) => before + 1)
  }
  const { built_in } = began
  /** The built-in text part says what the built-in design says: with another source nobody has written one. */
  const unwritten =
    values.source !== saved.source && values.source !== built_in.source && values.plain === built_in.plain
  const body = {
    id: began.template_id,
    revision: began.revision,
    subject: values.subject,
    plain: unwritten ? undefined : values.plain,
  }
  return {
    values,
    revision: began.revision,
    /** How often it has begun: an editor with a document of its own, such as the visual one, begins with it. */
    starts,
    dirty,
    busy,
    failure,
    /** Another text of the source has no document of the editor, unless the editor wrote both. */
    change: (changed: Partial<DraftValues>) =>
      setValues((now) => ({ ...now, ...('source' in changed ? { project: null } : {}), ...changed })),
    start,
    discard: () => start(began),
    save: async () => {
      setBusy(true)
      setFailure(null)
      try {
        const kept =
          values.kind === 'html'
            ? await api('POST /v1/settings/email/template-update', { body })
            : await api('POST /v1/settings/email/template-update-design', {
                body: { ...body, source: values.source, project: values.project ?? undefined },
              })
        start(kept)
        await keepTemplate(kept)
        alertToast('Bozza salvata.', 'success')
      } catch (error) {
        setFailure(error)
      }
      setBusy(false)
    },
  }
}
export type Draft = ReturnType<typeof useDraft>
