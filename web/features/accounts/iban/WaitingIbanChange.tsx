import { Button } from '@mantine/core'
import { formatDateTime } from '@saldo/domain/dates'
import { useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { IbanChange } from '../../../records/account-query.ts'
import { mailsLeave } from '../../../session/mailed.ts'
import { useRefusalReason } from '../../../session/permissions/permission.ts'
import { meQuery } from '../../../session/queries.ts'
import { Facts } from '../../../ui/data/Facts.tsx'
import * as check from '../../../ui/form/checks.ts'
import { FormFailure } from '../../../ui/form/FormFailure.tsx'
import { TextField } from '../../../ui/form/text-fields.tsx'
import { useForm } from '../../../ui/form/useForm.ts'
import { Section } from '../../../ui/layout/Section.tsx'
import styles from './BankTab.module.css'
import { confirmChange, sendCodeAgain, withdrawChange } from './iban-change-acts.ts'

/** The pending change of IBAN, and who may confirm it. */
export function WaitingIbanChange({ change }: { change: IbanChange }) {
  const { data: user } = useSuspenseQuery(meQuery)
  const why = useRefusalReason('accounts:write')
  const { account_id, new_iban, bank_name, requested_by_name, requested_at, expires_at, told } = change
  return (
    <Section title="Cambio in attesa di conferma">
      <div className={styles.waiting}>
        <Facts
          rows={[
            ['Nuovo IBAN', new_iban],
            ['Banca', bank_name],
            ['Chiesto da', `${requested_by_name}, ${formatDateTime(requested_at)}`],
            ['Avvisati', told.join(', ')],
            ['Decade', formatDateTime(expires_at)],
          ]}
        />
        {why && <p>{why}</p>}
        {!why && user.flag_super_user && <ConfirmAsOffice account_id={account_id} />}
        {!why && !user.flag_super_user && <ConfirmByCode change={change} />}
      </div>
    </Section>
  )
}

function ConfirmAsOffice({ account_id }: { account_id: number }) {
  const form = useForm({ initial: {}, submit: () => confirmChange(account_id) })
  return (
    <form {...form.form} className={styles.waiting}>
      <p>Prima di confermare, accertati con il cliente che l’IBAN sia del condominio.</p>
      <FormFailure failure={form.failure} />
      <div className={styles.acts}>
        <Button type="submit" loading={form.busy}>
          Conferma l’IBAN
        </Button>
        <Withdraw account_id={account_id} />
      </div>
    </form>
  )
}

function ConfirmByCode({ change: { account_id, code_to } }: { change: IbanChange }) {
  const form = useForm({
    initial: { otp: '' },
    checks: { otp: check.required('Scrivi le sei cifre ricevute per e-mail.') },
    submit: ({ otp }) => confirmChange(account_id, otp),
  })
  if (!code_to)
    return (
      <>
        <p>
          Dello studio non si conosce un’e-mail a cui mandare il codice: può confermare solo l’assistenza.
        </p>
        <div className={styles.acts}>
          <Withdraw account_id={account_id} />
        </div>
      </>
    )
  return (
    <form {...form.form} className={styles.waiting}>
      <p>
        {mailsLeave()
          ? `Abbiamo mandato un codice a ${code_to}.`
          : `Il codice per ${code_to} si legge in E-mail di prova: qui le e-mail non partono.`}{' '}
        Lo scrive qui chi ha tutti i permessi: se nello studio siete in più persone, non chi ha chiesto il
        cambio. Fino ad allora gli incassi restano dove sono.
      </p>
      <div className={styles.code}>
        <TextField
          {...form.field('otp')}
          label="Codice di sei cifre"
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={7}
        />
        <Button type="submit" loading={form.busy}>
          Conferma l’IBAN
        </Button>
      </div>
      <FormFailure failure={form.failure} />
      <div className={styles.acts}>
        <Act label="Manda un altro codice" act={() => sendCodeAgain(account_id)} />
        <Withdraw account_id={account_id} />
      </div>
    </form>
  )
}

const Withdraw = ({ account_id }: { account_id: number }) => (
  <Act label="Ritira la richiesta" act={() => withdrawChange(account_id)} />
)

function Act({ label, act }: { label: string; act: () => Promise<void> }) {
  const [busy, setBusy] = useState(false)
  return (
    <Button
      variant="default"
      loading={busy}
      onClick={async () => {
        setBusy(true)
        await act()
        setBusy(false)
      }}
    >
      {label}
    </Button>
  )
}
