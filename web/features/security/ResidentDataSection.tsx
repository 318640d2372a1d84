import type { Reply } from '../../api.ts'
import { OwnDataSection } from '../settings/OwnDataSection.tsx'
import styles from './Security.module.css'

/** A resident's own name and e-mail address. Their postal address is in the registry of each administrator. */
export const ResidentDataSection = ({ user }: { user: Reply<'GET /v1/users/me'> }) => (
  <div className={styles.own}>
    <OwnDataSection user={user} />
    <p className={styles.about}>
      L’indirizzo di casa e il telefono li tiene il tuo amministratore: se cambiano, avvisalo.
    </p>
  </div>
)
