import { Button } from '@mantine/core'
import { formatDate } from '@saldo/domain/dates'
import { formatEuro } from '@saldo/domain/money'
import { allocationRules } from '@saldo/domain/payments/allocation'
import { isRegisteredByHand } from '@saldo/domain/payments/payment-method'
import { useQuery } from '@tanstack/react-query'
import { api } from '../../../api.ts'
import { Amount } from '../../../ui/data/Amount.tsx'
import { QueryError } from '../../../ui/feedback/QueryError.tsx'
import { Loading, TextSkeleton } from '../../../ui/feedback/Skeleton.tsx'
import { alertToast } from '../../../ui/feedback/toast.ts'
import * as check from '../../../ui/form/checks.ts'
import { FormFailure } from '../../../ui/form/FormFailure.tsx'
import { MoneyField } from '../../../ui/form/fields.tsx'
import { TextField } from '../../../ui/form/text-fields.tsx'
import { useForm } from '../../../ui/form/useForm.ts'
import { Dialog } from '../../../ui/overlay/Dialog.tsx'
import styles from '../../../ui/overlay/DialogForm.module.css'
import { Check } from '../collect/CollectionPurpose.tsx'
import { PartsTable } from '../PartsTable.tsx'
import { openInstalments, showReallocated } from '../payment-acts.ts'
import type { PaymentDetail } from '../payment-query.ts'
import {
  type AllocatedAmounts,
  allocationProblem,
  amountErrors,
  amountToAllocate,
  moreCredit,
  type OpenInstalment,
  openInstalmentsOf,
  sumAllocated,
} from './reallocation.ts'

/** Reallocates a payment among the open instalments of the same person in the same condominium. */
export default function ReallocateDialog({
  payment,
  onClose,
}: {
  payment: PaymentDetail
  onClose: () => void
}) {
  const { account_id, subject_id, payment_id } = payment
  const { data: open, ...query } = useQuery({
    queryKey: ['payments', 'open-instalments', account_id, subject_id, payment_id],
    queryFn: ({ signal }) => openInstalments({ account_id, subject_id }, signal),
    staleTime: 0,
  })
  return (
    <Dialog opened title="Sposta l’incasso" onClose={onClose} size={600}>
      {query.isPending && (
        <Loading what="le rate aperte">
          <TextSkeleton lines={5} />
        </Loading>
      )}
      {query.isError && (
        <QueryError
          error={query.error}
          what="Non riesco a mostrare le rate aperte"
          onRetry={() => void query.refetch()}
        />
      )}
      {open && (
        <MoveForm payment={payment} debts={openInstalmentsOf(payment, open.parts)} onClose={onClose} />
      )}
    </Dialog>
  )
}

function MoveForm({
  payment,
  debts,
  onClose,
}: {
  payment: PaymentDetail
  debts: readonly OpenInstalment[]
  onClose: () => void
}) {
  const total = amountToAllocate(payment)
  const mayLeaveCredit = isRegisteredByHand(payment.method)
  const form = useForm({
    initial: {
      amounts: Object.fromEntries(
        debts.map(({ instalment_id, now }) => [instalment_id, now || null]),
      ) as AllocatedAmounts,
      reason: '',
      credit_surplus: false,
    },
    checks: {
      reason: check.required('Scrivi perché: resta nella cronologia.'),
      credit_surplus: (wanted, { amounts }) => {
        const more = moreCredit(payment, amounts)
        return more > 0 && !wanted
          ? `Metti a credito altri ${formatEuro(more)}, oppure distribuiscili.`
          : null
      },
    },
    checkParts: ({ amounts }) => amountErrors(debts, amounts),
    submit: async ({ amounts, reason, credit_surplus }) => {
      const kept = debts.filter(({ instalment_id }) => (amounts[instalment_id] ?? 0) > 0)
      await api('POST /v1/payments/{id}/allocations', {
        params: { id: payment.payment_id },
        body: {
          instalment_ids: kept.map(({ instalment_id }) => instalment_id),
          amounts: kept.map(({ instalment_id }) => amounts[instalment_id] as number),
          // The user confirmed earlier credit when it was made, so only more credit needs the checkbox.
          credit_surplus:
            credit_surplus || (total > sumAllocated(amounts) && moreCredit(payment, amounts) <= 0),
          reason,
        },
      })
      onClose()
      alertToast('Incasso spostato. La versione di prima resta nella transazione.', 'success')
      await showReallocated(payment.payment_id)
    },
  })
  const { amounts } = form.values
  const left = total - sumAllocated(amounts)
  const changed = debts.some(({ instalment_id, now }) => (amounts[instalment_id] ?? 0) !== now)
  const why = Number.isNaN(left) ? null : allocationProblem(total, amounts, mayLeaveCredit)
  const now = payment.allocations[0]
  return (
    <form {...form.form} className={styles.form}>
      <p className={styles.note}>
        {formatEuro(total)} di {payment.subject_nominative} in {payment.account_name}.{' '}
        {now && allocationRules[now.rule]}
      </p>
      {debts.length === 1 && (
        <p className={styles.note}>Questa persona non ha altre rate aperte qui: non c’è dove spostarlo.</p>
      )}
      <PartsTable
        label="Rate fra cui distribuire l’incasso"
        first="Rata"
        between={['Dovuto', 'Imputato ora']}
        last="Nuova imputazione"
        sum={{
          label: mayLeaveCredit ? 'Resta a credito' : 'Da distribuire',
          cents: left,
          closed: left === 0,
        }}
      >
        {debts.map((debt) => (
          <tr key={debt.instalment_id}>
            <th scope="row">
              {debt.bill_number}
              <span className={styles.dim}>scade il {formatDate(debt.due_date)}</span>
            </th>
            <td className={`${styles.cents} ${styles.due}`}>
              <Amount cents={debt.free} />
            </td>
            <td className={`${styles.cents} ${styles.due}`}>
              {debt.now > 0 ? <Amount cents={debt.now} /> : '–'}
            </td>
            <td className={styles.field}>
              <AmountOf form={form} debt={debt} />
            </td>
          </tr>
        ))}
      </PartsTable>
      <TextField
        {...form.field('reason')}
        label="Perché"
        hint="Lo leggono i colleghi e chi controlla i conti."
        maxLength={300}
      />
      {mayLeaveCredit && moreCredit(payment, amounts) > 0 && (
        <Check
          field={form.field('credit_surplus')}
          label={`Metti altri ${formatEuro(moreCredit(payment, amounts))} a credito di ${payment.subject_nominative}`}
        />
      )}
      <FormFailure failure={form.failure} />
      {changed && why && <p className={styles.note}>{why}</p>}
      <div className={styles.foot}>
        <Button variant="default" onClick={onClose}>
          Annulla
        </Button>
        <Button type="submit" loading={form.busy} disabled={!changed || why !== null || Number.isNaN(left)}>
          Sposta l’incasso
        </Button>
      </div>
    </form>
  )
}

type MoveValues = { amounts: AllocatedAmounts; reason: string; credit_surplus: boolean }

function AmountOf({ form, debt }: { form: ReturnType<typeof useForm<MoveValues>>; debt: OpenInstalment }) {
  const { instalment_id, bill_number, due_date } = debt
  const value = form.values.amounts[instalment_id] ?? null
  return (
    <MoneyField
      {...form.part('amounts', `amounts.${instalment_id}`, value, (whole, next) => ({
        ...whole,
        [instalment_id]: next,
      }))}
      label=""
      aria-label={`Importo per la rata ${bill_number} del ${formatDate(due_date)}`}
    />
  )
}
