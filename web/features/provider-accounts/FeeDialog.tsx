import { Button } from '@mantine/core'
import { formatEuro } from '@saldo/domain/money'
import { applicationFee, highestFee } from '@saldo/domain/payments/application-fee'
import { FormFailure } from '../../ui/form/FormFailure.tsx'
import { MoneyField } from '../../ui/form/fields.tsx'
import { TextField } from '../../ui/form/text-fields.tsx'
import { useForm } from '../../ui/form/useForm.ts'
import { bpsOfPercent, percentOfBps } from '../../ui/format/percent.ts'
import { Dialog } from '../../ui/overlay/Dialog.tsx'
import styles from './ProviderAccount.module.css'
import { setFee } from './provider-account-acts.ts'
import type { ProviderAccount } from './provider-account-query.ts'

const example = 10_000

export function FeeDialog({ account, onClose }: { account: ProviderAccount; onClose: () => void }) {
  const form = useForm<{ percent: string; fee_fixed: number | null }>({
    initial: {
      percent: percentOfBps(account.fee_bps).replace(/[^\d,]/g, ''),
      fee_fixed: account.fee_fixed,
    },
    checks: {
      percent: (text: string) =>
        (bpsOfPercent(text) ?? Infinity) > highestFee.fee_bps
          ? 'Scrivi una percentuale da 0 a 10, per esempio 1,5.'
          : null,
      fee_fixed: (cents: number | null) =>
        cents !== null && Number.isNaN(cents)
          ? 'Questo non è un importo: scrivilo come 0,25.'
          : (cents ?? 0) > highestFee.fee_fixed
            ? 'La parte fissa non può superare 10,00 €.'
            : (cents ?? 0) < 0
              ? 'La commissione non può essere negativa.'
              : null,
    },
    submit: async ({ percent, fee_fixed }) => {
      await setFee(account.customer_id, account.provider_account, {
        fee_bps: bpsOfPercent(percent) ?? 0,
        fee_fixed: fee_fixed ?? 0,
      })
      onClose()
    },
  })
  const { percent, fee_fixed } = form.values
  const fee_bps = bpsOfPercent(percent)
  const known = fee_bps !== null && !Number.isNaN(fee_fixed) && (fee_fixed ?? 0) >= 0
  return (
    <Dialog
      opened
      title="Commissione della piattaforma"
      onClose={onClose}
      actions={
        <>
          <Button variant="default" onClick={onClose}>
            Lascia com’è
          </Button>
          <Button type="submit" form="fee" loading={form.busy}>
            Salva
          </Button>
        </>
      }
    >
      <form id="fee" className={styles.form} {...form.form}>
        <FormFailure failure={form.failure} />
        <TextField label="Percentuale di ogni pagamento" {...form.field('percent')} />
        <MoneyField label="Parte fissa" required={false} {...form.field('fee_fixed')} />
        {known && (
          <p className={styles.example}>
            Di {formatEuro(example)} la piattaforma tiene{' '}
            {formatEuro(applicationFee(example, { fee_bps, fee_fixed: fee_fixed ?? 0 }))}.
          </p>
        )}
      </form>
    </Dialog>
  )
}
