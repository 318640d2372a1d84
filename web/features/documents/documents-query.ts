import type { DocumentOwner } from '@saldo/domain/registry/document'
import { queryOptions } from '@tanstack/react-query'
import { api, type Reply } from '../../api.ts'

/** The owner of documents: an office, a condominium or a person. */
export type Owner = { owner: DocumentOwner; id: number }
export type Document = Reply<'GET /v1/customers/docs/{id}'>[number]

/** The endpoints differ only in the noun; the types use the first. */
export const noun = {
  customer: 'customers',
  account: 'accounts',
  subject: 'subjects',
} as const satisfies Record<DocumentOwner, string>

export const documentsQuery = ({ owner, id }: Owner) =>
  queryOptions({
    queryKey: ['documents', owner, id],
    queryFn: ({ signal }) =>
      api(`GET /v1/${noun[owner]}/docs/{id}` as 'GET /v1/customers/docs/{id}', { params: { id }, signal }),
  })
