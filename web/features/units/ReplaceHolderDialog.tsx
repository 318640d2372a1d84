import { Button } from '@mantine/core'
import { today } from '@saldo/domain/dates'
import { rightNames } from '@saldo/domain/right-holder'
import { api } from '../../api.ts'
import { searchSubjects } from '../../records/subject-reference.ts'
import { toast } from '../../ui/feedback/toast.ts'
import * as check from '../../ui/form/checks.ts'
import { FormFailure } from '../../ui/form/FormFailure.tsx'
import { DateField, SelectField } from '../../ui/form/fields.tsx'
import type { Reference } from '../../ui/form/OptionList.tsx'
import { ReferenceField } from '../../ui/form/ReferenceField.tsx'
import { useForm } from '../../ui/form/useForm.ts'
import { Dialog } from '../../ui/overlay/Dialog.tsx'
import { registerChanged, type Unit } from './register-query.ts'
import styles from './Units.module.css'

/** Somebody takes over the right of a person of the unit, from a day: a sale, an inheritance, a new tenant. */
export function ReplaceHolderDialog({ unit, onClose }: { unit: Unit; onClose: () => void }) {
  const current = unit.holders.filter(({ until }) => until === null)
  const form = useForm({
    initial: {
      right_holder_id: String(current[0]?.right_holder_id ?? ''),
      subject_id: null as Reference | null,
      since: today() as string,
    },
    checks: {
      subject_id: (person) => (person ? null : 'Scegli chi subentra.'),
      since: check.all(check.required('Scrivi da quando.'), check.date),
    },
    submit: async ({ right_holder_id, subject_id, since }) => {
      await api('POST /v1/units/holders/replace/{id}', {
        params: { id: Number(right_holder_id) },
        body: { subject_id: Number(subject_id?.value), since },
      })
      await registerChanged(unit.account_id)
      toast('Subentro registrato')
      onClose()
    },
  })
  return (
    <Dialog opened title={`Subentro in ${unit.name}`} onClose={onClose} size={520}>
      <form {...form.form} className={styles.form}>
        <p className={styles.dim}>
          Chi esce resta nella storia dell’unità fino al giorno prima; chi subentra ha lo stesso diritto e la
          stessa quota. Le bollette già emesse restano a chi sono intestate.
        </p>
        <SelectField
          {...form.field('right_holder_id')}
          label="Chi esce"
          options={current.map(({ right_holder_id, nominative, right_kind }) => ({
            value: String(right_holder_id),
            label: `${nominative}, ${rightNames[right_kind].toLowerCase()}`,
          }))}
        />
        <ReferenceField
          {...form.field('subject_id')}
          kind="subjects"
          label="Chi subentra"
          hint="Scrivi il cognome; se manca, aggiungilo prima in Anagrafica"
          search={searchSubjects}
          autoFocus
        />
        <DateField {...form.field('since')} label="Dal" />
        <FormFailure failure={form.failure} />
        <div className={styles.foot}>
          <span className={styles.space} />
          <Button variant="default" onClick={onClose}>
            Annulla
          </Button>
          <Button type="submit" loading={form.busy}>
            Registra il subentro
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
