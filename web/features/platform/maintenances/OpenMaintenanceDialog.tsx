import { Button } from '@mantine/core'
import { minuteOf } from '@saldo/domain/minutes'
import { type MaintenanceAudience, maintenanceAudienceWords } from '@saldo/domain/platform/periods'
import { api } from '../../../api.ts'
import { searchCustomers } from '../../../records/customer-reference.ts'
import * as check from '../../../ui/form/checks.ts'
import { FormFailure } from '../../../ui/form/FormFailure.tsx'
import { SelectField } from '../../../ui/form/fields.tsx'
import { MinuteField } from '../../../ui/form/MinuteField.tsx'
import type { Reference } from '../../../ui/form/OptionList.tsx'
import { ReferenceField } from '../../../ui/form/ReferenceField.tsx'
import { LongTextField } from '../../../ui/form/text-fields.tsx'
import { useForm } from '../../../ui/form/useForm.ts'
import { Dialog } from '../../../ui/overlay/Dialog.tsx'
import styles from '../../../ui/overlay/DialogForm.module.css'
import { openMaintenance } from './maintenance-acts.ts'

const audiences = (['everybody', 'office', 'user'] as const).map((value) => ({
  value,
  label: value === 'everybody' ? 'Tutti' : `Solo ${maintenanceAudienceWords[value]}`,
}))

/** Opens a maintenance, for an hour from now unless said otherwise. */
export default function OpenMaintenanceDialog({ onClose }: { onClose: () => void }) {
  const form = useForm({
    initial: {
      audience: 'everybody' as string,
      customer_id: null as Reference | null,
      user_id: null as Reference | null,
      starts_at: '',
      until: minuteOf(new Date(Date.now() + 60 * 60_000)),
      reason: '',
      message: '',
    },
    checks: {
      customer_id: (office, { audience }) => (audience === 'office' && !office ? 'Scegli lo studio.' : null),
      user_id: (user, { audience }) => (audience === 'user' && !user ? 'Scegli l’utente.' : null),
      starts_at: check.minute,
      until: check.all(check.required('Scrivi quando finisce.'), check.minute),
      reason: check.required('Scrivi perché.'),
    },
    submit: async ({ audience, customer_id, user_id, starts_at, until, reason, message }) => {
      await openMaintenance({
        audience: audience as MaintenanceAudience,
        customer_id: audience === 'office' ? Number(customer_id?.value) : null,
        user_id: audience === 'user' ? Number(user_id?.value) : null,
        starts_at: starts_at || null,
        ...{ until, reason, message },
      })
      onClose()
    },
  })
  const { audience } = form.values
  return (
    <Dialog opened title="Apri una manutenzione" onClose={onClose} size={520}>
      <form {...form.form} className={styles.form}>
        <p className={styles.note}>
          Chi è fuori vede un avviso a tutto schermo e non perde quello che ha scritto. I pagamenti già
          partiti vanno avanti. Chi lavora nel backoffice resta dentro.
        </p>
        <SelectField {...form.field('audience')} label="Per chi" options={audiences} />
        {audience === 'office' && (
          <ReferenceField
            {...form.field('customer_id')}
            label="Studio"
            kind="customers"
            search={searchCustomers}
          />
        )}
        {audience === 'user' && (
          <ReferenceField {...form.field('user_id')} label="Utente" kind="users-found" search={searchUsers} />
        )}
        <div className={styles.pair}>
          <MinuteField {...form.field('starts_at')} label="Inizio" hint="Vuoto: subito" required={false} />
          <MinuteField {...form.field('until')} label="Fine" hint="Finisce da sola" />
        </div>
        <LongTextField
          {...form.field('reason')}
          label="Motivo"
          hint="Lo legge solo il backoffice"
          rows={2}
          maxLength={500}
        />
        <LongTextField
          {...form.field('message')}
          label="Frase per chi è fuori"
          hint="Oltre all’ora della fine"
          required={false}
          rows={2}
          maxLength={300}
        />
        <FormFailure failure={form.failure} />
        <div className={styles.foot}>
          <Button variant="default" onClick={onClose}>
            Annulla
          </Button>
          <Button type="submit" loading={form.busy}>
            Apri la manutenzione
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

async function searchUsers(q: string, signal: AbortSignal): Promise<Reference[]> {
  const { items } = await api('GET /v1/push/users', { query: { q: q || undefined }, signal })
  return items.map(({ user_id, nominative, user_name, customer_name }) => ({
    value: String(user_id),
    label: nominative,
    hint: `${user_name} · ${customer_name ?? 'senza studio'}`,
  }))
}
