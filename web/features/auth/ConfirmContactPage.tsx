import { api } from '../../api.ts'
import { ConfirmByLink } from './ConfirmByLink.tsx'

/** `/auth/contatto/{token}`: the mailbox of before confirms a new address of its office or condominium. */
export default function ConfirmContactPage({ token }: { token: string }) {
  return (
    <ConfirmByLink
      tabTitle="Cambio di indirizzo"
      title="Conferma il cambio di indirizzo"
      lead="Da quando confermi, Saldo non scrive più all’indirizzo a cui hai ricevuto questo link, ma a quello nuovo. Se non te lo aspettavi, chiudi questa pagina: non cambia niente."
      doneTitle="Cambio confermato"
      confirm={async () => {
        const { name, email } = await api('POST /v1/contact-changes/{token}', { params: { token } })
        return email === null ? (
          <>{name} non ha più un indirizzo e-mail.</>
        ) : (
          <>
            {name}: d’ora in poi Saldo scrive a <strong>{email}</strong>.
          </>
        )
      }}
    />
  )
}
