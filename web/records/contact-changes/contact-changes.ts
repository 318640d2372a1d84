import { queryOptions } from '@tanstack/react-query'
import { api, type Reply } from '../../api.ts'
import { queries } from '../../session/queries.ts'

/** Whose address it is: a condominium's, or an office's. */
export type ContactOwner = { noun: 'accounts' | 'customers'; id: number }
export type ContactChange = Reply<'GET /v1/accounts/contact-changes/{id}'>[number]

/** The changes of an e-mail address, newest first. */
export const contactChangesQuery = ({ noun, id }: ContactOwner) =>
  queryOptions({
    queryKey: ['contact-changes', noun, id],
    queryFn: ({ signal }) =>
      noun === 'accounts'
        ? api('GET /v1/accounts/contact-changes/{id}', { params: { id }, signal })
        : api('GET /v1/customers/contact-changes/{id}', { params: { id }, signal }),
  })

/** Refetches everything that shows the address. */
export const refreshContacts = async (noun: ContactOwner['noun']) => {
  await queries.invalidateQueries({ queryKey: ['contact-changes'] })
  await queries.invalidateQueries({ queryKey: [noun] })
}
