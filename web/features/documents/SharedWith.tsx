import { useQuery } from '@tanstack/react-query'
import { api } from '../../api.ts'
import styles from './Documents.module.css'
import { sharedWithWords } from './document-words.ts'

/** How many residents of a condominium see what is shared; nothing while it is not known. */
export function SharedWith({ account_id }: { account_id: number }) {
  const { data } = useQuery({
    queryKey: ['documents', 'residents', account_id],
    queryFn: ({ signal }) =>
      api('GET /v1/accounts/docs/residents/{id}', { params: { id: account_id }, signal }),
  })
  return data ? <p className={styles.dim}>{sharedWithWords(data)}</p> : null
}
