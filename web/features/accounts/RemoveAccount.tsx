import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { api } from '../../api.ts'
import { ApiError, errorSentence } from '../../api-error.ts'
import { paths } from '../../paths.ts'
import { type Account, accountQuery } from '../../records/account-query.ts'
import { useRefusalReason } from '../../session/permissions/permission.ts'
import { queries } from '../../session/queries.ts'
import { ReasonedButton } from '../../ui/buttons/ReasonedButton.tsx'
import { alertToast } from '../../ui/feedback/toast.ts'
import { Section } from '../../ui/layout/Section.tsx'
import { ConfirmDialog } from '../../ui/overlay/ConfirmDialog.tsx'
import styles from './PreferencesTab.module.css'

/** Removes a condominium: deleted without a history, else closed. While money is open it says which. */
export function RemoveAccount({ account: { account_id, name, state } }: { account: Account }) {
  const navigate = useNavigate()
  const why = useRefusalReason('accounts:write')
  const [asking, setAsking] = useState(false)
  const [reasons, setReasons] = useState<readonly string[]>([])
  const remove = async () => {
    try {
      const { outcome } = await api('DELETE /v1/accounts/{id}', { params: { id: account_id } })
      setAsking(false)
      if (outcome === 'erased') {
        await navigate(paths.accounts())
        queries.removeQueries({ queryKey: accountQuery(account_id).queryKey })
      }
      await queries.invalidateQueries({ queryKey: ['accounts'] })
      alertToast(
        outcome === 'erased' ? `${name} è stato eliminato.` : `${name} è chiuso: la sua storia resta.`,
        'success',
      )
    } catch (error) {
      setAsking(false)
      if (error instanceof ApiError && error.error === 'money_is_open')
        setReasons(Object.values(error.fields ?? {}))
      else if ((error as Error).name !== 'AbortError')
        alertToast(errorSentence(error, 'Non l’ho eliminato. Riprova fra poco.'), 'danger')
    }
  }
  if (state === 'closed') return null
  return (
    <Section title="Elimina o chiudi il condominio">
      <p className={styles.note}>
        Senza bollette né documenti viene eliminato. Se ha una storia viene chiuso: esce dagli elenchi, tutto
        si può ancora leggere, e si può riaprire.
      </p>
      <ReasonedButton variant="default" why={why} onClick={() => setAsking(true)}>
        Elimina o chiudi il condominio
      </ReasonedButton>
      {reasons.length > 0 && (
        <div role="alert">
          <ul className={styles.reasons} aria-label="Perché adesso non si può">
            {reasons.map((reason) => (
              <li key={reason}>{reason}</li>
            ))}
          </ul>
        </div>
      )}
      <ConfirmDialog
        opened={asking}
        danger
        title={`Elimina o chiudi ${name}`}
        action="Elimina o chiudi il condominio"
        cancel="Lascia com’è"
        onConfirm={remove}
        onClose={() => setAsking(false)}
      >
        Prima controlliamo che non ci sia denaro da incassare o in movimento.
      </ConfirmDialog>
    </Section>
  )
}
