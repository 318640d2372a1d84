import { Button, Checkbox } from '@mantine/core'
import { earliestDay, whyNotReceivedOn } from '@saldo/domain/accounting/registration-dates'
import { isDay, today } from '@saldo/domain/dates'
import { formatEuro } from '@saldo/domain/money'
import { type HandMethod, handMethods, paymentMethodLabels } from '@saldo/domain/payments/payment-method'
import { whyMoreThanDue } from '@saldo/domain/payments/why-not-placed'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api, type Reply } from '../../../api.ts'
import { useKeptKey } from '../../../session/kept-key.ts'
import { Amount } from '../../../ui/data/Amount.tsx'
import { QueryError } from '../../../ui/feedback/QueryError.tsx'
import { Loading, TextSkeleton } from '../../../ui/feedback/Skeleton.tsx'
import { alertToast } from '../../../ui/feedback/toast.ts'
import * as check from '../../../ui/form/checks.ts'
import { DateField, MoneyField, SelectField } from '../../../ui/form/fields.tsx'
import { LongTextField } from '../../../ui/form/text-fields.tsx'
import { useForm } from '../../../ui/form/useForm.ts'
import { formatCountOf } from '../../../ui/grid/list.ts'
import { Dialog } from '../../../ui/overlay/Dialog.tsx'
import styles from '../../../ui/overlay/DialogForm.module.css'
import { PartsTable } from '../PartsTable.tsx'
import { showReallocated } from '../payment-acts.ts'
import { paymentNumber } from '../payment-words.ts'
import { CollectionFailure } from './CollectionFailure.tsx'
import { Check } from './CollectionPurpose.tsx'
import { ConfirmDoubt } from './ConfirmDoubt.tsx'

type BillToCollect = Reply<'POST /v1/payments/of-bills/preview'>['bills'][number]
const words = { one: 'incasso', many: 'incassi' }

/** Registers one collection for each selected bill; all of them are shown before. */
export default function CollectBillsDialog({
  bill_ids,
  onClose,
  onDone,
}: {
  bill_ids: number[]
  onClose: () => void
  onDone: () => void
}) {
  const [received_on, setReceivedOn] = useState<string>(today())
  const { data, ...query } = useQuery({
    queryKey: ['payments', 'of-bills-preview', bill_ids, received_on],
    queryFn: ({ signal }) =>
      api('POST /v1/payments/of-bills/preview', { body: { bill_ids, received_on }, signal }),
    staleTime: 0,
    placeholderData: (before) => before,
  })
  return (
    <Dialog opened title="Registra un incasso per bolletta" onClose={onClose} size={640}>
      {query.isPending && (
        <Loading what="le bollette scelte">
          <TextSkeleton lines={5} />
        </Loading>
      )}
      {query.isError && (
        <QueryError
          error={query.error}
          what="Non riesco a mostrare le bollette scelte"
          onRetry={() => void query.refetch()}
        />
      )}
      {data && (
        <CollectForm
          bills={data.bills}
          doubts={data}
          onDay={(day) => isDay(day) && whyNotReceivedOn(day) === null && setReceivedOn(day)}
          onAgain={() => void query.refetch()}
          onClose={onClose}
          onDone={onDone}
        />
      )}
    </Dialog>
  )
}

type Values = {
  method: string
  received_on: string
  note: string
  send_receipt: boolean
  /** Cents by bill; null: none is registered. */
  amounts: Record<number, number | null>
  /** The bills on which the user confirmed that it is another collection. */
  confirmed: number[]
  /** The doubt about the day that the user confirmed. */
  confirm_day: string
  /** The doubt about payments under way that the user confirmed. */
  confirm_under_way: string
}
type Doubts = Pick<Reply<'POST /v1/payments/of-bills/preview'>, 'why_confirm_day' | 'why_confirm_under_way'>

function CollectForm({
  bills,
  doubts,
  onDay,
  onAgain,
  onClose,
  onDone,
}: {
  bills: readonly BillToCollect[]
  doubts: Doubts
  onDay: (day: string) => void
  onAgain: () => void
  onClose: () => void
  onDone: () => void
}) {
  const payable = bills.filter(({ why_not }) => why_not === null)
  const form = useCollectForm(payable, doubts, onAgain, onDone)
  const { amounts } = form.values
  const taken = payable.filter(({ bill_id }) => (amounts[bill_id] ?? 0) > 0)
  const total = taken.reduce((sum, { bill_id }) => sum + (amounts[bill_id] ?? 0), 0)
  const day = form.field('received_on')
  const without = taken.filter(({ email_hint }) => email_hint === null).length
  return (
    <form {...form.form} className={styles.form}>
      <div className={styles.pair}>
        <SelectField
          {...form.field('method')}
          label="Come"
          options={handMethods.map((value) => ({ value, label: paymentMethodLabels[value] }))}
        />
        <DateField
          {...day}
          label="Ricevuti il"
          min={earliestDay()}
          max={today()}
          onChange={(value) => {
            day.onChange(value)
            onDay(value)
          }}
        />
      </div>
      {doubts.why_confirm_day && (
        <ConfirmDoubt
          why={doubts.why_confirm_day}
          label="La data è giusta"
          field={form.field('confirm_day')}
        />
      )}
      {doubts.why_confirm_under_way && (
        <ConfirmDoubt
          why={doubts.why_confirm_under_way}
          label="Questo è altro denaro: registralo"
          field={form.field('confirm_under_way')}
        />
      )}
      <BillRows bills={bills} form={form} total={total} />
      <Check
        field={form.field('send_receipt')}
        label={
          without > 0
            ? `Invia le ricevute per e-mail (${without} di ${taken.length} senza indirizzo)`
            : 'Invia le ricevute per e-mail'
        }
      />
      <LongTextField {...form.field('note')} label="Nota" required={false} rows={2} />
      <CollectionFailure failure={form.failure} />
      <div className={styles.foot}>
        <Button variant="default" onClick={onClose}>
          Annulla
        </Button>
        <Button type="submit" loading={form.busy} disabled={taken.length === 0 || Number.isNaN(total)}>
          {taken.length === 0
            ? 'Niente da registrare'
            : `Registra ${formatCountOf(taken.length, words)}, ${formatEuro(total)}`}
        </Button>
      </div>
    </form>
  )
}

function BillRows({
  bills,
  form,
  total,
}: {
  bills: readonly BillToCollect[]
  form: ReturnType<typeof useCollectForm>
  total: number
}) {
  return (
    <PartsTable
      label="Incassi da registrare"
      first="Bolletta"
      between={['Da pagare']}
      last="Incasso"
      sum={{ label: 'In tutto', cents: total, closed: false }}
    >
      {bills.map((bill) => (
        <BillRow key={bill.bill_id} bill={bill} form={form} />
      ))}
    </PartsTable>
  )
}

function BillRow({ bill, form }: { bill: BillToCollect; form: ReturnType<typeof useCollectForm> }) {
  const { bill_id, bill_number, subject_nominative, account_name, still_due, why_not, same } = bill
  const confirmed = form.field('confirmed')
  const name = `confirmed.${bill_id}`
  return (
    <tr>
      <th scope="row">
        {bill_number}, {subject_nominative}
        <span className={styles.dim}>{account_name}</span>
        {why_not === null && same.length > 0 && (
          <Checkbox
            name={name}
            mt={4}
            size="xs"
            error={form.errors[name]}
            checked={confirmed.value.includes(bill_id)}
            label={`È un altro incasso, non ${same.map(({ payment_id }) => paymentNumber(payment_id)).join(', ')}`}
            onChange={({ currentTarget: { checked } }) =>
              confirmed.onChange(
                checked ? [...confirmed.value, bill_id] : confirmed.value.filter((each) => each !== bill_id),
              )
            }
          />
        )}
      </th>
      <td className={`${styles.cents} ${styles.due}`}>
        <Amount cents={still_due} />
      </td>
      <td className={styles.field}>
        {why_not ?? (
          <MoneyField
            {...form.part(
              'amounts',
              `amounts.${bill_id}`,
              form.values.amounts[bill_id] ?? null,
              (whole, next) => ({ ...whole, [bill_id]: next }),
            )}
            label=""
            aria-label={`Incasso per la bolletta ${bill_number}`}
          />
        )}
      </td>
    </tr>
  )
}

function useCollectForm(
  payable: readonly BillToCollect[],
  { why_confirm_day, why_confirm_under_way }: Doubts,
  onAgain: () => void,
  onDone: () => void,
) {
  const key = useKeptKey('collections')
  return useForm<Values>({
    initial: {
      ...{
        method: 'CASH',
        received_on: today(),
        note: '',
        send_receipt: false,
        confirmed: [],
        confirm_day: '',
        confirm_under_way: '',
      },
      amounts: Object.fromEntries(payable.map(({ bill_id, still_due }) => [bill_id, still_due])),
    },
    checks: {
      received_on: check.all(
        check.required('Scrivi quando sono arrivati.'),
        check.date,
        check.day((day) => whyNotReceivedOn(day)),
      ),
      confirm_day: (confirmed) =>
        why_confirm_day !== null && confirmed !== why_confirm_day
          ? 'Controlla la data: se è giusta, confermala.'
          : null,
      confirm_under_way: (confirmed) =>
        why_confirm_under_way !== null && confirmed !== why_confirm_under_way
          ? 'Controlla: se è altro denaro, confermalo.'
          : null,
    },
    checkParts: ({ amounts, confirmed }) => ({
      ...Object.fromEntries(
        payable.flatMap(({ bill_id, still_due }) => {
          const cents = amounts[bill_id] ?? 0
          if (Number.isNaN(cents) || cents < 0) return [[`amounts.${bill_id}`, 'Non è un importo.']]
          return cents > still_due ? [[`amounts.${bill_id}`, whyMoreThanDue(cents, still_due)]] : []
        }),
      ),
      ...Object.fromEntries(
        payable
          .filter(({ bill_id, same }) => same.some(({ amount }) => amount === amounts[bill_id]))
          .filter(({ bill_id }) => !confirmed.includes(bill_id))
          .map(({ bill_id }) => [`confirmed.${bill_id}`, 'Controlla: se è un altro incasso, confermalo.']),
      ),
    }),
    submit: async ({ method, received_on, note, send_receipt, amounts, ...rest }): Promise<void> => {
      const { confirmed, confirm_day, confirm_under_way } = rest
      const taken = payable.filter(({ bill_id }) => (amounts[bill_id] ?? 0) > 0)
      const { payment_ids, receipts } = await api('POST /v1/payments/of-bills', {
        idempotencyKey: key,
        body: {
          bill_ids: taken.map(({ bill_id }) => bill_id),
          amounts: taken.map(({ bill_id }) => amounts[bill_id] as number),
          confirmed_bill_ids: confirmed.filter((id) => taken.some(({ bill_id }) => bill_id === id)),
          ...{ method: method as HandMethod, received_on, note, send_receipt },
          confirm_day: confirm_day !== '' && confirm_day === why_confirm_day,
          confirm_under_way: confirm_under_way !== '' && confirm_under_way === why_confirm_under_way,
        },
      }).catch((refused: unknown) => {
        // Something has changed since the preview: get a fresh one, which shows it.
        onAgain()
        throw refused
      })
      const mailed = receipts > 0 ? ` ${formatCountOf(receipts, receiptWords)} per e-mail.` : ''
      alertToast(`Registrati ${formatCountOf(payment_ids.length, words)}.${mailed}`, 'success')
      onDone()
      await showReallocated(payment_ids[0] as number)
    },
  })
}

const receiptWords = { one: 'ricevuta in partenza', many: 'ricevute in partenza' }
