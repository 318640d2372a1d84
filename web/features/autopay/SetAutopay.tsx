import { Button } from '@mantine/core'
import { agreedNoticeDays } from '@saldo/domain/sepa/mandate'
import { useId } from 'react'
import { api } from '../../api.ts'
import { sourceName } from '../../records/source-name.ts'
import { alertToast } from '../../ui/feedback/toast.ts'
import { FormFailure } from '../../ui/form/FormFailure.tsx'
import { MoneyField, SelectField } from '../../ui/form/fields.tsx'
import { useForm } from '../../ui/form/useForm.ts'
import { Dialog } from '../../ui/overlay/Dialog.tsx'
import styles from './Autopay.module.css'
import { type Autopay, type Coverable, refreshAutopays } from './autopay-query.ts'

/** A saved method, as the page of methods has it. */
export type Payable = Parameters<typeof sourceName>[0] & {
  source_id: number
  state: string
  is_default: boolean
  mandate: { state: string } | null
}

/** Chooses the method and the cap of a condominium's autopay. */
export function SetAutopay({
  where,
  sources,
  onClose,
}: {
  /** A condominium without autopay, or the autopay to change. */
  where: Coverable | Autopay
  sources: readonly Payable[]
  onClose: () => void
}) {
  const id = useId()
  const { account_id, subject_id, account_name } = where
  const now = 'autopay_id' in where ? where : null
  const first =
    sources.find(({ source_id }) => source_id === now?.source_id) ??
    sources.find(({ is_default }) => is_default) ??
    sources[0]
  const form = useForm<{ source_id: string; cap: number | null }>({
    initial: { source_id: String(first?.source_id ?? ''), cap: now?.cap ?? null },
    checks: {
      source_id: (value) => (value ? null : 'Scegli con che cosa pagare.'),
      cap: (value) =>
        value !== null && !(value > 0) ? 'Scrivi un importo, per esempio 300,00, o lascia vuoto.' : null,
    },
    submit: async ({ source_id, cap }) => {
      await api('POST /v1/autopays', { body: { account_id, subject_id, source_id: Number(source_id), cap } })
      alertToast('Addebito automatico attivo. Prima di ogni addebito ricevi un avviso.', 'success')
      await refreshAutopays()
      onClose()
    },
  })
  return (
    <Dialog
      opened
      title={now ? 'Cambia l’addebito automatico' : 'Attiva l’addebito automatico'}
      onClose={onClose}
      actions={
        <>
          <Button variant="default" onClick={onClose}>
            Annulla
          </Button>
          <Button type="submit" form={id} loading={form.busy}>
            {now ? 'Cambia' : 'Attiva'}
          </Button>
        </>
      }
    >
      <form id={id} {...form.form} className={styles.form}>
        <p>
          Da oggi ogni rata di {account_name} si paga da sola alla scadenza, dopo un avviso di almeno{' '}
          {agreedNoticeDays} giorni: se la scadenza è più vicina, l’addebito arriva qualche giorno dopo.
          Quello che è già scaduto lo paghi tu.
        </p>
        <SelectField
          {...form.field('source_id')}
          label="Metodo di pagamento"
          required
          options={sources.map((source) => ({ value: String(source.source_id), label: sourceName(source) }))}
        />
        <MoneyField
          {...form.field('cap')}
          label="Limite per addebito"
          required={false}
          hint="Una rata più alta non viene addebitata: te lo diciamo e la paghi tu."
        />
        <FormFailure failure={form.failure} />
      </form>
    </Dialog>
  )
}
