import { Link, useNavigate } from '@tanstack/react-router'
import { api } from '../../api.ts'
import { paths } from '../../paths.ts'
import { mailedTo } from '../../session/mailed.ts'
import { alertToast } from '../../ui/feedback/toast.ts'
import links from '../../ui/layout/Links.module.css'
import { PageTitle } from '../../ui/layout/PageTitle.tsx'
import { RecordPage } from '../../ui/layout/RecordPage.tsx'
import { SubUserForm } from './SubUserForm.tsx'
import { showSaved } from './subuser-acts.ts'

export function NewSubUserPage() {
  const navigate = useNavigate()
  return (
    <RecordPage
      list={
        <Link {...paths.subUsers()} className={links.link}>
          Sottoutenti
        </Link>
      }
      name="Invito"
      tabTitle="Invita un collaboratore"
      titled
    >
      <PageTitle
        title="Invita una persona"
        summary="Riceve un’e-mail, sceglie la password ed entra con i permessi che le dai."
      />
      <SubUserForm
        save="Manda l’invito"
        onCancel={() => void navigate(paths.subUsers())}
        onSave={async (body) => {
          const user = await api('PUT /v1/users/subusers', { body })
          await showSaved(user)
          alertToast(`${mailedTo('Invito', 'inviato', user.email)}.`, 'success')
          await navigate(paths.subUser(user.user_id))
        }}
      />
    </RecordPage>
  )
}
