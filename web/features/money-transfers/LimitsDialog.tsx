import { Button } from '@mantine/core'
import { formatDateTime } from '@saldo/domain/dates'
import { formatEuro } from '@saldo/domain/money'
import { useQuery } from '@tanstack/react-query'
import { api } from '../../api.ts'
import { searchCustomers } from '../../records/customer-reference.ts'
import { Facts } from '../../ui/data/Facts.tsx'
import { QueryError } from '../../ui/feedback/QueryError.tsx'
import { Loading, TextSkeleton } from '../../ui/feedback/Skeleton.tsx'
import { alertToast } from '../../ui/feedback/toast.ts'
import * as check from '../../ui/form/checks.ts'
import { FormFailure } from '../../ui/form/FormFailure.tsx'
import { IbanField, MoneyField } from '../../ui/form/fields.tsx'
import type { Reference } from '../../ui/form/OptionList.tsx'
import { ReferenceField } from '../../ui/form/ReferenceField.tsx'
import { LongTextField, TextField } from '../../ui/form/text-fields.tsx'
import { useForm } from '../../ui/form/useForm.ts'
import { Section } from '../../ui/layout/Section.tsx'
import { Dialog } from '../../ui/overlay/Dialog.tsx'
import styles from '../../ui/overlay/DialogForm.module.css'
import { setLimits } from './transfer-acts.ts'
import type { Limits } from './transfer-words.ts'

/** How much may be moved in a day; who sets it approves nothing under it. */
export default function LimitsDialog({ onClose }: { onClose: () => void }) {
  const { data, ...query } = useQuery({
    queryKey: ['money-transfer-limits'],
    queryFn: ({ signal }) => api('GET /v1/money-transfer-limits', { signal }),
  })
  return (
    <Dialog opened title="Cambia i limiti" onClose={onClose} size={520}>
      {query.isError ? (
        <QueryError
          error={query.error}
          what="Non riesco a mostrare i limiti"
          onRetry={() => void query.refetch()}
        />
      ) : !data ? (
        <Loading what="i limiti">
          <TextSkeleton lines={6} />
        </Loading>
      ) : (
        <LimitsForm limits={data} onClose={onClose} />
      )}
    </Dialog>
  )
}

function LimitsForm({ limits, onClose }: { limits: Limits; onClose: () => void }) {
  const form = useForm({
    initial: {
      customer_id: null as Reference | null,
      office_day_limit: limits.office_day_limit as number | null,
      all_day_limit: limits.all_day_limit as number | null,
      payer_name: limits.payer_name ?? '',
      payer_iban: '',
      reason: '',
    },
    checks: {
      office_day_limit: (amount) => check.requiredMoney(amount),
      all_day_limit: (amount, { customer_id }) => (customer_id ? null : check.requiredMoney(amount)),
      payer_name: (name, { customer_id, payer_iban }) =>
        customer_id || name.trim() || !(payer_iban || limits.payer_name)
          ? null
          : 'Scrivi l’intestatario del conto.',
      payer_iban: (iban, { customer_id, payer_name }) =>
        customer_id
          ? null
          : iban
            ? check.iban(iban)
            : payer_name.trim() && !limits.payer_iban
              ? 'Scrivi l’IBAN del conto.'
              : null,
      reason: check.required('Scrivi il motivo.'),
    },
    submit: async ({ customer_id, office_day_limit, all_day_limit, payer_name, payer_iban, reason }) => {
      await setLimits({
        ...{ office_day_limit: office_day_limit as number, reason },
        ...(customer_id
          ? { customer_id: Number(customer_id.value) }
          : {
              all_day_limit: all_day_limit as number,
              // Left out, the IBAN stays as it is.
              ...(payer_name.trim() && { payer_name }),
              ...(payer_iban && { payer_iban }),
            }),
      })
      alertToast('Limiti cambiati. Gli spostamenti li approva un’altra persona.', 'success')
      onClose()
    },
  })
  const forOne = form.values.customer_id !== null
  return (
    <form className={styles.form} {...form.form}>
      <p className={styles.note}>
        In vigore dal {formatDateTime(limits.set_at)}, fissati da {limits.set_by_name}. Oggi sono stati
        approvati {formatEuro(limits.moved_today)}.
      </p>
      <ReferenceField
        {...form.field('customer_id')}
        kind="limits-offices"
        search={searchCustomers}
        label="Studio"
        hint="Vuoto: vale per tutti gli studi"
        required={false}
      />
      <MoneyField {...form.field('office_day_limit')} label="Limite al giorno di uno studio" />
      {!forOne && (
        <>
          <MoneyField {...form.field('all_day_limit')} label="Limite al giorno di tutti gli studi" />
          <TextField
            {...form.field('payer_name')}
            label="Intestatario del conto della piattaforma"
            required={false}
            autoComplete="off"
          />
          <IbanField
            {...form.field('payer_iban')}
            label="IBAN da cui partono i bonifici"
            hint={limits.payer_iban ? `Adesso ${limits.payer_iban}` : 'Non ancora indicato'}
            required={false}
          />
        </>
      )}
      <LongTextField {...form.field('reason')} label="Motivo" rows={2} />
      <FormFailure failure={form.failure} />
      <Button type="submit" loading={form.busy}>
        Cambia i limiti
      </Button>
      {limits.offices.length > 0 && (
        <Section title="Studi con un limite loro">
          <Facts
            rows={limits.offices.map((office) => [
              office.customer_name,
              `${formatEuro(office.office_day_limit)}, ${office.set_by_name}: ${office.reason}`,
            ])}
          />
        </Section>
      )}
    </form>
  )
}
