import { api } from '../../api.ts'
import { ConfirmByLink } from './ConfirmByLink.tsx'

/** `/auth/email/{token}`: confirms a user's new address. */
export default function ConfirmEmailPage({ token }: { token: string }) {
  return (
    <ConfirmByLink
      tabTitle="Nuovo indirizzo"
      title="Conferma l’indirizzo"
      lead="Saldo ti scriverà all’indirizzo a cui hai ricevuto questo link."
      doneTitle="Indirizzo confermato"
      confirm={async () => {
        const { email } = await api('POST /v1/auth/email/{token}', { params: { token } })
        return (
          <>
            D’ora in poi ti scriviamo a <strong>{email}</strong>.
          </>
        )
      }}
    />
  )
}
