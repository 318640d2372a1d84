import { Button } from '@mantine/core'
import { addDays, formatDate, today } from '@saldo/domain/dates'
import { formatEuro } from '@saldo/domain/money'
import { formatMonth, lastDayOf } from '@saldo/domain/payments/commissions'
import { useState } from 'react'
import { ReasonedButton } from '../../../ui/buttons/ReasonedButton.tsx'
import { alertToast } from '../../../ui/feedback/toast.ts'
import * as check from '../../../ui/form/checks.ts'
import { FormFailure } from '../../../ui/form/FormFailure.tsx'
import { DateField } from '../../../ui/form/fields.tsx'
import { TextField } from '../../../ui/form/text-fields.tsx'
import { useForm } from '../../../ui/form/useForm.ts'
import rows from '../../../ui/layout/RowList.module.css'
import { ConfirmDialog } from '../../../ui/overlay/ConfirmDialog.tsx'
import { Dialog } from '../../../ui/overlay/Dialog.tsx'
import styles from '../Agents.module.css'
import { closeMonth, downloadMonth, payMonth } from '../agent-acts.ts'
import type { Agent, CommissionMonth } from '../agent-query.ts'

/** Closes a month, records its payment, downloads its file. */
export function MonthActions({ agent, month }: { agent: Agent; month: CommissionMonth }) {
  const [asked, ask] = useState<'close' | 'pay' | null>(null)
  const named = formatMonth(month.month)
  const amount = formatEuro(month.commission_cents)
  return (
    <div className={rows.actions}>
      {(month.status === 'running' || month.status === 'open') && (
        <ReasonedButton
          why={
            month.status === 'running'
              ? `Non è ancora finito: lo chiudi dal ${formatDate(addDays(lastDayOf(month.month), 1))}.`
              : null
          }
          onClick={() => ask('close')}
        >
          Chiudi il mese
        </ReasonedButton>
      )}
      {month.status === 'closed' && month.commission_cents !== 0 && (
        <Button onClick={() => ask('pay')}>Segna pagata</Button>
      )}
      <Button variant="default" onClick={() => void downloadMonth(month, 'csv')}>
        CSV
      </Button>
      <Button variant="default" onClick={() => void downloadMonth(month, 'xlsx')}>
        Excel
      </Button>
      <ConfirmDialog
        opened={asked === 'close'}
        title={`Chiudi ${named}`}
        action={`Chiudi a ${amount}`}
        cancel="Lascia aperto"
        onClose={() => ask(null)}
        onConfirm={async () => {
          await closeMonth(month)
          ask(null)
        }}
      >
        A {agent.name} spettano {amount}. L’importo resta questo: quello che si rimborsa dopo conta nel mese
        in cui accade. Non si può riaprire.
      </ConfirmDialog>
      {asked === 'pay' && <PayDialog agent={agent} month={month} onClose={() => ask(null)} />}
    </div>
  )
}

function PayDialog({ agent, month, onClose }: { agent: Agent; month: CommissionMonth; onClose: () => void }) {
  const amount = formatEuro(month.commission_cents)
  const form = useForm({
    initial: { paid_on: today() as string, reference: '' },
    checks: {
      paid_on: check.all(check.required('Scrivi quando l’hai pagata.'), check.date),
      reference: check.required('Scrivi con che cosa l’hai pagata, per esempio il numero del bonifico.'),
    },
    submit: async (values) => {
      await payMonth({ agent_id: month.agent_id, month: month.month, ...values })
      alertToast(`Segnati ${amount} come pagati a ${agent.name}.`, 'success')
      onClose()
    },
  })
  return (
    <Dialog
      opened
      title={`${amount} a ${agent.name}`}
      onClose={onClose}
      actions={
        <>
          <Button variant="default" onClick={onClose}>
            Annulla
          </Button>
          <Button type="submit" form="pay-commission" loading={form.busy}>
            Segna pagata
          </Button>
        </>
      }
    >
      <form id="pay-commission" className={styles.form} {...form.form}>
        <p className={rows.dim}>
          Il bonifico lo fai dalla banca; qui resta scritto quando e come. Non si può cambiare.
        </p>
        <DateField {...form.field('paid_on')} label="Pagata il" />
        <TextField
          {...form.field('reference')}
          label="Riferimento"
          hint="Per esempio il numero del bonifico"
          autoComplete="off"
          maxLength={140}
        />
        <FormFailure failure={form.failure} />
      </form>
    </Dialog>
  )
}
