import { Button, Radio } from '@mantine/core'
import { formatDate, today } from '@saldo/domain/dates'
import { formatEuro } from '@saldo/domain/money'
import { returnReason, returnReasons } from '@saldo/domain/sepa/return-reasons'
import { api } from '../../../api.ts'
import { alertToast } from '../../../ui/feedback/toast.ts'
import * as check from '../../../ui/form/checks.ts'
import { FieldError } from '../../../ui/form/FieldError.tsx'
import { FormFailure } from '../../../ui/form/FormFailure.tsx'
import { DateField, MoneyField, SelectField } from '../../../ui/form/fields.tsx'
import { useForm } from '../../../ui/form/useForm.ts'
import { Dialog } from '../../../ui/overlay/Dialog.tsx'
import styles from '../../../ui/overlay/DialogForm.module.css'
import { type RunDebit, refreshDebits } from '../debit-query.ts'

type Outcome = 'settled' | 'rejected' | 'returned'

/** What the bank can still say, by the state of the debit. */
const outcomes: Record<'started' | 'done', { value: Outcome; label: string }[]> = {
  started: [
    { value: 'settled', label: 'È arrivato sul conto' },
    { value: 'rejected', label: 'La banca l’ha scartato: il denaro non è mai arrivato' },
  ],
  done: [{ value: 'returned', label: 'Era arrivato, ed è stato restituito' }],
}

const reasons = Object.entries(returnReasons).map(([code, { office }]) => ({
  value: code,
  label: `${code}: ${office.split(':')[0]}`,
}))

/** Records by hand what the bank says of a debit, where no file says it. */
export default function OutcomeDialog({ debit, onClose }: { debit: RunDebit; onClose: () => void }) {
  const possible = outcomes[debit.state === 'done' ? 'done' : 'started']
  const form = useForm({
    initial: {
      outcome: (possible.length === 1 ? possible[0]?.value : '') as Outcome | '',
      day: today() as string,
      reason: '',
      fee: null as number | null,
    },
    checks: {
      outcome: (outcome) => (outcome ? null : 'Scegli che cosa dice la banca.'),
      day: check.all(
        check.required('Scrivi il giorno che c’è sull’estratto conto.'),
        check.date,
        check.day((day) => (day > today() ? 'Non può essere nel futuro.' : null)),
      ),
      fee: check.money,
    },
    submit: async ({ outcome, day, reason, fee }) => {
      const failed = outcome !== 'settled'
      await api('POST /v1/debits/outcome/{id}', {
        params: { id: debit.debit_id },
        body: {
          outcome: outcome as Outcome,
          day,
          ...(failed && reason ? { reason } : {}),
          ...(failed && fee ? { fee } : {}),
        },
      })
      alertToast(
        failed
          ? `${debit.subject_nominative}: la bolletta ${debit.bill_number} è di nuovo da pagare.`
          : `${debit.subject_nominative}: ${formatEuro(debit.amount)} incassati il ${formatDate(day)}.`,
        'success',
      )
      await refreshDebits()
      onClose()
    },
  })
  const outcome = form.field('outcome')
  const failed = outcome.value === 'rejected' || outcome.value === 'returned'
  const { reason } = form.values
  return (
    <Dialog opened title={`Registra l’esito di ${formatEuro(debit.amount)}`} onClose={onClose} size={480}>
      <form {...form.form} className={styles.form}>
        <p className={styles.note}>
          {debit.subject_nominative}, bolletta {debit.bill_number}. Fallo solo se la banca non dà un file con
          gli esiti.
        </p>
        <Radio.Group
          label="Che cosa dice la banca"
          name="outcome"
          value={outcome.value}
          error={outcome.error ? <FieldError>{outcome.error}</FieldError> : undefined}
          onChange={(value) => outcome.onChange(value as Outcome)}
        >
          <div className={styles.choice}>
            {possible.map(({ value, label }) => (
              <Radio key={value} value={value} label={label} />
            ))}
          </div>
        </Radio.Group>
        <DateField {...form.field('day')} label="Giorno" hint="Com’è sull’estratto conto" max={today()} />
        {failed && (
          <>
            <SelectField
              {...form.field('reason')}
              label="Motivo"
              hint="Il codice che dà la banca; vuoto: non l’ha detto"
              required={false}
              searchable
              options={reasons}
            />
            {reason && <p className={styles.note}>{returnReason(reason).office}</p>}
            <MoneyField
              {...form.field('fee')}
              label="Spesa trattenuta dalla banca"
              hint="Per questo addebito"
              required={false}
            />
          </>
        )}
        <FormFailure failure={form.failure} />
        <div className={styles.foot}>
          <Button variant="default" onClick={onClose}>
            Annulla
          </Button>
          <Button type="submit" loading={form.busy}>
            Registra l’esito
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
