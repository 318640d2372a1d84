import { Button, Radio } from '@mantine/core'
import { formatDate } from '@saldo/domain/dates'
import { formatEuro } from '@saldo/domain/money'
import { type IbanOrigin, ibanOriginLabels } from '@saldo/domain/payments/credit-refund'
import { useQuery } from '@tanstack/react-query'
import { api } from '../../api.ts'
import { useKeptKey } from '../../session/kept-key.ts'
import { QueryError } from '../../ui/feedback/QueryError.tsx'
import { Loading, TextSkeleton } from '../../ui/feedback/Skeleton.tsx'
import { alertToast } from '../../ui/feedback/toast.ts'
import * as check from '../../ui/form/checks.ts'
import { FieldError } from '../../ui/form/FieldError.tsx'
import { FormFailure } from '../../ui/form/FormFailure.tsx'
import { IbanField, MoneyField } from '../../ui/form/fields.tsx'
import { TextField } from '../../ui/form/text-fields.tsx'
import { useForm } from '../../ui/form/useForm.ts'
import { Dialog } from '../../ui/overlay/Dialog.tsx'
import styles from '../../ui/overlay/DialogForm.module.css'
import { type CreditDetail, creditQuery, refreshCredits } from './credit-query.ts'

/** Gives a credit back by bank transfer: how much, to which account, and what the payer reads. */
export default function RefundCreditDialog({
  credit_id,
  onClose,
}: {
  credit_id: number
  onClose: () => void
}) {
  const { data: credit, ...query } = useQuery(creditQuery(credit_id))
  return (
    <Dialog opened title="Restituisci il credito" onClose={onClose} size={480}>
      {query.isError ? (
        <QueryError
          error={query.error}
          what="Non riesco a mostrare il credito"
          onRetry={() => void query.refetch()}
        />
      ) : !credit ? (
        <Loading what="il credito">
          <TextSkeleton lines={5} />
        </Loading>
      ) : credit.why_not ? (
        <p className={styles.note}>{credit.why_not}</p>
      ) : (
        <RefundForm credit={credit} onClose={onClose} />
      )}
    </Dialog>
  )
}

function RefundForm({ credit, onClose }: { credit: CreditDetail; onClose: () => void }) {
  const key = useKeptKey(`credit-refund:${credit.credit_id}`)
  const form = useForm({
    initial: {
      amount: credit.free as number | null,
      iban_from: (credit.ibans[0]?.from ?? 'typed') as IbanOrigin,
      iban: '',
      beneficiary: credit.who,
      text: credit.text,
    },
    checks: {
      amount: (amount) => check.requiredMoney(amount) ?? outOfRange(amount as number, credit.free),
      iban: (iban, { iban_from }) =>
        iban_from === 'typed'
          ? check.all(check.required('Scrivi l’IBAN a cui restituire.'), check.iban)(iban)
          : null,
      text: check.required('Scrivi la causale.'),
    },
    submit: async ({ amount, iban_from, iban, beneficiary, text }) => {
      const refund = await api('POST /v1/credit-refunds', {
        idempotencyKey: key,
        body: {
          ...{ credit_id: credit.credit_id, amount: amount as number, iban_from, text },
          ...(iban_from === 'typed' ? { iban, beneficiary } : {}),
        },
      })
      onClose()
      alertToast(
        `${formatEuro(refund.amount)} per ${refund.who}: ora prepara il file per la banca tra le restituzioni.`,
        'success',
      )
      await refreshCredits()
    },
  })
  const from = form.field('iban_from')
  const { amount } = form.values
  const known = amount !== null && Number.isFinite(amount) && amount > 0
  return (
    <form {...form.form} className={styles.form}>
      <p className={styles.note}>
        {credit.who}, {credit.account_name}. Liberi {formatEuro(credit.free)}: finché la banca non ha eseguito
        il bonifico, questo importo non si può usare per altro.
      </p>
      <MoneyField {...form.field('amount')} label="Importo da restituire" />
      <Radio.Group
        label="A quale conto"
        name="iban_from"
        value={from.value}
        error={from.error ? <FieldError>{from.error}</FieldError> : undefined}
        onChange={(value) => from.onChange(value as IbanOrigin)}
      >
        <div className={styles.choice}>
          {credit.ibans.map(({ from: origin, iban, holder, day }) => (
            <Radio
              key={origin}
              value={origin}
              label={`${iban} di ${holder}`}
              description={`${ibanOriginLabels[origin]}${day ? ` del ${formatDate(day)}` : ''}`}
            />
          ))}
          <Radio value="typed" label="Un altro IBAN" />
        </div>
      </Radio.Group>
      {from.value === 'typed' && (
        <>
          <IbanField
            {...form.field('iban')}
            label="IBAN"
            hint="Fattelo dare per iscritto da chi lo riceve."
          />
          <TextField {...form.field('beneficiary')} label="Intestatario" maxLength={70} />
        </>
      )}
      <TextField
        {...form.field('text')}
        label="Causale"
        hint="La legge chi riceve, sul suo estratto conto."
        maxLength={140}
      />
      <FormFailure failure={form.failure} />
      <div className={styles.foot}>
        <Button variant="default" onClick={onClose}>
          Annulla
        </Button>
        <Button type="submit" loading={form.busy}>
          {known ? `Restituisci ${formatEuro(amount)}` : 'Restituisci'}
        </Button>
      </div>
    </form>
  )
}

const outOfRange = (amount: number, free: number) => {
  if (amount <= 0) return 'L’importo deve essere maggiore di zero.'
  return amount > free ? `Di questo credito sono liberi ${formatEuro(free)}.` : null
}
