import { Link, useNavigate } from '@tanstack/react-router'
import { api } from '../../api.ts'
import { paths } from '../../paths.ts'
import { queries } from '../../session/queries.ts'
import { alertToast } from '../../ui/feedback/toast.ts'
import links from '../../ui/layout/Links.module.css'
import { PageTitle } from '../../ui/layout/PageTitle.tsx'
import { RecordPage } from '../../ui/layout/RecordPage.tsx'
import { SubjectForm } from './SubjectForm.tsx'

export function NewSubjectPage() {
  const navigate = useNavigate()
  return (
    <RecordPage
      list={
        <Link {...paths.subjects()} className={links.link}>
          Anagrafica
        </Link>
      }
      name="Nuova"
      tabTitle="Nuova persona"
      titled
    >
      <PageTitle title="Nuova persona" summary="Serve solo il nome: il resto lo puoi aggiungere dopo." />
      <SubjectForm
        save="Aggiungi la persona"
        onCancel={() => void navigate(paths.subjects())}
        onSave={async (body) => {
          const subject = await api('PUT /v1/subjects', { body })
          await queries.invalidateQueries({ queryKey: ['subjects'] })
          alertToast(`${subject.nominative} è in anagrafica.`, 'success')
          await navigate(paths.subjectPage(subject.subject_id))
        }}
      />
    </RecordPage>
  )
}
