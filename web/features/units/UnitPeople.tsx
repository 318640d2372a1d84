import { formatEuro } from '@saldo/domain/money'
import { Link } from '@tanstack/react-router'
import { paths } from '../../paths.ts'
import { MailLink, PhoneLink } from '../../ui/data/ContactLinks.tsx'
import links from '../../ui/layout/Links.module.css'
import type { UnitRow } from './register-query.ts'
import styles from './Units.module.css'
import { personLine, sharesNote } from './unit-words.ts'

/** The people of a unit: what they are, how to reach them, and what the condominium owes them. */
export function UnitPeople({ unit: { name, people }, contacts }: { unit: UnitRow; contacts: boolean }) {
  const note = people.length === 0 ? 'Nessuna persona.' : sharesNote(people)
  return (
    <>
      {people.length > 0 && (
        <ul className={styles.people} aria-label={`Persone di ${name}`}>
          {people.map((person) => (
            <li key={person.right_holder_id}>
              {contacts ? (
                <Link {...paths.subjectPage(person.subject_id)} className={links.name}>
                  {person.nominative}
                </Link>
              ) : (
                person.nominative
              )}{' '}
              <span className={styles.dim}>{personLine(person)}</span>
              {contacts && <Contacts person={person} />}
              {!!person.credit && (
                <span className={styles.contacts}>credito {formatEuro(person.credit)} nel condominio</span>
              )}
            </li>
          ))}
        </ul>
      )}
      {note && <span className={styles.note}>{note}</span>}
    </>
  )
}

const Contacts = ({ person: { phone, email } }: { person: UnitRow['people'][number] }) => (
  <span className={styles.contacts}>
    {phone && <PhoneLink phone={phone} />}
    {email && <MailLink email={email} />}
    {!phone && !email && <span className={styles.note}>nessun recapito</span>}
  </span>
)
