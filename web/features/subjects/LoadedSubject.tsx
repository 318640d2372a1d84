import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { paths } from '../../paths.ts'
import { type Subject, subjectQuery } from '../../records/subject-query.ts'
import { LoadedRecord } from '../../ui/feedback/LoadedRecord.tsx'
import links from '../../ui/layout/Links.module.css'

/** Loads a person for a page of its own. `tabTitle`: the page's title, if it is not the name. */
export function LoadedSubject({
  id,
  tabTitle,
  children,
}: {
  id: number
  tabTitle?: string
  children: (subject: Subject) => ReactNode
}) {
  const query = useQuery(subjectQuery(id))
  const name = query.data?.nominative
  return (
    <LoadedRecord
      query={query}
      the="la persona"
      missing="Questa persona non c’è"
      list={
        <Link {...paths.subjects()} className={links.link}>
          Anagrafica
        </Link>
      }
      name={name ?? `n. ${id}`}
      tabTitle={tabTitle ?? name ?? 'Persona'}
    >
      {children}
    </LoadedRecord>
  )
}
