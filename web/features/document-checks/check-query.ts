import { queryOptions } from '@tanstack/react-query'
import { api, type Reply } from '../../api.ts'
import { queries } from '../../session/queries.ts'

export type DocumentToCheck = Reply<'GET /v1/document-checks'>['items'][number]
export type DocumentCheck = Reply<'GET /v1/document-checks/{document_id}'>

export const checkQuery = (document_id: number) =>
  queryOptions({
    queryKey: ['document-checks', 'one', document_id],
    queryFn: ({ signal }) =>
      api('GET /v1/document-checks/{document_id}', { params: { document_id }, signal }),
  })

/**
 * Fetches the record of the next document, so that it is there when it opens. Its file is not asked for: whoever is given a
 * preview is noted as having seen it.
 */
export const fetchBeforehand = ({ document_id }: DocumentToCheck) =>
  queries.prefetchQuery(checkQuery(document_id))

/** Takes a decided document out of the loaded queue at once; what the server says comes a moment later. */
export function leaveQueue(document_id: number) {
  type Pages = { pages: { items: DocumentToCheck[] }[] }
  queries.setQueriesData<Pages>({ queryKey: ['document-checks', 'list'] }, (before) =>
    before
      ? {
          ...before,
          pages: before.pages.map((page) => ({
            ...page,
            items: page.items.filter((one) => one.document_id !== document_id),
          })),
        }
      : before,
  )
}
