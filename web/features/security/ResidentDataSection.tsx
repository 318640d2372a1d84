import type { Reply } from '../../api.ts'
import { OwnDataSection } from '../settings/OwnDataSection.tsx'
import { MyContacts } from '../subjects/MyContacts.tsx'
import styles from './Security.module.css'

/** A resident's own name and e-mail address for signing in, and their contacts in the registry of each administrator. */
export const ResidentDataSection = ({ user }: { user: Reply<'GET /v1/users/me'> }) => (
  <>
    <div className={styles.own}>
      <OwnDataSection user={user} />
    </div>
    <MyContacts />
  </>
)
