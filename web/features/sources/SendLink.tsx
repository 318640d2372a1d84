import { Button, Radio } from '@mantine/core'
import { useState } from 'react'
import { api } from '../../api.ts'
import { writtenAddress } from '../../records/written-address.ts'
import { alertToast } from '../../ui/feedback/toast.ts'
import * as check from '../../ui/form/checks.ts'
import { FormFailure } from '../../ui/form/FormFailure.tsx'
import { TextField } from '../../ui/form/text-fields.tsx'
import { useForm } from '../../ui/form/useForm.ts'
import { Dialog } from '../../ui/overlay/Dialog.tsx'
import type { Owner, Source } from './source-query.ts'

/** Asks the person for a card or account, by a link that works once and for three days. */
export function SendLink({ owner, onClose }: { owner: Owner; onClose: () => void }) {
  const [type, setType] = useState<Source['type']>('sepa_debit')
  const form = useForm({
    initial: { email: writtenAddress(owner.email) },
    checks: { email: check.all(check.required('Scrivi l’indirizzo a cui mandarlo.'), check.email) },
    submit: async ({ email }) => {
      await api('POST /v1/stripe/create_source/bylink', {
        body: { id: owner.owner_id, type_id: type, email },
      })
      alertToast(`Link in uscita per ${email}: vale 72 ore e una volta sola.`, 'success')
      onClose()
    },
  })
  return (
    <Dialog opened title={`Chiedi a ${owner.name}`} onClose={onClose}>
      <form {...form.form} style={{ display: 'grid', gap: 16 }}>
        <Radio.Group
          label="Che cosa deve salvare"
          value={type}
          onChange={(value) => setType(value as Source['type'])}
        >
          <div style={{ display: 'grid', gap: 8, marginTop: 8 }}>
            <Radio value="sepa_debit" label="Il conto, con il mandato di addebito SEPA" />
            <Radio value="card" label="Una carta" />
          </div>
        </Radio.Group>
        <TextField {...form.field('email')} label="E-mail" type="email" autoComplete="off" maxLength={254} />
        <FormFailure failure={form.failure} />
        <div style={{ display: 'flex', justifyContent: 'end', gap: 8 }}>
          <Button variant="default" onClick={onClose}>
            Annulla
          </Button>
          <Button type="submit" loading={form.busy}>
            Manda il link
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
