import { Button } from '@mantine/core'
import { formatDateTime } from '@saldo/domain/dates'
import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useNotChosenReason } from '../../session/customer/useNotChosenReason.ts'
import { useRefusalReason } from '../../session/permissions/permission.ts'
import { meQuery } from '../../session/queries.ts'
import { Facts } from '../../ui/data/Facts.tsx'
import { QueryError } from '../../ui/feedback/QueryError.tsx'
import { Section } from '../../ui/layout/Section.tsx'
import { type ContactChange, type ContactOwner, contactChangesQuery } from './contact-changes.ts'
import { confirmContact, withdrawContact } from './decide-contact.ts'
import styles from './WaitingContact.module.css'

/** The change of an e-mail address that waits, and who may decide it. Nothing while none waits, or it is not known yet. */
export function WaitingContact({ of }: { of: ContactOwner }) {
  const { data: changes, ...query } = useQuery(contactChangesQuery(of))
  const waiting = changes?.find(({ state }) => state === 'pending')
  if (query.isError)
    return (
      <QueryError
        error={query.error}
        what="Non riesco a mostrare se un cambio di e-mail aspetta conferma"
        onRetry={() => void query.refetch()}
      />
    )
  return waiting ? <Waiting of={of} change={waiting} /> : null
}

function Waiting({ of, change }: { of: ContactOwner; change: ContactChange }) {
  const { data: user } = useSuspenseQuery(meQuery)
  const why = useRefusalReason(of.noun === 'accounts' ? 'accounts:write' : 'office:write')
  const notChosen = useNotChosenReason(of.id)
  const whyNotWithdraw = of.noun === 'customers' ? notChosen : null
  const { old_email, new_email, requested_by_name, requested_at, expires_at } = change
  return (
    <Section title="Cambio di e-mail in attesa">
      <div className={styles.waiting}>
        <p>
          {old_email
            ? `La conferma va data dal vecchio indirizzo, ${old_email}: fino ad allora resta quello.`
            : 'Un indirizzo di prima non c’è: la conferma la dà un’altra persona di Saldo.'}
        </p>
        <Facts
          rows={[
            ['Nuova e-mail', new_email ?? 'nessuna: viene tolta'],
            ['Chiesto da', `${requested_by_name}, ${formatDateTime(requested_at)}`],
            ['Decade', formatDateTime(expires_at)],
          ]}
        />
        {why && <p>{why}</p>}
        {!why && user.flag_super_user && old_email && (
          <p>Se il cliente non legge più quella casella, accertati che sia lui e conferma tu.</p>
        )}
        {!why && (
          <div className={styles.acts}>
            {user.flag_super_user && <Act label="Conferma l’e-mail" act={() => confirmContact(of)} main />}
            {!whyNotWithdraw && <Act label="Ritira la richiesta" act={() => withdrawContact(of)} />}
          </div>
        )}
      </div>
    </Section>
  )
}

function Act({ label, act, main = false }: { label: string; act: () => Promise<void>; main?: boolean }) {
  const [busy, setBusy] = useState(false)
  return (
    <Button
      variant={main ? 'filled' : 'default'}
      loading={busy}
      onClick={async () => {
        setBusy(true)
        await act()
        setBusy(false)
      }}
    >
      {label}
    </Button>
  )
}
