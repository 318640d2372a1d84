import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useParams } from '@tanstack/react-router'
import { api } from '../../api.ts'
import { paths } from '../../paths.ts'
import { queries } from '../../session/queries.ts'
import links from '../../ui/Links.module.css'
import { PageTitle } from '../../ui/PageTitle.tsx'
import { RecordError } from '../../ui/RecordError.tsx'
import { RecordPage } from '../../ui/RecordPage.tsx'
import { Loading, TextSkeleton } from '../../ui/Skeleton.tsx'
import { alert } from '../../ui/snackbars.ts'
import { SubjectForm } from './SubjectForm.tsx'
import { subjectQuery } from './subject-query.ts'

export function EditSubjectPage() {
  const id = Number(useParams({ strict: false }).id)
  const navigate = useNavigate()
  const { data: subject, ...query } = useQuery(subjectQuery(id))
  const list = (
    <Link {...paths.anagrafica()} className={links.link}>
      Anagrafica
    </Link>
  )
  return (
    <RecordPage
      list={list}
      name={subject?.nominative ?? `n. ${id}`}
      tabTitle="Modifica persona"
      titled={subject !== undefined && !query.isError}
    >
      {query.isPending && (
        <Loading what="la persona">
          <TextSkeleton lines={8} />
        </Loading>
      )}
      {query.isError && (
        <RecordError
          error={query.error}
          missing="Questa persona non c’è"
          what="Non riesco a mostrare la persona"
          back={list}
          onRetry={() => void query.refetch()}
        />
      )}
      {subject && !query.isError && (
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
              alert('Dati salvati.', 'settled')
              await navigate(paths.subjectPage(id))
            }}
          />
        </>
      )}
    </RecordPage>
  )
}
