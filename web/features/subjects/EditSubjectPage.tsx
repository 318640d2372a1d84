import { useNavigate, useParams } from '@tanstack/react-router'
import { api } from '../../api.ts'
import { paths } from '../../paths.ts'
import { subjectQuery } from '../../records/subject-query.ts'
import { queries } from '../../session/queries.ts'
import { alertToast } from '../../ui/feedback/toast.ts'
import { PageTitle } from '../../ui/layout/PageTitle.tsx'
import { LoadedSubject } from './LoadedSubject.tsx'
import { SubjectForm } from './SubjectForm.tsx'

export function EditSubjectPage() {
  const id = Number(useParams({ strict: false }).id)
  const navigate = useNavigate()
  return (
    <LoadedSubject id={id} tabTitle="Modifica persona">
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
    </LoadedSubject>
  )
}
