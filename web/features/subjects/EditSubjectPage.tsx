import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useParams } from '@tanstack/react-router'
import { api } from '../../api.ts'
import { paths } from '../../paths.ts'
import { subjectQuery } from '../../records/subject-query.ts'
import { queries } from '../../session/queries.ts'
import { LoadedRecord } from '../../ui/feedback/LoadedRecord.tsx'
import { alertToast } from '../../ui/feedback/toast.ts'
import links from '../../ui/layout/Links.module.css'
import { PageTitle } from '../../ui/layout/PageTitle.tsx'
import { SubjectForm } from './SubjectForm.tsx'

export function EditSubjectPage() {
  const id = Number(useParams({ strict: false }).id)
  const navigate = useNavigate()
  const query = useQuery(subjectQuery(id))
  const subject = query.data
  const list = (
    <Link {...paths.subjects()} className={links.link}>
      Anagrafica
    </Link>
  )
  return (
    <LoadedRecord
      query={query}
      the="la persona"
      missing="Questa persona non c’è"
      list={list}
      name={subject?.nominative ?? `n. ${id}`}
      tabTitle="Modifica persona"
    >
      {(subject) => (
        <>
          <PageTitle title={subject.nominative} summary="Modifica i dati" />
          <SubjectForm
            key={id}
            of={subject}
            save="Salva"
            onCancel={() => void navigate(paths.subjectPage(id))}
            onSave={async (body) => {
              const changed = await api('POST /v1/subjects', { body: { ...body, subject_id: id } })
              queries.setQueryData(subjectQuery(id).queryKey, changed)
              await queries.invalidateQueries({ queryKey: ['subjects'] })
              alertToast('Dati salvati.', 'success')
              await navigate(paths.subjectPage(id))
            }}
          />
        </>
      )}
    </LoadedRecord>
  )
}
