import { useSuspenseQuery } from '@tanstack/react-query'
import { meQuery } from '../../session/queries.ts'
import links from '../../ui/layout/Links.module.css'
import dashboard from '../../ui/layout/Page.module.css'
import { PageTitle } from '../../ui/layout/PageTitle.tsx'
import { Section } from '../../ui/layout/Section.tsx'
import { AppearanceSection } from './AppearanceSection.tsx'
import { BrandingSection } from './BrandingSection.tsx'
import { OfficeSection } from './OfficeSection.tsx'
import { OwnDataSection } from './OwnDataSection.tsx'
import styles from './Settings.module.css'

/** `/settings`: the user's data, appearance, and the office's data. */
export function SettingsPage() {
  const { data: user } = useSuspenseQuery(meQuery)
  return (
    <div className={dashboard.page}>
      <title>Impostazioni · Saldo</title>
      <PageTitle title="Impostazioni" summary={`Il tuo nome utente è ${user.user_name}.`} />
      <div className={styles.sections}>
        <OwnDataSection user={user} />
        {user.customer_id !== null && <OfficeSection customer_id={user.customer_id} user={user} />}
        {user.customer_id !== null && !user.sees_some && <BrandingSection />}
        <AppearanceSection />
        <Section title="Accesso">
          <p className={styles.about}>
            Password, secondo passo e sessioni aperte sono in{' '}
            <a className={links.link} href="#/sicurezza">
              Accesso e sicurezza
            </a>
            .
          </p>
        </Section>
      </div>
    </div>
  )
}
