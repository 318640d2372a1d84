import { Button } from '@mantine/core'
import { earliestDay, whyNotReceivedOn } from '@saldo/domain/accounting/registration-dates'
import { isDay, today } from '@saldo/domain/dates'
import { formatEuro } from '@saldo/domain/money'
import { type HandMethod, handMethods, paymentMethodLabels } from '@saldo/domain/payments/payment-method'
import { useState } from 'react'
import { api } from '../../../api.ts'
import { useKeptKey } from '../../../session/kept-key.ts'
import * as check from '../../../ui/form/checks.ts'
import { DateField, MoneyField, SelectField } from '../../../ui/form/fields.tsx'
import type { Reference } from '../../../ui/form/OptionList.tsx'
import { LongTextField, TextField } from '../../../ui/form/text-fields.tsx'
import { useForm } from '../../../ui/form/useForm.ts'
import { Dialog } from '../../../ui/overlay/Dialog.tsx'
import styles from '../../../ui/overlay/DialogForm.module.css'
import { showReallocated } from '../payment-acts.ts'
import { CollectionFailure } from './CollectionFailure.tsx'
import {
  CollectionPurpose,
  noPurpose,
  type PurposeValues,
  purposeChecks,
  purposeFields,
} from './CollectionPurpose.tsx'
import type { CollectionFrom } from './collection-from.ts'
import {
  type CollectionPlan,
  idsOf,
  isUnderWayConfirmed,
  type Order,
  purposeOf,
  useCollectionPlan,
} from './collection-plan.ts'
import { PayerFields } from './PayerFields.tsx'
import { Registered } from './Registered.tsx'

type Values = PurposeValues & {
  account: Reference | null
  subject: Reference | null
  method: string
  amount: number | null
  received_on: string
  reference: string
  note: string
}

/** Registers money that came in cash, by cheque, postal slip, transfer or otherwise; then offers its receipt. */
export default function CollectionDialog({
  from = {},
  onClose,
}: {
  from?: CollectionFrom
  onClose: () => void
}) {
  const [done, setDone] = useState<{ payment_id: number; sentence: string } | null>(null)
  return (
    <Dialog opened title={done ? 'Incasso registrato' : 'Registra incasso'} onClose={onClose} size={560}>
      {done ? (
        <Registered {...done} onClose={onClose} />
      ) : (
        <CollectionForm
          from={from}
          onClose={onClose}
          onDone={(payment_id, sentence) => setDone({ payment_id, sentence })}
        />
      )}
    </Dialog>
  )
}

function CollectionForm({
  from,
  onClose,
  onDone,
}: {
  from: CollectionFrom
  onClose: () => void
  onDone: (payment_id: number, sentence: string) => void
}) {
  const { form, order, plan } = useCollectionForm(from, onDone)
  const { account, subject, method } = form.values
  const whose = [subject?.label, account?.label].filter(Boolean).join(' · ')
  return (
    <form {...form.form} className={styles.form}>
      {from.bill ? (
        <p className={styles.note}>
          Bolletta {from.bill.number} · {whose}
        </p>
      ) : (
        <PayerFields
          account={form.field('account')}
          subject={form.field('subject')}
          people={from.people}
          whoPaid="Chi ha pagato"
          focused={from.account ? (from.subject ? undefined : 'subject') : 'account'}
          onAnother={() => form.field('chosen').onChange(null)}
        />
      )}
      <div className={styles.pair}>
        <SelectField
          {...form.field('method')}
          label="Come"
          options={handMethods.map((value) => ({ value, label: paymentMethodLabels[value] }))}
        />
        <MoneyField
          {...form.field('amount')}
          label="Importo"
          autoFocus={Boolean(from.account && from.subject)}
        />
      </div>
      <div className={styles.pair}>
        <DateField {...form.field('received_on')} label="Ricevuto il" min={earliestDay()} max={today()} />
        {references[method as HandMethod] && (
          <TextField
            {...form.field('reference')}
            label={references[method as HandMethod] ?? ''}
            required={false}
            maxLength={140}
          />
        )}
      </div>
      {order && (
        <CollectionPurpose
          plan={plan}
          amount={order.amount}
          payer={subject?.label ?? ''}
          {...purposeFields(form)}
        />
      )}
      <LongTextField
        {...form.field('note')}
        label="Nota"
        hint="Resta nello studio: chi ha pagato non la vede."
        required={false}
        rows={2}
      />
      <CollectionFailure failure={form.failure} />
      <div className={styles.foot}>
        <Button variant="default" onClick={onClose}>
          Annulla
        </Button>
        <Button type="submit" loading={form.busy}>
          {order ? `Registra ${formatEuro(order.amount)}` : 'Registra'}
        </Button>
      </div>
    </form>
  )
}

/** What a reference is called; cash has none. */
const references: Partial<Record<HandMethod, string>> = {
  BANK_TRANSFER: 'Causale del bonifico',
  CHEQUE: 'Numero dell’assegno',
  POSTAL_SLIP: 'Numero del bollettino',
  OTHER: 'Riferimento',
}

function useCollectionForm(from: CollectionFrom, onDone: (payment_id: number, sentence: string) => void) {
  const key = useKeptKey('collection')
  const checks = purposeChecks(
    () => plan,
    () => order?.amount ?? null,
  )
  const form = useForm<Values>({
    initial: {
      ...noPurpose,
      account: from.account ?? null,
      subject: from.subject ?? null,
      method: 'CASH',
      amount: from.bill ? from.bill.due : null,
      received_on: today(),
      reference: '',
      note: '',
    },
    checks: {
      ...checks.checks,
      account: (account) => (account ? null : 'Scegli il condominio.'),
      subject: (subject) => (subject ? null : 'Scegli chi ha pagato.'),
      amount: (amount) => check.requiredMoney(amount) ?? notPositive(amount),
      received_on: check.all(
        check.required('Scrivi quando è arrivato.'),
        check.date,
        check.day((day) => whyNotReceivedOn(day)),
      ),
    },
    checkParts: checks.checkParts,
    submit: async ({ method, amount, received_on, reference, note, ...rest }): Promise<void> => {
      const { payment_id, surplus } = await api('POST /v1/payments', {
        idempotencyKey: key,
        body: {
          account_id: Number(rest.account?.value),
          subject_id: Number(rest.subject?.value),
          amount: amount as number,
          method: method as HandMethod,
          ...{ received_on, note, reference: references[method as HandMethod] ? reference : '' },
          ...purposeOf(plan.data, rest.chosen, order ?? {}),
          credit_surplus: rest.credit_surplus,
          send_receipt: rest.send_receipt,
          confirm_duplicate: rest.confirm_duplicate !== '' && rest.confirm_duplicate === sameIds(plan),
          confirm_day: rest.confirm_day !== '' && rest.confirm_day === plan.data?.why_confirm_day,
          confirm_under_way: isUnderWayConfirmed(plan.data, rest),
        },
      }).catch((refused: unknown) => {
        // A payment may have come since the preview was made: get a fresh one, which shows it.
        void plan.refetch()
        throw refused
      })
      await showReallocated(payment_id)
      const credit = surplus > 0 ? `, di cui ${formatEuro(surplus)} a credito` : ''
      const mailed = rest.send_receipt ? ' La ricevuta è in partenza per e-mail.' : ''
      onDone(
        payment_id,
        `${formatEuro(amount as number)} di ${rest.subject?.label} registrati${credit}.${mailed}`,
      )
    },
  })
  const order = orderOf(form.values, from)
  const plan: CollectionPlan = useCollectionPlan(order)
  return { form, order, plan }
}

function orderOf(
  { account, subject, amount, received_on, reference }: Values,
  { bill }: CollectionFrom,
): Order | null {
  if (!account || !subject || amount === null || !(amount > 0)) return null
  return {
    ...{ account_id: Number(account.value), subject_id: Number(subject.value), amount, reference },
    ...(bill ? { bill_ids: [bill.bill_id] } : {}),
    ...(isDay(received_on) ? { received_on } : {}),
  }
}

const sameIds = (plan: CollectionPlan) => idsOf(plan.data?.same ?? [])

const notPositive = (amount: number | null) =>
  amount !== null && amount <= 0 ? 'L’importo deve essere maggiore di zero.' : null
