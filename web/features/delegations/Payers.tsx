import { Button } from '@mantine/core'
import { formatDate, formatDateTime, today } from '@saldo/domain/dates'
import { Plus } from 'iconoir-react'
import { useState } from 'react'
import { api } from '../../api.ts'
import { errorSentence } from '../../api-error.ts'
import { alertToast } from '../../ui/feedback/toast.ts'
import { Icon } from '../../ui/icons/Icon.tsx'
import { Section } from '../../ui/layout/Section.tsx'
import { DelegateDialog } from './DelegateDialog.tsx'
import styles from './Delegations.module.css'
import { type Delegation, type Delegations, refetchDelegations } from './delegations-query.ts'
import { EndDelegation } from './EndDelegation.tsx'

/** *Chi paga per te*: who may see and pay the resident's bills, who asks to, and an invitation. */
export function Payers({ payers, own }: { payers: readonly Delegation[]; own: Delegations['own'] }) {
  const [inviting, setInviting] = useState(false)
  return (
    <Section
      title="Chi paga per te"
      action={
        own.length > 0 && (
          <Button
            variant="default"
            size="compact-md"
            leftSection={<Icon of={Plus} />}
            onClick={() => setInviting(true)}
          >
            Invita chi paga per te
          </Button>
        )
      }
    >
      {payers.length === 0 ? (
        <p className={styles.dim}>
          Un figlio o una persona di fiducia può vedere e pagare le tue bollette: non vede i tuoi contatti, i
          tuoi metodi di pagamento e i tuoi documenti.
        </p>
      ) : (
        <ul className={styles.people} aria-label="Chi paga per te">
          {payers.map((delegation) => (
            <li key={delegation.delegation_id} className={styles.person}>
              <div className={styles.who}>
                <strong>{delegation.delegate_name}</strong>
                <span className={styles.dim}>{delegation.delegate_email}</span>
                <span>{inWords(delegation)}</span>
              </div>
              <Acts delegation={delegation} />
            </li>
          ))}
        </ul>
      )}
      {inviting && <DelegateDialog own={own} onClose={() => setInviting(false)} />}
    </Section>
  )
}

/** The day in Rome of an instant, `02/07/2026`. */
const dayIn = (instant: string) => formatDate(today(new Date(instant)))

/** How a delegation stands, for its owner and for the office. */
export function inWords(delegation: Omit<Delegation, 'subject_id' | 'subject_nominative'>): string {
  const { state, answer_by, accepted_at, expires_on, ended_at, ended_by_name } = delegation
  if (state === 'asked') return `Chiede di pagare. Si risponde entro il ${formatDateTime(answer_by)}.`
  if (state === 'invited') return `Deve ancora accettare. L’invito vale fino al ${formatDateTime(answer_by)}.`
  if (state === 'lapsed')
    return expires_on && accepted_at ? `Scaduta il ${formatDate(expires_on)}.` : 'Scaduta senza risposta.'
  if (state === 'ended')
    return `Chiusa il ${ended_at ? dayIn(ended_at) : ''}${ended_by_name ? ` da ${ended_by_name}` : ''}.`
  const since = `Vede e paga le bollette dal ${accepted_at ? dayIn(accepted_at) : ''}`
  return expires_on ? `${since}, fino al ${formatDate(expires_on)}.` : `${since}.`
}

function Acts({ delegation: { delegation_id, delegate_name, state } }: { delegation: Delegation }) {
  if (state === 'ended' || state === 'lapsed') return null
  if (state === 'active')
    return (
      <EndDelegation
        delegation_id={delegation_id}
        label="Revoca"
        title={`Revoca la delega a ${delegate_name}?`}
        action="Revoca la delega"
      >
        Da subito {delegate_name} non vede e non paga più le tue bollette. Un’e-mail avvisa tutti e due.
      </EndDelegation>
    )
  if (state === 'invited')
    return (
      <EndDelegation
        delegation_id={delegation_id}
        label="Ritira l’invito"
        title={`Ritira l’invito a ${delegate_name}?`}
        action="Ritira l’invito"
      >
        Il link che ha ricevuto non vale più.
      </EndDelegation>
    )
  return (
    <div className={styles.acts}>
      <Consent delegation_id={delegation_id} delegate_name={delegate_name} />
      <EndDelegation
        delegation_id={delegation_id}
        label="Rifiuta"
        title={`Rifiuta la richiesta di ${delegate_name}?`}
        action="Rifiuta la richiesta"
      >
        Non vede nulla di te, e non gli scriviamo.
      </EndDelegation>
    </div>
  )
}

function Consent({ delegation_id, delegate_name }: Pick<Delegation, 'delegation_id' | 'delegate_name'>) {
  const [busy, setBusy] = useState(false)
  const consent = async () => {
    setBusy(true)
    try {
      await api('POST /v1/delegations/consent/{id}', { params: { id: delegation_id }, body: {} })
      alertToast(`${delegate_name} vede e paga le tue bollette.`, 'success')
      await refetchDelegations()
    } catch (error) {
      alertToast(errorSentence(error, 'Non ho registrato il consenso. Riprova fra poco.'), 'danger')
    } finally {
      setBusy(false)
    }
  }
  return (
    <Button size="compact-md" loading={busy} onClick={() => void consent()}>
      Acconsenti
    </Button>
  )
}
