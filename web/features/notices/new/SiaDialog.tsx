import { Button } from '@mantine/core'
import { api } from '../../../api.ts'
import { queries } from '../../../session/queries.ts'
import { alertToast } from '../../../ui/feedback/toast.ts'
import { FormFailure } from '../../../ui/form/FormFailure.tsx'
import { TextField } from '../../../ui/form/text-fields.tsx'
import { useForm } from '../../../ui/form/useForm.ts'
import { Dialog } from '../../../ui/overlay/Dialog.tsx'
import styles from '../../../ui/overlay/DialogForm.module.css'

/** Asks for the code that the bank gave a condominium for notices. The preview below is asked for again. */
export default function SiaDialog({
  account: { account_id, account_name },
  onClose,
}: {
  account: { account_id: number; account_name: string }
  onClose: () => void
}) {
  const form = useForm({
    initial: { sia: '' },
    checks: { sia: whyNotSia },
    submit: async ({ sia }) => {
      const body = { sia: siaOf(sia) }
      await api('PUT /v1/notices/settings/{id}', { params: { id: account_id }, body })
      await queries.invalidateQueries({ queryKey: ['notices'] })
      alertToast(`Codice SIA di ${account_name} salvato.`, 'success')
      onClose()
    },
  })
  return (
    <Dialog opened title="Codice SIA" onClose={onClose}>
      <form {...form.form} className={styles.form}>
        <p className={styles.note}>
          È nel contratto di {account_name} con la banca per gli incassi (portafoglio, CBI). Se non c’è,
          chiedilo alla banca: senza, il file viene respinto.
        </p>
        <TextField
          {...form.field('sia')}
          label="Codice SIA"
          hint="Cinque lettere o cifre, per esempio A1B2C"
          autoComplete="off"
          maxLength={12}
          data-autofocus
        />
        <FormFailure failure={form.failure} />
        <div className={styles.foot}>
          <Button variant="default" onClick={onClose}>
            Non ora
          </Button>
          <Button type="submit" loading={form.busy}>
            Salva il codice
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

/** As the bank writes it; spaces in between are forgiven. */
const siaOf = (text: string): string => text.replace(/\s/g, '').toUpperCase()

const whyNotSia = (text: string): string | null =>
  /^[A-Z0-9]{5}$/.test(siaOf(text)) ? null : 'Il codice SIA ha cinque caratteri, lettere o cifre.'
