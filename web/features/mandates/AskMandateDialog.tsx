import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { api } from '../../api.ts'
import { searchAccounts } from '../../records/account-reference.ts'
import { searchSubjects } from '../../records/subject-reference.ts'
import { mailedTo } from '../../session/mailed.ts'
import { alertToast } from '../../ui/feedback/toast.ts'
import { FormFailure } from '../../ui/form/FormFailure.tsx'
import type { Reference } from '../../ui/form/OptionList.tsx'
import { ReferenceField } from '../../ui/form/ReferenceField.tsx'
import { useForm } from '../../ui/form/useForm.ts'
import { Dialog } from '../../ui/overlay/Dialog.tsx'
import styles from '../../ui/overlay/DialogForm.module.css'
import { CreditorSetup } from './CreditorSetup.tsx'
import { debitSetupQuery, showMandate } from './mandate-query.ts'

type Values = { account: Reference | null; subject: Reference | null }

/** Asks somebody to sign a mandate online: they get a link by mail and sign with a code. */
export default function AskMandateDialog({ onClose }: { onClose: () => void }) {
  const form = useForm<Values>({
    initial: { account: null, subject: null },
    checks: {
      account: (account) => (account ? null : 'Scegli il condominio.'),
      subject: (subject) => (subject ? null : 'Scegli chi deve firmare.'),
    },
    submit: async ({ account, subject }) => {
      const body = { account_id: Number(account?.value), subject_id: Number(subject?.value) }
      await showMandate(await api('POST /v1/mandates/ask', { body }))
      alertToast(`${mailedTo('Richiesta', 'inviata', subject?.label ?? '')}.`, 'success')
      onClose()
    },
  })
  const account_id = Number(form.values.account?.value ?? 0)
  const ready = useReady(account_id)
  return (
    <Dialog opened title="Chiedi la firma di un mandato" onClose={onClose} size={520}>
      <div className={styles.form}>
        <form id="ask-mandate" {...form.form} className={styles.form}>
          <p className={styles.note}>
            Chi paga riceve un’e-mail con un link: legge il mandato, scrive il suo IBAN e firma con un codice.
          </p>
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
            label="Chi deve firmare"
            hint="Serve la sua e-mail, e almeno una bolletta in questo condominio"
          />
        </form>
        {account_id > 0 && <CreditorSetup account_id={account_id} />}
        <FormFailure failure={form.failure} />
        <div className={styles.foot}>
          <Button variant="default" onClick={onClose}>
            Annulla
          </Button>
          <Button type="submit" form="ask-mandate" loading={form.busy} disabled={!ready}>
            Manda la richiesta
          </Button>
        </div>
      </div>
    </Dialog>
  )
}

/** False while the chosen condominium lacks its creditor identifier. */
export function useReady(account_id: number): boolean {
  const { data: setup } = useQuery({ ...debitSetupQuery(account_id), enabled: account_id > 0 })
  return account_id === 0 || (setup !== undefined && setup.creditor_id !== null)
}
