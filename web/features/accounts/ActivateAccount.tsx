import { useState } from 'react'
import { api } from '../../api.ts'
import { errorSentence } from '../../api-error.ts'
import { type Account, accountQuery } from '../../records/account-query.ts'
import { queries } from '../../session/queries.ts'
import { ReasonedButton } from '../../ui/buttons/ReasonedButton.tsx'
import { alertToast } from '../../ui/feedback/toast.ts'

/** Why a condominium cannot be activated yet; null if nothing is missing. */
export function missingForActivation({
  fiscal_code,
  iban,
}: Pick<Account, 'fiscal_code' | 'iban'>): string | null {
  if (fiscal_code && iban) return null
  const missing = [!fiscal_code && 'il codice fiscale', !iban && 'l’IBAN'].filter(Boolean)
  return `Per attivarlo ${missing.length > 1 ? 'servono' : 'serve'} ${missing.join(' e ')}.`
}

/** Activates a waiting condominium, or reopens a closed one. */
export function ActivateAccount({
  account,
  onDone,
}: {
  account: Account
  onDone?: (account: Account) => void
}) {
  const [busy, setBusy] = useState(false)
  const activate = async () => {
    setBusy(true)
    try {
      const id = account.account_id
      const active = await api('PUT /v1/accounts/activated/{id}', { params: { id } })
      queries.setQueryData(accountQuery(id).queryKey, active)
      onDone?.(active)
      alertToast(`${active.name} è attivo.`, 'success')
      await queries.invalidateQueries({ queryKey: ['accounts'] })
    } catch (error) {
      alertToast(errorSentence(error, 'Non l’ho attivato. Riprova fra poco.'), 'danger')
    } finally {
      setBusy(false)
    }
  }
  return (
    <ReasonedButton why={missingForActivation(account)} loading={busy} onClick={() => void activate()}>
      {account.state === 'closed' ? 'Riapri il condominio' : 'Attiva il condominio'}
    </ReasonedButton>
  )
}
