import { Button, Checkbox } from '@mantine/core'
import { today } from '@saldo/domain/dates'
import { useState } from 'react'
import { api } from '../../api.ts'
import { searchAccounts } from '../../records/account-reference.ts'
import { searchSubjects } from '../../records/subject-reference.ts'
import { useKeptKey } from '../../session/kept-key.ts'
import { alertToast } from '../../ui/feedback/toast.ts'
import * as check from '../../ui/form/checks.ts'
import { FormFailure } from '../../ui/form/FormFailure.tsx'
import { DateField, IbanField } from '../../ui/form/fields.tsx'
import type { Reference } from '../../ui/form/OptionList.tsx'
import { ReferenceField } from '../../ui/form/ReferenceField.tsx'
import { TextField } from '../../ui/form/text-fields.tsx'
import { useForm } from '../../ui/form/useForm.ts'
import { Dialog } from '../../ui/overlay/Dialog.tsx'
import styles from '../../ui/overlay/DialogForm.module.css'
import { useReady } from './AskMandateDialog.tsx'
import { CreditorSetup } from './CreditorSetup.tsx'
import { type MandateDetail, showMandate } from './mandate-query.ts'
import { ScanUpload } from './ScanUpload.tsx'

/** Records a mandate that was signed on paper; its scan makes it active. */
export default function NewMandateDialog({ onClose }: { onClose: () => void }) {
  const [made, setMade] = useState<MandateDetail | null>(null)
  return (
    <Dialog
      opened
      title={made ? 'Carica la scansione del mandato' : 'Registra un mandato firmato'}
      onClose={onClose}
      size={560}
    >
      {made ? (
        <div className={styles.form}>
          <p className={styles.note}>
            Il mandato di {made.subject_nominative} è registrato come bozza, con il riferimento {made.umr}.
            Diventa attivo con la scansione del foglio firmato: puoi caricarla adesso o più tardi.
          </p>
          <ScanUpload
            mandate_id={made.mandate_id}
            onDone={({ subject_nominative }) => {
              alertToast(`Mandato di ${subject_nominative} attivo.`, 'success')
              onClose()
            }}
          />
          <div className={styles.foot}>
            <Button variant="default" onClick={onClose}>
              La carico più tardi
            </Button>
          </div>
        </div>
      ) : (
        <MandateForm onMade={setMade} onClose={onClose} />
      )}
    </Dialog>
  )
}

type Values = {
  account: Reference | null
  subject: Reference | null
  iban: string
  debtor_name: string
  signed_on: string
  umr: string
  one_off: boolean
}

function MandateForm({ onMade, onClose }: { onMade: (made: MandateDetail) => void; onClose: () => void }) {
  const key = useKeptKey('mandate')
  const form = useForm<Values>({
    initial: {
      account: null,
      subject: null,
      iban: '',
      debtor_name: '',
      signed_on: '',
      umr: '',
      one_off: false,
    },
    checks: {
      account: (account) => (account ? null : 'Scegli il condominio.'),
      subject: (subject) => (subject ? null : 'Scegli chi ha firmato.'),
      iban: check.all(check.required('Scrivi l’IBAN del conto da addebitare.'), check.debitIban),
      signed_on: check.all(
        check.required('Scrivi il giorno della firma.'),
        check.date,
        check.day((day) => (day > today() ? 'Non può essere firmato nel futuro.' : null)),
      ),
    },
    submit: async ({ account, subject, umr, debtor_name, ...rest }) => {
      const mandate = await api('POST /v1/mandates', {
        idempotencyKey: key,
        body: {
          account_id: Number(account?.value),
          subject_id: Number(subject?.value),
          ...rest,
          debtor_name,
          ...(umr.trim() ? { umr: umr.trim() } : {}),
        },
      })
      await showMandate(mandate)
      onMade(mandate)
    },
  })
  const account_id = Number(form.values.account?.value ?? 0)
  const ready = useReady(account_id)
  const oneOff = form.field('one_off')
  return (
    <div className={styles.form}>
      <form id="new-mandate" {...form.form} className={styles.form}>
        <ReferenceField
          {...form.field('account')}
          kind="accounts"
          search={searchAccounts}
          label="Condominio"
          autoFocus
        />
        <ReferenceField
          {...form.field('subject')}
          kind="subjects"
          search={searchSubjects}
          label="Chi ha firmato"
        />
        <IbanField {...form.field('iban')} label="IBAN del conto da addebitare" />
        <TextField
          {...form.field('debtor_name')}
          label="Intestatario del conto"
          hint="Se non è la persona che ha firmato"
          required={false}
          autoComplete="off"
          maxLength={70}
        />
        <div className={styles.pair}>
          <DateField {...form.field('signed_on')} label="Firmato il" max={today()} />
          <TextField
            {...form.field('umr')}
            label="Riferimento (UMR)"
            hint="Com’è sul foglio; vuoto: lo assegna Saldo"
            required={false}
            autoComplete="off"
            maxLength={35}
          />
        </div>
        <Checkbox
          label="Vale per un solo addebito"
          checked={oneOff.value}
          onChange={(event) => oneOff.onChange(event.currentTarget.checked)}
        />
      </form>
      {account_id > 0 && <CreditorSetup account_id={account_id} />}
      <FormFailure failure={form.failure} />
      <div className={styles.foot}>
        <Button variant="default" onClick={onClose}>
          Annulla
        </Button>
        <Button type="submit" form="new-mandate" loading={form.busy} disabled={!ready}>
          Registra il mandato
        </Button>
      </div>
    </div>
  )
}
