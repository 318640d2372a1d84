import { queryOptions, useQuery } from '@tanstack/react-query'
import { api, type Reply } from '../../api.ts'
import { queries } from '../../session/queries.ts'

export type EmailTemplate = Reply<'GET /v1/settings/email/template-id/{id}'>
export type EmailTemplateRow = Reply<'GET /v1/settings/email/template'>['items'][number]
export type EmailTemplateVersion = Reply<'GET /v1/settings/email/template-versions/{id}'>[number]
export type MergeTag = Reply<'GET /v1/settings/email/merge-tags'>[number]['tags'][number]

/** The noun of the list begins all keys, so that a change refetches list and pages. */
const noun = 'settings/email/template'

export const templateQuery = (id: number) =>
  queryOptions({
    queryKey: [noun, 'one', id],
    queryFn: ({ signal }) => api('GET /v1/settings/email/template-id/{id}', { params: { id }, signal }),
  })
export const versionsQuery = (id: number) =>
  queryOptions({
    queryKey: [noun, 'versions', id],
    queryFn: ({ signal }) => api('GET /v1/settings/email/template-versions/{id}', { params: { id }, signal }),
  })
export const differenceQuery = (id: number, from: number | undefined, to: number | undefined) =>
  queryOptions({
    queryKey: [noun, 'difference', id, from, to],
    queryFn: ({ signal }) =>
      api('GET /v1/settings/email/template-difference/{id}', { params: { id }, query: { from, to }, signal }),
  })
/** Whether what is in use says what the built-in template says, by itself or as a version; undefined: not known yet. */
export function useIsBuiltIn({ template_id, live_number }: EmailTemplateRow): boolean | undefined {
  const changed = live_number !== null
  const { data } = useQuery({ ...differenceQuery(template_id, 0, live_number ?? 0), enabled: changed })
  return changed ? data && data.parts.length === 0 : true
}
export const tagsQuery = (id: number) =>
  queryOptions({
    queryKey: ['settings/email/merge-tags', id],
    queryFn: async ({ signal }) =>
      (await api('GET /v1/settings/email/merge-tags', { query: { id }, signal }))[0]?.tags ?? [],
  })
export type PreviewOf = {
  stage: 'design' | 'sandbox' | 'live' | 'built_in'
  bill_id?: number | undefined
  customer_id?: number | undefined
}
export const previewQuery = (id: number, query: PreviewOf) =>
  queryOptions({
    queryKey: [noun, 'preview', id, query],
    queryFn: ({ signal }) =>
      api('GET /v1/settings/email/template-preview/{id}', { params: { id }, query, signal }),
  })

/** Shows what an act returned, and refetches the rest. */
export async function keepTemplate(template: EmailTemplate): Promise<void> {
  queries.setQueryData(templateQuery(template.template_id).queryKey, template)
  await queries.invalidateQueries({ queryKey: [noun] })
}
