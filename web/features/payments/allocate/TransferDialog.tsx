import { Button, Checkbox } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { earliestDay, whyNotReceivedOn } from '@saldo/domain/accounting/registration-dates'
import { formatDate, isDay, today } from '@saldo/domain/dates'
import { formatEuro } from '@saldo/domain/money'
import { allocationRules } from '@saldo/domain/payments/allocation'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { api } from '../../../api.ts'
import { newIdempotencyKey } from '../../../idempotency-key.ts'
import { paths } from '../../../paths.ts'
import { searchAccounts } from '../../../records/account-reference.ts'
import { searchSubjects } from '../../../records/subject-reference.ts'
import { Amount } from '../../../ui/data/Amount.tsx'
import { QueryError } from '../../../ui/feedback/QueryError.tsx'
import { Loading, TextSkeleton } from '../../../ui/feedback/Skeleton.tsx'
import { alertToast } from '../../../ui/feedback/toast.ts'
import * as check from '../../../ui/form/checks.ts'
import { FormFailure } from '../../../ui/form/FormFailure.tsx'
import { DateField, MoneyField } from '../../../ui/form/fields.tsx'
import { type Reference, ReferenceField } from '../../../ui/form/ReferenceField.tsx'
import { TextField } from '../../../ui/form/text-fields.tsx'
import { type FieldProps, useForm } from '../../../ui/form/useForm.ts'
import links from '../../../ui/layout/Links.module.css'
import { Dialog } from '../../../ui/overlay/Dialog.tsx'
import styles from '../../../ui/overlay/DialogForm.module.css'
import { showReallocated } from '../payment-acts.ts'
import { paymentNumber } from '../payment-words.ts'

type Order = {
  account_id: number
  subject_id: number
  amount: number
  received_on?: string
  reference?: string
}

type Values = {
  account: Reference | null
  subject: Reference | null
  amount: number | null
  received_on: string
  reference: string
  /**
   * The similar transfers from which the user confirmed that this one differs; new similar ones are asked about again.
   */
  confirm_duplicate: string
}

/** Registers a received bank transfer; previews what it settles, by which rule, and what remains as credit. */
export default function TransferDialog({ onClose }: { onClose: () => void }) {
  const navigate = useNavigate()
  const [key] = useState(newIdempotencyKey)
  const form = useForm<Values>({
    initial: {
      account: null,
      subject: null,
      amount: null,
      received_on: today(),
      reference: '',
      confirm_duplicate: '',
    },
    checks: {
      account: (account) => (account ? null : 'Scegli il condominio.'),
      subject: (subject) => (subject ? null : 'Scegli chi ha pagato.'),
      amount: (amount) => check.requiredMoney(amount) ?? notPositive(amount),
      received_on: check.all(
        check.required('Scrivi quando è arrivato.'),
        check.date,
        check.day((day) => whyNotReceivedOn(day)),
      ),
      confirm_duplicate: (confirmed): string | null =>
        same.length > 0 && confirmed !== idsOf(same)
          ? 'Controlla: se è un altro bonifico, confermalo.'
          : null,
    },
    submit: async ({
      account,
      subject,
      amount,
      received_on,
      reference,
      confirm_duplicate,
    }): Promise<void> => {
      const { payment_id, surplus } = await api('POST /v1/payments', {
        idempotencyKey: key,
        body: {
          account_id: Number(account?.value),
          subject_id: Number(subject?.value),
          amount: amount as number,
          received_on,
          reference,
          // The preview shows what remains as credit.
          credit_surplus: true,
          confirm_duplicate: confirm_duplicate !== '' && confirm_duplicate === idsOf(same),
        },
      }).catch((refused: unknown) => {
        // A similar transfer may have been registered since the preview was made: get a fresh one, which shows it.
        void plan.refetch()
        throw refused
      })
      onClose()
      alertToast(
        `Bonifico di ${formatEuro(amount as number)} registrato${surplus > 0 ? `, ${formatEuro(surplus)} a credito` : ''}.`,
        'success',
      )
      await showReallocated(payment_id)
      void navigate(paths.payment(payment_id))
    },
  })
  const { account, subject, amount, received_on, reference } = form.values
  const order: Order | null =
    account && subject && amount !== null && amount > 0
      ? {
          ...{ account_id: Number(account.value), subject_id: Number(subject.value), amount },
          ...(isDay(received_on) ? { received_on } : {}),
          reference,
        }
      : null
  const plan: Plan = usePlan(order)
  const same: Same = (order && plan.data?.same) || []
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
          <DateField {...form.field('received_on')} label="Arrivato il" min={earliestDay()} max={today()} />
        </div>
        <TextField
          {...form.field('reference')}
          label="Causale"
          hint="Come la mostra la banca"
          required={false}
          maxLength={140}
        />
        {order && <Preview {...plan} />}
        {same.length > 0 && <SameTransfers same={same} confirmation={form.field('confirm_duplicate')} />}
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

/** The server's preview: what it would settle, and similar transfers. */
function usePlan(order: Order | null) {
  const [asked] = useDebouncedValue(order, 250)
  return useQuery({
    queryKey: ['payments', 'transfer-preview', asked],
    queryFn: ({ signal }) => api('POST /v1/payments/preview', { body: asked as Order, signal }),
    enabled: asked !== null,
    retry: false,
  })
}
type Plan = ReturnType<typeof usePlan>
type Same = NonNullable<Plan['data']>['same']

/** Similar registered transfers, as links; a checkbox confirms that this is another one. */
function SameTransfers({ same, confirmation }: { same: Same; confirmation: FieldProps<string> }) {
  const { name, value, error, onChange, onBlur } = confirmation
  return (
    <div className={styles.preview} role="status">
      {same.length > 0 && (
        <>
          <p className={styles.note}>
            {same.length === 1
              ? 'Un bonifico uguale è già registrato:'
              : `${same.length} bonifici uguali sono già registrati:`}
          </p>
          <ul className={styles.same}>
            {same.map(({ payment_id, amount, received_on, reference }) => (
              <li key={payment_id}>
                <Link {...paths.payment(payment_id)} target="_blank" className={links.link}>
                  {paymentNumber(payment_id)}
                </Link>
                , {formatEuro(amount)} del {formatDate(received_on)}
                {reference && `, «${reference}»`}
              </li>
            ))}
          </ul>
        </>
      )}
      <Checkbox
        name={name}
        checked={value !== '' && value === idsOf(same)}
        error={error}
        label="Questo è un altro bonifico: registralo comunque"
        onChange={(event) => onChange(event.currentTarget.checked ? idsOf(same) : '')}
        onBlur={onBlur}
      />
    </div>
  )
}

function Preview({ data: plan, ...query }: Plan) {
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

const idsOf = (same: Same) => same.map(({ payment_id }) => payment_id).join(' ')

const notPositive = (amount: number | null) =>
  amount !== null && amount <= 0 ? 'L’importo deve essere maggiore di zero.' : null
