import { queryOptions } from '@tanstack/react-query'
import { api, apiFile, type Reply } from '../../api.ts'
import { queries } from '../../session/queries.ts'

export type StoredFile = Reply<'GET /v1/files'>['items'][number]
export type StoredFileDetail = Reply<'GET /v1/files/{id}'>
export type FileDownload = StoredFileDetail['last_downloads'][number]
export type FilePreview = Reply<'GET /v1/files/{id}/preview'>

export const fileQuery = (id: number) =>
  queryOptions({
    queryKey: ['files', 'one', id],
    queryFn: ({ signal }) => api('GET /v1/files/{id}', { params: { id }, signal }),
  })

/** What can be shown of a file; of a sheet, its rows (`sheet` from 0). A file never changes, and each look is noted: it is asked for once, and forgotten as soon as nobody looks at it. */
export const filePreviewQuery = (id: number, sheet = 0) =>
  queryOptions({
    queryKey: ['file-preview', id, sheet],
    queryFn: ({ signal }) => api('GET /v1/files/{id}/preview', { params: { id }, query: { sheet }, signal }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })

/** The bytes of the pages or of the picture that a preview shows. */
export const fileContentQuery = (id: number) =>
  queryOptions({
    queryKey: ['file-preview', id, 'content'],
    queryFn: async ({ signal }) => {
      const { blob } = await apiFile('GET /v1/files/{id}/content', { params: { id }, signal })
      return blob.arrayBuffer()
    },
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })

export const fileTagsQuery = queryOptions({
  queryKey: ['files', 'tags'],
  queryFn: ({ signal }) => api('GET /v1/files/tags', { signal }),
})
export const fileKindsQuery = queryOptions({
  queryKey: ['files', 'kinds'],
  queryFn: ({ signal }) => api('GET /v1/files/kinds', { signal }),
})
export const orphanFilesQuery = queryOptions({
  queryKey: ['files', 'orphans'],
  queryFn: ({ signal }) => api('GET /v1/files/orphans', { signal }),
})

/** After an act: the list, the file and the totals are read again. */
export const refreshFiles = () => queries.invalidateQueries({ queryKey: ['files'] })
