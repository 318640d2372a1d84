import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { paths } from '../../paths.ts'
import { RecordError } from '../../ui/feedback/RecordError.tsx'
import { Loading, TextSkeleton } from '../../ui/feedback/Skeleton.tsx'
import links from '../../ui/layout/Links.module.css'
import { RecordPage } from '../../ui/layout/RecordPage.tsx'
import { templateQuery } from './email-template-query.ts'
import { TemplateWorkshop } from './TemplateWorkshop.tsx'

/** `/admin-management/email-template/{id}`: one mail: its design, versions, preview and tests. */
export function EmailTemplatePage() {
  const id = Number(useParams({ strict: false }).id)
  const query = useQuery(templateQuery(id))
  const name = query.data?.name ?? 'Modello'
  return (
    <RecordPage
      list={
        <Link {...paths.emailTemplates()} className={links.link}>
          Modelli di e-mail
        </Link>
      }
      name={name}
      tabTitle={name}
      titled={query.data !== undefined}
    >
      {query.isPending && (
        <Loading what="il modello">
          <TextSkeleton lines={8} />
        </Loading>
      )}
      {query.isError && !query.data && (
        <RecordError
          error={query.error}
          missing="Questo modello non c’è"
          what="Non riesco a mostrare il modello"
          onRetry={() => void query.refetch()}
        />
      )}
      {query.data && <TemplateWorkshop key={id} template={query.data} />}
    </RecordPage>
  )
}
