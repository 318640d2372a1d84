import { useSuspenseQuery } from '@tanstack/react-query'
import { meQuery } from '../../session/queries.ts'
import dashboard from '../../ui/layout/Page.module.css'
import { PageTitle } from '../../ui/layout/PageTitle.tsx'
import { PasswordSection } from './PasswordSection.tsx'
import { ResidentDataSection } from './ResidentDataSection.tsx'
import { SecondSteps } from './SecondSteps.tsx'
import { SessionsSection } from './SessionsSection.tsx'

/** `/sicurezza`: password, second steps and sessions of the signed-in user; residents, who have no settings, also their data. */
export function SecurityPage() {
  const { data: user } = useSuspenseQuery(meQuery)
  return (
    <div className={user.role === 'consumer' ? dashboard.own : dashboard.page}>
      <title>Accesso e sicurezza · Saldo</title>
      <PageTitle title="Accesso e sicurezza" summary={`Il tuo nome utente è ${user.user_name}.`} />
      <div className={dashboard.sections}>
        {user.role === 'consumer' && <ResidentDataSection user={user} />}
        <PasswordSection user={user} />
        <SecondSteps />
        <SessionsSection />
      </div>
    </div>
  )
}
