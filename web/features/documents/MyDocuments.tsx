import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { api } from '../../api.ts'
import { paths } from '../../paths.ts'
import { LinkButton } from '../../ui/buttons/PlainButton.tsx'
import { QueryError } from '../../ui/feedback/QueryError.tsx'
import links from '../../ui/layout/Links.module.css'
import rows from '../../ui/layout/RowList.module.css'
import { Section } from '../../ui/layout/Section.tsx'
import { VisuallyHidden } from '../../ui/layout/VisuallyHidden.tsx'
import { downloadMine } from './my-document-acts.ts'
import { dayShared, typeOf } from './my-documents-list.tsx'

/** The resident's home: the latest shared documents, and the way to all. Nothing when none is shared. */
export function MyDocuments() {
  const { data, ...query } = useQuery({
    queryKey: ['documents', 'mine', 'latest'],
    queryFn: ({ signal }) => api('GET /v1/mydocuments', { query: { limit: 5 }, signal }),
  })
  if (query.isError)
    return (
      <QueryError
        error={query.error}
        what="Non riesco a mostrare i documenti del condominio"
        onRetry={() => void query.refetch()}
      />
    )
  if (!data || data.items.length === 0) return null
  return (
    <Section
      title="Documenti del condominio"
      action={
        <Link {...paths.myDocuments()} className={links.link}>
          Tutti i documenti
        </Link>
      }
    >
      <ul className={rows.list} aria-label="Ultimi documenti">
        {data.items.map((document) => (
          <li key={document.document_id}>
            <span>
              {typeOf(document)}, {document.file_name}
              <span className={rows.dim}>
                {' '}
                · {document.account_name}, {dayShared(document)}
              </span>
            </span>
            <LinkButton onClick={() => void downloadMine(document)}>
              Scarica
              <VisuallyHidden> {document.file_name}</VisuallyHidden>
            </LinkButton>
          </li>
        ))}
      </ul>
    </Section>
  )
}
