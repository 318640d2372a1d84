import { Button } from '@mantine/core'
import { today } from '@saldo/domain/dates'
import { api } from '../../api.ts'
import { sourceName } from '../../records/source-name.ts'
import { alertToast } from '../../ui/feedback/toast.ts'
import { FormFailure } from '../../ui/form/FormFailure.tsx'
import { TextField } from '../../ui/form/text-fields.tsx'
import { useForm } from '../../ui/form/useForm.ts'
import { Dialog } from '../../ui/overlay/Dialog.tsx'
import { refreshSources, type Source } from './source-query.ts'

/** Changes the expiry of a renewed card, whose number stays. */
export function ExpiryDialog({ source, onClose }: { source: Source; onClose: () => void }) {
  const { owner_id, source_id } = source
  const form = useForm({
    initial: { expiry: '' },
    checks: { expiry: whyNotExpiry },
    submit: async ({ expiry }) => {
      const [month = '', year = ''] = partsOf(expiry)
      await api('POST /v1/stripe/exp_date/{owner_id}/{source_id}/{expiry}', {
        params: { owner_id, source_id, expiry: `${month}-${year}` },
      })
      alertToast(`${sourceName(source)} ora scade ${month}/${year}.`, 'success')
      await refreshSources()
      onClose()
    },
  })
  return (
    <Dialog opened title={`Nuova scadenza di ${sourceName(source)}`} onClose={onClose}>
      <form {...form.form} style={{ display: 'grid', gap: 12 }}>
        <TextField
          {...form.field('expiry')}
          label="Mese e anno"
          hint="Come sulla carta, per esempio 09/2030"
          autoComplete="cc-exp"
          inputMode="numeric"
          maxLength={7}
          autoFocus
        />
        <FormFailure failure={form.failure} />
        <div style={{ display: 'flex', justifyContent: 'end', gap: 8 }}>
          <Button variant="default" onClick={onClose}>
            Annulla
          </Button>
          <Button type="submit" loading={form.busy}>
            Salva la scadenza
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

/** `9/30`, `09 2030`, `0930` → `09`, `2030` */
const partsOf = (text: string): string[] => {
  const [, month = '', year = ''] = /^\s*(\d{1,2}?)\s*[/ -]?\s*(\d{4}|\d{2})\s*$/.exec(text) ?? []
  return month ? [month.padStart(2, '0'), year.padStart(4, '20')] : []
}

function whyNotExpiry(text: string): string | null {
  const [month = '', year = ''] = partsOf(text)
  if (!/^(0[1-9]|1[0-2])$/.test(month)) return 'Scrivi mese e anno, per esempio 09/2030.'
  return `${year}-${month}` < today().slice(0, 7) ? 'Questa scadenza è già passata.' : null
}
