import { Button, Radio } from '@mantine/core'
import { formatDate } from '@saldo/domain/dates'
import { formatEuro } from '@saldo/domain/money'
import { paymentMethodLabels } from '@saldo/domain/payments/payment-method'
import { isReplaced, type OfficeReversalReason, officeReversalReasons } from '@saldo/domain/payments/reversal'
import { useNavigate } from '@tanstack/react-router'
import { api } from '../../../api.ts'
import { paths } from '../../../paths.ts'
import { useKeptKey } from '../../../session/kept-key.ts'
import { alertToast } from '../../../ui/feedback/toast.ts'
import * as check from '../../../ui/form/checks.ts'
import { FieldError } from '../../../ui/form/FieldError.tsx'
import { MoneyField } from '../../../ui/form/fields.tsx'
import type { Reference } from '../../../ui/form/OptionList.tsx'
import { LongTextField } from '../../../ui/form/text-fields.tsx'
import { useForm } from '../../../ui/form/useForm.ts'
import { Dialog } from '../../../ui/overlay/Dialog.tsx'
import styles from '../../../ui/overlay/DialogForm.module.css'
import { showReallocated } from '../payment-acts.ts'
import type { PaymentDetail } from '../payment-query.ts'
import { dayOf, paymentNumber } from '../payment-words.ts'
import { CollectionFailure } from './CollectionFailure.tsx'
import {
  Check,
  CollectionPurpose,
  noPurpose,
  type PurposeValues,
  purposeChecks,
  purposeFields,
} from './CollectionPurpose.tsx'
import {
  type CollectionPlan,
  idsOf,
  isUnderWayConfirmed,
  type Order,
  purposeOf,
  useCollectionPlan,
} from './collection-plan.ts'
import { PayerFields } from './PayerFields.tsx'

type Values = PurposeValues & {
  reason: string
  account: Reference | null
  subject: Reference | null
  amount: number | null
  note: string
  tell_payer: boolean
}

/** Reverses a registration, and registers the right one in the same act. */
export default function ReverseDialog({ payment, onClose }: { payment: PaymentDetail; onClose: () => void }) {
  const { form, order, plan } = useReverseForm(payment, onClose)
  const { reason, subject } = form.values
  const why = form.field('reason')
  return (
    <Dialog
      opened
      title={`Storna la registrazione ${paymentNumber(payment.payment_id)}`}
      onClose={onClose}
      size={560}
    >
      <form {...form.form} className={styles.form}>
        <p className={styles.note}>{whatHappens(payment)}</p>
        <Radio.Group
          label="Che cosa è sbagliato"
          name="reason"
          value={reason}
          onChange={why.onChange}
          error={why.error ? <FieldError>{why.error}</FieldError> : undefined}
        >
          <div className={styles.choice}>
            {Object.entries(officeReversalReasons).map(([value, label], place) => (
              <Radio key={value} value={value} label={label} data-autofocus={place === 0 || undefined} />
            ))}
          </div>
        </Radio.Group>
        {reason === 'other_person' && <RightPerson form={form} />}
        {reason === 'other_amount' && <MoneyField {...form.field('amount')} label="Importo giusto" />}
        {order && (
          <CollectionPurpose
            plan={plan}
            amount={order.amount}
            payer={subject?.label ?? payment.subject_nominative}
            {...purposeFields(form)}
          />
        )}
        {payment.receipt_email && (
          <Check
            field={form.field('tell_payer')}
            label={`Avvisa ${payment.receipt_email} che la ricevuta non vale più`}
          />
        )}
        <LongTextField
          {...form.field('note')}
          label="Nota"
          hint="Resta nella cronologia, per i colleghi."
          required={false}
          rows={2}
        />
        <CollectionFailure failure={form.failure} />
        <div className={styles.foot}>
          <Button variant="default" onClick={onClose}>
            Lascia com’è
          </Button>
          <Button type="submit" color="mattone" loading={form.busy}>
            {order ? `Storna e registra ${formatEuro(order.amount)}` : `Storna ${formatEuro(payment.amount)}`}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

const RightPerson = ({ form }: { form: ReturnType<typeof useForm<Values>> }) => (
  <div className={styles.pair}>
    <PayerFields
      account={form.field('account')}
      subject={form.field('subject')}
      whoPaid="Chi ha pagato davvero"
      onAnother={() => form.field('chosen').onChange(null)}
    />
  </div>
)

function whatHappens({ amount, method, subject_nominative, settled_at }: PaymentDetail): string {
  const when = settled_at ? ` del ${formatDate(dayOf(settled_at))}` : ''
  return `${paymentMethodLabels[method]}${when}, ${formatEuro(amount)} di ${subject_nominative}. Lo storno si scrive con la data di oggi: quello che questo incasso pagava torna da pagare, e la ricevuta non vale più.`
}

function useReverseForm(payment: PaymentDetail, onClose: () => void) {
  const navigate = useNavigate()
  const key = useKeptKey(`reversal:${payment.payment_id}`)
  const checks = purposeChecks(
    () => plan,
    () => order?.amount ?? null,
  )
  const form = useForm<Values>({
    initial: {
      ...noPurpose,
      reason: '',
      account: { value: String(payment.account_id), label: payment.account_name },
      subject: null,
      amount: null,
      note: '',
      tell_payer: payment.receipt_email !== null,
    },
    checks: {
      ...checks.checks,
      reason: check.required('Scegli che cosa è sbagliato.'),
      subject: (subject, { reason, account }) => {
        if (reason !== 'other_person') return null
        if (!subject) return 'Scegli chi ha pagato.'
        const same =
          subject.value === String(payment.subject_id) && account?.value === String(payment.account_id)
        return same ? 'È la persona di prima: scegli chi ha pagato.' : null
      },
      account: (account, { reason }) =>
        reason === 'other_person' && !account ? 'Scegli il condominio.' : null,
      amount: (amount, { reason }) => {
        if (reason !== 'other_amount') return null
        if (amount === payment.amount) return 'È l’importo di prima: scrivi quello giusto.'
        return check.requiredMoney(amount) ?? ((amount ?? 0) > 0 ? null : 'Deve essere maggiore di zero.')
      },
    },
    checkParts: checks.checkParts,
    submit: async ({ reason, note, tell_payer, ...rest }): Promise<void> => {
      const why = reason as OfficeReversalReason
      const { replaced_by } = await api('POST /v1/payments/{id}/reversal', {
        params: { id: payment.payment_id },
        idempotencyKey: key,
        body: {
          ...{ reason: why, note, tell_payer },
          ...(order && isReplaced(why)
            ? {
                ...(why === 'other_person'
                  ? { account_id: order.account_id, subject_id: order.subject_id }
                  : { amount: order.amount }),
                ...purposeOf(plan.data, rest.chosen, order),
                credit_surplus: rest.credit_surplus,
                send_receipt: rest.send_receipt,
                confirm_duplicate:
                  rest.confirm_duplicate !== '' && rest.confirm_duplicate === idsOf(plan.data?.same ?? []),
                confirm_under_way: isUnderWayConfirmed(plan.data, rest),
              }
            : {}),
        },
      }).catch((refused: unknown) => {
        void plan.refetch()
        throw refused
      })
      onClose()
      await showReallocated(payment.payment_id)
      alertToast(
        replaced_by === null
          ? 'Registrazione stornata.'
          : `Registrazione stornata; quella giusta è ${paymentNumber(replaced_by)}.`,
        'success',
      )
      if (replaced_by !== null) void navigate(paths.paymentPage(replaced_by))
    },
  })
  const order = orderOf(payment, form.values)
  const plan: CollectionPlan = useCollectionPlan(order)
  return { form, order, plan }
}

/** The right collection, as far as it is known; null if nothing is registered in the place of the wrong one. */
function orderOf(payment: PaymentDetail, { reason, account, subject, amount }: Values): Order | null {
  const came = {
    instead_of: payment.payment_id,
    reference: payment.reference ?? '',
    ...(payment.settled_at ? { received_on: dayOf(payment.settled_at) } : {}),
  }
  if (reason === 'other_person' && account && subject)
    return {
      ...came,
      account_id: Number(account.value),
      subject_id: Number(subject.value),
      amount: payment.amount,
    }
  if (reason === 'other_amount' && amount !== null && amount > 0)
    return {
      ...{ ...came, account_id: payment.account_id, subject_id: payment.subject_id, amount },
      ...billsNamed(payment),
    }
  return null
}

/** The bills that the payer had named: another amount does not change what it was for. */
function billsNamed({ allocations: [now] }: PaymentDetail): Pick<Order, 'bill_ids'> {
  if (now?.rule !== 'named' || now.parts.length === 0) return {}
  return { bill_ids: [...new Set(now.parts.map(({ bill_id }) => bill_id))] }
}
