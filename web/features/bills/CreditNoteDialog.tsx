import { Button, Radio } from '@mantine/core'
import { surplusWays } from '@saldo/domain/bills/credit-note'
import { formatEuro } from '@saldo/domain/money'
import { api } from '../../api.ts'
import { useKeptKey } from '../../session/kept-key.ts'
import { alertToast } from '../../ui/feedback/toast.ts'
import * as check from '../../ui/form/checks.ts'
import { FieldError } from '../../ui/form/FieldError.tsx'
import { FormFailure } from '../../ui/form/FormFailure.tsx'
import { MoneyField } from '../../ui/form/fields.tsx'
import { LongTextField } from '../../ui/form/text-fields.tsx'
import { useForm } from '../../ui/form/useForm.ts'
import { Dialog } from '../../ui/overlay/Dialog.tsx'
import styles from '../../ui/overlay/DialogForm.module.css'
import { type BillDetail, showChangedBill } from './bill-query.ts'

/** Issues a credit note for all or part of a bill, and asks what to do with the paid amount. */
export default function CreditNoteDialog({ bill, onClose }: { bill: BillDetail; onClose: () => void }) {
  const key = useKeptKey(`credit-note:${bill.bill_id}`)
  const form = useForm({
    initial: { how: 'all', amount: null as number | null, reason: '', surplus: '' },
    checks: {
      amount: (amount, { how }) =>
        how === 'all' ? null : (check.requiredMoney(amount) ?? outOfRange(amount as number, bill.amount)),
      reason: check.required('Scrivi perché: si legge sulla nota.'),
      surplus: (surplus, { how, amount }) =>
        paidOf(bill, how, amount) > 0 && !surplus ? 'Scegli che cosa ne è.' : null,
    },
    submit: async ({ how, amount, reason, surplus }) => {
      const {
        note,
        refused,
        bill: changed,
      } = await api('POST /v1/bills/credit-note/{id}', {
        params: { id: bill.bill_id },
        idempotencyKey: key,
        body: {
          ...(how === 'part' && amount !== null ? { amount } : {}),
          reason,
          ...(surplus ? { surplus: surplus as keyof typeof surplusWays } : {}),
        },
      })
      onClose()
      await showChangedBill(changed)
      if (refused)
        alertToast(`Nota ${note.number} fatta, ma il rimborso no: ${refused} Resta a credito.`, 'danger')
      else alertToast(`Nota di credito ${note.number} di ${formatEuro(note.amount)}.`, 'success')
    },
  })
  const { how, amount, surplus } = form.values
  const paid = paidOf(bill, how, amount)
  const credited = how === 'all' ? bill.amount : amount
  const wrongSurplus = form.field('surplus').error
  return (
    <Dialog opened title={`Nota di credito per la bolletta ${bill.number}`} onClose={onClose} size={480}>
      <form {...form.form} className={styles.form}>
        <p className={styles.note}>
          La nota ha un numero suo e non si cancella. Toglie prima le rate che scadono più tardi.
        </p>
        <Radio.Group
          label="Quanto"
          name="how"
          value={how}
          onChange={(value) => form.field('how').onChange(value)}
        >
          <div className={styles.choice}>
            <Radio value="all" label={`Tutta la bolletta, ${formatEuro(bill.amount)}`} />
            <Radio value="part" label="Una parte" />
          </div>
        </Radio.Group>
        {how === 'part' && <MoneyField {...form.field('amount')} label="Importo della nota" autoFocus />}
        {paid > 0 && (
          <Radio.Group
            label={`Di questi, ${formatEuro(paid)} sono già stati pagati`}
            name="surplus"
            value={surplus}
            error={wrongSurplus ? <FieldError>{wrongSurplus}</FieldError> : undefined}
            onChange={(value) => form.field('surplus').onChange(value)}
          >
            <div className={styles.choice}>
              {Object.entries(surplusWays).map(([value, label]) => (
                <Radio key={value} value={value} label={label} />
              ))}
            </div>
          </Radio.Group>
        )}
        <LongTextField
          {...form.field('reason')}
          label="Motivo"
          hint="Si legge sulla nota"
          rows={2}
          maxLength={300}
        />
        <FormFailure failure={form.failure} />
        <div className={styles.foot}>
          <Button variant="default" onClick={onClose}>
            Lascia com’è
          </Button>
          <Button type="submit" color="mattone" loading={form.busy}>
            {credited !== null && credited > 0
              ? `Nota di credito di ${formatEuro(credited)}`
              : 'Nota di credito'}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

/** Cents of the note that were already paid: what exceeds the residue. */
const paidOf = (bill: BillDetail, how: string, amount: number | null) =>
  Math.max(0, (how === 'all' ? bill.amount : (amount ?? 0)) - (bill.amount - bill.settled))

const outOfRange = (amount: number, whole: number) => {
  if (amount <= 0) return 'L’importo deve essere maggiore di zero.'
  return amount > whole ? `La bolletta è di ${formatEuro(whole)}: la nota non può superarla.` : null
}
