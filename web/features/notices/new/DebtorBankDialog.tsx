import { Button } from '@mantine/core'
import { api } from '../../../api.ts'
import { queries } from '../../../session/queries.ts'
import { alertToast } from '../../../ui/feedback/toast.ts'
import { FormFailure } from '../../../ui/form/FormFailure.tsx'
import { TextField } from '../../../ui/form/text-fields.tsx'
import { useForm } from '../../../ui/form/useForm.ts'
import { Dialog } from '../../../ui/overlay/Dialog.tsx'
import styles from '../../../ui/overlay/DialogForm.module.css'
import type { Candidate } from './preview-query.ts'

/** Asks on which bank the RiBa of a person are drawn. The preview below is asked for again. */
export default function DebtorBankDialog({ bill, onClose }: { bill: Candidate; onClose: () => void }) {
  const { subject_id, who, debtor_bank } = bill
  const form = useForm({
    initial: { abi: debtor_bank?.abi ?? '', cab: debtor_bank?.cab ?? '' },
    checks: {
      abi: (abi) => whyNotCode(abi, 'L’ABI ha cinque cifre.'),
      cab: (cab) => whyNotCode(cab, 'Il CAB ha cinque cifre.'),
    },
    submit: async ({ abi, cab }) => {
      const bank = { abi: codeOf(abi), cab: codeOf(cab) }
      await api('PUT /v1/notices/debtor-banks/{id}', { params: { id: subject_id }, body: { bank } })
      await queries.invalidateQueries({ queryKey: ['notices'] })
      alertToast(`Banca di ${who} salvata.`, 'success')
      onClose()
    },
  })
  return (
    <Dialog opened title="Banca di chi paga" onClose={onClose}>
      <form {...form.form} className={styles.form}>
        <p className={styles.note}>
          La RiBa di {who} arriva alla sua banca. ABI e CAB sono le dieci cifre dell’IBAN italiano dopo la
          lettera di controllo: prima l’ABI, poi il CAB.
        </p>
        <div className={styles.pair}>
          <TextField
            {...form.field('abi')}
            label="ABI"
            inputMode="numeric"
            autoComplete="off"
            maxLength={8}
            data-autofocus
          />
          <TextField
            {...form.field('cab')}
            label="CAB"
            inputMode="numeric"
            autoComplete="off"
            maxLength={8}
          />
        </div>
        <FormFailure failure={form.failure} />
        <div className={styles.foot}>
          <Button variant="default" onClick={onClose}>
            Non ora
          </Button>
          <Button type="submit" loading={form.busy}>
            Salva la banca
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

/** Spaces in between are forgiven. */
const codeOf = (text: string): string => text.replace(/\s/g, '')
const whyNotCode = (text: string, why: string): string | null =>
  /^(?!00000)\d{5}$/.test(codeOf(text)) ? null : why
