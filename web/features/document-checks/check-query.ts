import { queryOptions } from '@tanstack/react-query'
import { api, type Reply } from '../../api.ts'
import { queries } from '../../session/queries.ts'
import { fileContentQuery, filePreviewQuery } from '../files/file-query.ts'

export type DocumentToCheck = Reply<'GET /v1/document-checks'>['items'][number]
export type DocumentCheck = Reply<'GET /v1/document-checks/{document_id}'>

export const checkQuery = (document_id: number) =>
  queryOptions({
    queryKey: ['document-checks', 'one', document_id],
    queryFn: ({ signal }) =>
      api('GET /v1/document-checks/{document_id}', { params: { document_id }, signal }),
  })

/** Milliseconds for which what was fetched beforehand is kept. */
const keptFor = 5 * 60_000

/** Fetches the next document and its preview, so that it is there when it opens. What fails is fetched again then. */
export async function fetchBeforehand({ document_id, file_id, scan }: DocumentToCheck): Promise<void> {
  void queries.prefetchQuery(checkQuery(document_id))
  if (file_id === null || scan === 'waiting') return
  const kept = { gcTime: keptFor, staleTime: keptFor }
  const preview = await queries.fetchQuery({ ...filePreviewQuery(file_id), ...kept }).catch(() => null)
  if (preview?.shows === 'pages' || preview?.shows === 'picture')
    await queries.prefetchQuery({ ...fileContentQuery(file_id), ...kept })
}

/** Leaves no content of documents in the browser. */
export const forgetPreviews = () => queries.removeQueries({ queryKey: ['file-preview'], type: 'inactive' })

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
