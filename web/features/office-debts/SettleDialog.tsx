import { Button } from '@mantine/core'
import { today } from '@saldo/domain/dates'
import { formatEuro } from '@saldo/domain/money'
import { alertToast } from '../../ui/feedback/toast.ts'
import * as check from '../../ui/form/checks.ts'
import { FormFailure } from '../../ui/form/FormFailure.tsx'
import { DateField, MoneyField, SelectField } from '../../ui/form/fields.tsx'
import { LongTextField, TextField } from '../../ui/form/text-fields.tsx'
import { useForm } from '../../ui/form/useForm.ts'
import { Dialog } from '../../ui/overlay/Dialog.tsx'
import type { OfficeDebtDetail } from './debt-words.ts'
import styles from './OfficeDebts.module.css'
import { settleDebt } from './office-debt-acts.ts'

const ways = [
  { value: 'paid', label: 'Lo studio ha fatto un bonifico' },
  { value: 'offset', label: 'Compensato con altro' },
]

/** Records that an office paid or offset its debt. */
export default function SettleDialog({ debt, onClose }: { debt: OfficeDebtDetail; onClose: () => void }) {
  const form = useForm({
    initial: {
      way: 'paid',
      amount: debt.owed as number | null,
      settled_on: today() as string,
      reference: '',
      note: '',
    },
    checks: {
      amount: (amount) => check.requiredMoney(amount),
      settled_on: check.all(check.required('Scrivi quando è successo.'), check.date),
      reference: check.required('Scrivi il numero del bonifico, o con che cosa è stato compensato.'),
    },
    submit: async ({ way, amount, ...values }) => {
      await settleDebt(debt, { ...values, way: way as 'paid' | 'offset', amount: amount as number })
      alertToast(`Registrati ${formatEuro(amount as number)} di ${debt.customer_name}.`, 'success')
      onClose()
    },
  })
  return (
    <Dialog
      opened
      title={`${debt.customer_name}: ${formatEuro(debt.owed)} da saldare`}
      onClose={onClose}
      actions={
        <>
          <Button variant="default" onClick={onClose}>
            Annulla
          </Button>
          <Button type="submit" form="settle-debt" loading={form.busy}>
            Registra
          </Button>
        </>
      }
    >
      <form id="settle-debt" className={styles.form} {...form.form}>
        <p className={styles.note}>Qui resta scritto quando e come. Non si può cambiare.</p>
        <SelectField {...form.field('way')} label="Come" options={ways} />
        <MoneyField {...form.field('amount')} label="Importo" />
        <DateField {...form.field('settled_on')} label="Il" />
        <TextField
          {...form.field('reference')}
          label="Riferimento"
          hint="Per esempio il numero del bonifico o della fattura"
          autoComplete="off"
          maxLength={140}
        />
        <LongTextField {...form.field('note')} label="Nota" required={false} rows={2} />
        <FormFailure failure={form.failure} />
      </form>
    </Dialog>
  )
}
