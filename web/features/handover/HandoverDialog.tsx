import { Button, Checkbox } from '@mantine/core'
import { today } from '@saldo/domain/dates'
import { api } from '../../api.ts'
import type { Account } from '../../records/account-query.ts'
import { queries } from '../../session/queries.ts'
import { FormFailure } from '../../ui/form/FormFailure.tsx'
import { DateField } from '../../ui/form/fields.tsx'
import { useForm } from '../../ui/form/useForm.ts'
import { Dialog } from '../../ui/overlay/Dialog.tsx'
import styles from '../../ui/overlay/DialogForm.module.css'
import own from './Handover.module.css'

/** Says what the ZIP holds, asks which PDFs are in it, and begins it. */
export default function HandoverDialog({ account, onClose }: { account: Account; onClose: () => void }) {
  const form = useForm({
    initial: { with_pdfs: true, from_day: '', to_day: '' },
    submit: async ({ with_pdfs, from_day, to_day }) => {
      const days = with_pdfs ? { ...(from_day && { from_day }), ...(to_day && { to_day }) } : {}
      await api('POST /v1/handovers', { body: { account_id: account.account_id, with_pdfs, ...days } })
      await queries.invalidateQueries({ queryKey: ['handovers'] })
      onClose()
    },
  })
  return (
    <Dialog opened title="Prepara il passaggio di consegne" onClose={onClose} size={520}>
      <form {...form.form} className={styles.form}>
        <p className={styles.note}>Lo ZIP di {account.name} contiene:</p>
        <ul className={own.contents}>
          <li>unità, persone, diritti e millesimi;</li>
          <li>tutte le bollette con voci e rate, gli incassi, i crediti, le note di credito, i rimborsi;</li>
          <li>i movimenti degli estratti conto, i mandati con le loro prove e scansioni, i documenti;</li>
          <li>LEGGIMI.txt, che spiega ogni file, e i totali da confrontare.</li>
        </ul>
        <p className={styles.reason}>
          Gli IBAN dei mandati sono interi, perché servono a chi presenterà i prossimi addebiti. Avvisiamo i
          colleghi che hanno tutti i permessi, e ogni scaricamento resta nel registro.
        </p>
        <Checkbox
          checked={form.values.with_pdfs}
          onChange={(event) => form.field('with_pdfs').onChange(event.currentTarget.checked)}
          label="Includi bollette e ricevute in PDF"
        />
        {form.values.with_pdfs && (
          <div className={styles.pair}>
            <DateField {...form.field('from_day')} label="PDF dal" required={false} max={today()} />
            <DateField {...form.field('to_day')} label="al" required={false} max={today()} />
          </div>
        )}
        <FormFailure failure={form.failure} />
        <div className={styles.foot}>
          <Button variant="default" onClick={onClose}>
            Annulla
          </Button>
          <Button type="submit" loading={form.busy}>
            Prepara
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
