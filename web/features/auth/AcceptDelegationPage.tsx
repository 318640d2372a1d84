import { api } from '../../api.ts'
import { ConfirmByLink } from './ConfirmByLink.tsx'

/** `/auth/delega/{token}`: whoever was invited accepts to see and pay somebody's bills. */
export default function AcceptDelegationPage({ token }: { token: string }) {
  return (
    <ConfirmByLink
      tabTitle="Delega a pagare"
      title="Paga le bollette di un’altra persona"
      lead="Se confermi, vedi e paghi le bollette di chi ti ha invitato, con i tuoi mezzi e separate dalle tue. Non sei obbligato a pagare niente, e puoi smettere quando vuoi."
      doneTitle="Ora paghi anche per un’altra persona"
      confirm={async () => {
        const { owner_name, has_access } = await api('POST /v1/delegations/accept/{token}', {
          params: { token },
        })
        return has_access ? (
          <>
            Entra con il tuo accesso: trovi le bollette di <strong>{owner_name}</strong> nella tua pagina.
          </>
        ) : (
          <>
            Ti abbiamo mandato un’e-mail per scegliere la password: poi trovi le bollette di{' '}
            <strong>{owner_name}</strong> nella tua pagina.
          </>
        )
      }}
    />
  )
}
