import { Button } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { allocationRules } from '@saldo/domain/allocation'
import { formatDate, isDay, today } from '@saldo/domain/dates'
import { formatEuro } from '@saldo/domain/money'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { api } from '../../api.ts'
import { newKey } from '../../form-key.ts'
import { paths } from '../../paths.ts'
import { Amount } from '../../ui/Amount.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import * as check from '../../ui/form/checks.ts'
import { FormFailure } from '../../ui/form/FormFailure.tsx'
import { DateField, MoneyField } from '../../ui/form/fields.tsx'
import { type Reference, ReferenceField } from '../../ui/form/ReferenceField.tsx'
import { TextField } from '../../ui/form/text-fields.tsx'
import { useForm } from '../../ui/form/useForm.ts'
import { QueryError } from '../../ui/QueryError.tsx'
import { Loading, TextSkeleton } from '../../ui/Skeleton.tsx'
import { alert } from '../../ui/snackbars.ts'
import { searchAccounts } from '../accounts/account-reference.ts'
import { searchSubjects } from '../subjects/subject-reference.ts'
import styles from './Dialogs.module.css'
import { showMoved } from './payment-acts.ts'

type Order = { account_id: number; subject_id: number; amount: number }

/** Records a bank transfer that arrived: what it settles is shown before, by which rule, and what is left as credit. */
export default function TransferDialog({ onClose }: { onClose: () => void }) {
  const navigate = useNavigate()
  const [key] = useState(newKey)
  const form = useForm({
    initial: {
      account: null as Reference | null,
      subject: null as Reference | null,
      amount: null as number | null,
      received_on: today() as string,
      reference: '',
    },
    checks: {
      account: (account) => (account ? null : 'Scegli il condominio.'),
      subject: (subject) => (subject ? null : 'Scegli chi ha pagato.'),
      amount: (amount) => check.requiredMoney(amount) ?? notPositive(amount),
      received_on: check.all(check.required('Scrivi quando è arrivato.'), check.date, notInFuture),
    },
    submit: async ({ account, subject, amount, received_on, reference }) => {
      const { payment_id, surplus } = await api('POST /v1/payments', {
        idempotencyKey: key,
        body: {
          account_id: Number(account?.value),
          subject_id: Number(subject?.value),
          amount: amount as number,
          received_on,
          reference,
        },
      })
      onClose()
      alert(
        `Bonifico di ${formatEuro(amount as number)} registrato${surplus > 0 ? `, ${formatEuro(surplus)} a credito` : ''}.`,
        'settled',
      )
      await showMoved(payment_id)
      void navigate(paths.payment(payment_id))
    },
  })
  const { account, subject, amount } = form.values
  const order: Order | null =
    account && subject && amount !== null && amount > 0
      ? { account_id: Number(account.value), subject_id: Number(subject.value), amount }
      : null
  return (
    <Dialog opened title="Registrare un bonifico" onClose={onClose} size={560}>
      <form {...form.form} className={styles.form}>
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
          label="Chi ha pagato"
        />
        <div className={styles.pair}>
          <MoneyField {...form.field('amount')} label="Importo" />
          <DateField {...form.field('received_on')} label="Arrivato il" />
        </div>
        <TextField
          {...form.field('reference')}
          label="Causale"
          hint="Come la mostra la banca"
          required={false}
          maxLength={140}
        />
        {order && <Preview order={order} />}
        <FormFailure failure={form.failure} />
        <div className={styles.foot}>
          <Button variant="default" onClick={onClose}>
            Annulla
          </Button>
          <Button type="submit" loading={form.busy}>
            {order ? `Registra ${formatEuro(order.amount)}` : 'Registra'}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

function Preview({ order }: { order: Order }) {
  const [asked] = useDebouncedValue(order, 250)
  const { data: plan, ...query } = useQuery({
    queryKey: ['payments', 'transfer-preview', asked],
    queryFn: ({ signal }) => api('POST /v1/payments/preview', { body: asked, signal }),
    retry: false,
  })
  if (query.isPending)
    return (
      <Loading what="che cosa paga">
        <TextSkeleton lines={3} />
      </Loading>
    )
  if (query.isError)
    return (
      <QueryError
        error={query.error}
        what="Non riesco a dire che cosa paga"
        onRetry={() => void query.refetch()}
      />
    )
  if (!plan) return null
  return (
    <div className={styles.preview} aria-live="polite">
      <p className={styles.note}>
        {plan.parts.length > 0 ? allocationRules[plan.rule] : 'Non deve nulla qui.'}
      </p>
      <div className={styles.scroll}>
        <table className={styles.parts} aria-label="Che cosa paga">
          <thead>
            <tr>
              <th scope="col">Rata</th>
              <th scope="col" className={`${styles.cents} ${styles.due}`}>
                Da pagare
              </th>
              <th scope="col" className={styles.cents}>
                Paga
              </th>
            </tr>
          </thead>
          <tbody>
            {plan.parts.map((part) => (
              <tr key={part.instalment_id}>
                <th scope="row">
                  {part.bill_number}
                  <span className={styles.dim}>scade il {formatDate(part.due_date)}</span>
                </th>
                <td className={`${styles.cents} ${styles.due}`}>
                  <Amount cents={part.still_due} />
                </td>
                <td className={styles.cents}>
                  <Amount cents={part.amount} size="strong" />
                </td>
              </tr>
            ))}
          </tbody>
          <tfoot>
            <tr>
              <th scope="row">A credito</th>
              <td className={styles.due} />
              <td className={styles.cents}>
                <Amount cents={plan.surplus} total={plan.surplus === 0 ? 'closed' : 'open'} />
              </td>
            </tr>
          </tfoot>
        </table>
      </div>
    </div>
  )
}

const notPositive = (amount: number | null) =>
  amount !== null && amount <= 0 ? 'L’importo deve essere maggiore di zero.' : null
const notInFuture = (day: string) =>
  isDay(day) && day > today() ? 'Il bonifico non può arrivare nel futuro.' : null
