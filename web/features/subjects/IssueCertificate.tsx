import { Button, Radio } from '@mantine/core'
import { api } from '../../api.ts'
import { searchAccounts } from '../../records/account-reference.ts'
import type { Subject } from '../../records/subject-query.ts'
import { queries } from '../../session/queries.ts'
import { alertToast } from '../../ui/feedback/toast.ts'
import { FormFailure } from '../../ui/form/FormFailure.tsx'
import type { Reference } from '../../ui/form/OptionList.tsx'
import { ReferenceField } from '../../ui/form/ReferenceField.tsx'
import { LongTextField } from '../../ui/form/text-fields.tsx'
import { useForm } from '../../ui/form/useForm.ts'
import { Dialog } from '../../ui/overlay/Dialog.tsx'
import styles from '../../ui/overlay/DialogForm.module.css'

/**
 * Issues a certificate of a person's payments today: figures from the books, disputes as stated by the administrator.
 */
export function IssueCertificate({ subject, onClose }: { subject: Subject; onClose: () => void }) {
  const form = useForm({
    initial: { account_id: null as Reference | null, some: 'none', disputes: '' },
    checks: {
      account_id: (account) => (account ? null : 'Scegli il condominio.'),
      disputes: (text, { some }) => (some === 'some' && text.trim() === '' ? 'Scrivi quali liti.' : null),
    },
    submit: async ({ account_id, some, disputes }) => {
      const { subject_id } = subject
      const made = await api('PUT /v1/certificates', {
        body: {
          subject_id,
          account_id: Number(account_id?.value),
          ...(some === 'some' ? { disputes } : {}),
        },
      })
      onClose()
      alertToast(
        made.regular ? 'Attestazione emessa: in regola.' : 'Attestazione emessa: ci sono rate scadute.',
        'success',
      )
      await queries.invalidateQueries({ queryKey: ['subjects', 'certificates', subject_id] })
    },
  })
  return (
    <Dialog opened title="Nuova attestazione" onClose={onClose} size={480}>
      <form {...form.form} className={styles.form}>
        <p className={styles.note}>
          Dice come sta oggi {subject.nominative} con le rate di un condominio. Gli importi li prendo dai
          conti.
        </p>
        <ReferenceField
          {...form.field('account_id')}
          kind="accounts"
          search={searchAccounts}
          label="Condominio"
          autoFocus
        />
        <Radio.Group
          label="Liti in corso"
          name="some"
          value={form.values.some}
          onChange={(value) => form.field('some').onChange(value)}
        >
          <div className={styles.choice}>
            <Radio value="none" label="Non ne risultano" />
            <Radio value="some" label="Ce ne sono" />
          </div>
        </Radio.Group>
        {form.values.some === 'some' && (
          <LongTextField
            {...form.field('disputes')}
            label="Quali liti"
            hint="Giudice, parti, oggetto, stato: così come va scritto sull’attestazione."
            maxLength={600}
            autoFocus
          />
        )}
        <FormFailure failure={form.failure} />
        <div className={styles.foot}>
          <Button variant="default" onClick={onClose}>
            Annulla
          </Button>
          <Button type="submit" loading={form.busy}>
            Emetti l’attestazione
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
