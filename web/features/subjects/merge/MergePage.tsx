import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { api } from '../../../api.ts'
import { paths } from '../../../paths.ts'
import { subjectQuery } from '../../../records/subject-query.ts'
import { searchSubjects } from '../../../records/subject-reference.ts'
import { RecordError } from '../../../ui/feedback/RecordError.tsx'
import { Loading, TextSkeleton } from '../../../ui/feedback/Skeleton.tsx'
import { ReferenceField } from '../../../ui/form/ReferenceField.tsx'
import type { Query } from '../../../ui/grid/list.ts'
import links from '../../../ui/layout/Links.module.css'
import { PageTitle } from '../../../ui/layout/PageTitle.tsx'
import { RecordPage } from '../../../ui/layout/RecordPage.tsx'
import styles from './MergeForm.module.css'
import { MergeForm, Side } from './MergeForm.tsx'

/** `/anagrafica/unisci?kept=12&merged=34`: two records of one person become one. */
export function MergePage() {
  const search = useSearch({ strict: false }) as Query
  const [kept_id, merged_id] = [Number(search.kept), Number(search.merged)]
  const navigate = useNavigate()
  const chosen = kept_id > 0 && merged_id > 0
  const { data: preview, ...query } = useQuery({
    queryKey: ['subjects', 'merge', kept_id, merged_id],
    queryFn: ({ signal }) => api('POST /v1/subjects/merge/preview', { body: { kept_id, merged_id }, signal }),
    enabled: chosen,
    staleTime: 0,
  })
  const kept = useQuery({ ...subjectQuery(kept_id), enabled: kept_id > 0 && !chosen })
  const list = (
    <Link {...paths.subjects()} className={links.link}>
      Anagrafica
    </Link>
  )
  return (
    <RecordPage list={list} name="Unisci" tabTitle="Unisci due schede">
      <PageTitle
        title="Unisci due schede"
        summary="Tutto quello che ha la seconda passa alla prima. I link già inviati e i pagamenti restano validi."
      />
      {!chosen && (
        <div className={styles.choose}>
          {kept.data && <Side what="Resta" side={kept.data} />}
          <ReferenceField
            kind="subjects"
            search={searchSubjects}
            name="merged"
            label="Scheda che si unisce a questa"
            hint="Cerca per nome, codice fiscale o e-mail"
            value={null}
            error={null}
            onBlur={() => undefined}
            onChange={(one) => one && void navigate(paths.mergeSubjects(kept_id, Number(one.value)))}
            autoFocus
          />
          <p className={styles.dim}>
            Non sai quale?{' '}
            <Link {...paths.duplicateSubjects()} className={links.link}>
              Vedi le schede che sembrano doppie
            </Link>
          </p>
        </div>
      )}
      {chosen && query.isPending && (
        <Loading what="il confronto">
          <TextSkeleton lines={8} />
        </Loading>
      )}
      {query.isError && (
        <RecordError
          error={query.error}
          missing="Una delle due persone non c’è"
          what="Non riesco a confrontare le schede"
          back={list}
          onRetry={() => void query.refetch()}
        />
      )}
      {preview && !query.isError && <MergeForm key={`${kept_id}-${merged_id}`} preview={preview} />}
    </RecordPage>
  )
}
