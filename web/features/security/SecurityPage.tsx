import { useSuspenseQuery } from '@tanstack/react-query'
import { meQuery } from '../../session/queries.ts'
import dashboard from '../../ui/layout/Page.module.css'
import { PageTitle } from '../../ui/layout/PageTitle.tsx'
import { LeaveSection } from './LeaveSection.tsx'
import { OwnDataExport } from './OwnDataExport.tsx'
import { PasswordSection } from './PasswordSection.tsx'
import { ResidentDataSection } from './ResidentDataSection.tsx'
import { SecondSteps } from './SecondSteps.tsx'
import { SessionsSection } from './SessionsSection.tsx'

/** `/sicurezza`: password, second steps and sessions of the signed-in user; residents also change their data and leave here. */
export function SecurityPage() {
  const { data: user } = useSuspenseQuery(meQuery)
  const resident = user.role === 'consumer'
  const title = resident ? 'I tuoi dati e la sicurezza' : 'Accesso e sicurezza'
  return (
    <div className={resident ? dashboard.own : dashboard.page}>
      <title>{`${title} · Saldo`}</title>
      <PageTitle title={title} summary={`Il tuo nome utente è ${user.user_name}.`} />
      <div className={dashboard.sections}>
        {resident && <ResidentDataSection user={user} />}
        <PasswordSection user={user} />
        <SecondSteps compulsory={user.flag_super_user} />
        <SessionsSection />
        {resident && <OwnDataExport />}
        {resident && <LeaveSection />}
      </div>
    </div>
  )
}
