import { Button } from '@mantine/core'
import * as check from '../../ui/form/checks.ts'
import { FormFailure } from '../../ui/form/FormFailure.tsx'
import { TextField } from '../../ui/form/text-fields.tsx'
import { useForm } from '../../ui/form/useForm.ts'
import { Dialog } from '../../ui/overlay/Dialog.tsx'
import styles from './Colleagues.module.css'
import { inviteColleague } from './colleague-acts.ts'

/** Name and address of a new colleague, who may do everything. */
export default function InviteColleagueDialog({ onClose }: { onClose: () => void }) {
  const form = useForm({
    initial: { nominative: '', email: '' },
    checks: {
      nominative: check.required('Scrivi nome e cognome.'),
      email: check.all(check.required('Scrivi l’indirizzo e-mail.'), check.email),
    },
    submit: async ({ nominative, email }) => {
      await inviteColleague({ nominative, email: email.trim() })
      onClose()
    },
  })
  return (
    <Dialog
      opened
      title="Invita un collega"
      onClose={onClose}
      actions={
        <>
          <Button variant="default" onClick={onClose}>
            Annulla
          </Button>
          <Button type="submit" form="invite-colleague" loading={form.busy}>
            Manda l’invito
          </Button>
        </>
      }
    >
      <form id="invite-colleague" {...form.form} className={styles.form}>
        <FormFailure failure={form.failure} />
        <p className={styles.about}>
          Potrà fare tutto quello che puoi fare tu, anche invitare e rimuovere altre persone.
        </p>
        <TextField
          {...form.field('nominative')}
          label="Nome e cognome"
          autoComplete="off"
          maxLength={120}
          autoFocus
        />
        <TextField
          {...form.field('email')}
          label="E-mail"
          hint="Lì arriva l’invito; sarà anche il nome utente"
          type="email"
          autoComplete="off"
          maxLength={254}
        />
      </form>
    </Dialog>
  )
}
