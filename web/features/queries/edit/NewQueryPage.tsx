import { Link, useNavigate } from '@tanstack/react-router'
import { paths } from '../../../paths.ts'
import { queries } from '../../../session/queries.ts'
import { alertToast } from '../../../ui/feedback/toast.ts'
import links from '../../../ui/layout/Links.module.css'
import { PageTitle } from '../../../ui/layout/PageTitle.tsx'
import { RecordPage } from '../../../ui/layout/RecordPage.tsx'
import { QueryEditor } from './QueryEditor.tsx'

export function NewQueryPage() {
  const navigate = useNavigate()
  return (
    <RecordPage
      list={
        <Link {...paths.queryAdmin()} className={links.link}>
          Interrogazioni salvate
        </Link>
      }
      name="Nuova"
      tabTitle="Nuova interrogazione"
    >
      <PageTitle title="Nuova interrogazione" />
      <QueryEditor
        onSaved={({ query_id }) => {
          alertToast('La bozza è salvata: chiedi l’approvazione quando è pronta.', 'success')
          void queries.invalidateQueries({ queryKey: ['queries'] })
          void navigate(paths.editQuery(query_id))
        }}
        onCancel={() => void navigate(paths.queryAdmin())}
      />
    </RecordPage>
  )
}
