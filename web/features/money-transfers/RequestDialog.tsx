import { Button } from '@mantine/core'
import { formatEuro } from '@saldo/domain/money'
import { useQuery } from '@tanstack/react-query'
import { api } from '../../api.ts'
import { useKeptKey } from '../../session/kept-key.ts'
import { QueryError } from '../../ui/feedback/QueryError.tsx'
import { Loading, TextSkeleton } from '../../ui/feedback/Skeleton.tsx'
import { alertToast } from '../../ui/feedback/toast.ts'
import * as check from '../../ui/form/checks.ts'
import { FormFailure } from '../../ui/form/FormFailure.tsx'
import { MoneyField } from '../../ui/form/fields.tsx'
import type { Reference } from '../../ui/form/OptionList.tsx'
import { ReferenceField } from '../../ui/form/ReferenceField.tsx'
import { LongTextField } from '../../ui/form/text-fields.tsx'
import { useForm } from '../../ui/form/useForm.ts'
import { Dialog } from '../../ui/overlay/Dialog.tsx'
import styles from '../../ui/overlay/DialogForm.module.css'
import { readNow, refreshTransfers } from './transfer-acts.ts'
import type { Balance } from './transfer-words.ts'

const search = async (q: string, signal: AbortSignal): Promise<Reference[]> =>
  (await api('GET /v1/movable-balances', { query: { q, limit: 20 }, signal })).items.map((balance) => ({
    value: String(balance.account_id),
    label: balance.account_name,
    hint: balance.customer_name,
  }))

/** Asks for a transfer: which condominium, how much of what can be moved now, and why. */
export default function RequestDialog({ of, onClose }: { of?: Balance; onClose: () => void }) {
  const key = useKeptKey('money-transfer')
  const form = useForm({
    initial: {
      account_id: (of ? { value: String(of.account_id), label: of.account_name } : null) as Reference | null,
      amount: null as number | null,
      reason: '',
    },
    checks: {
      account_id: (chosen) => (chosen ? null : 'Scegli un condominio.'),
      amount: (amount) => check.requiredMoney(amount),
      reason: check.required('Scrivi il motivo.'),
    },
    submit: async ({ account_id, amount, reason }) => {
      const asked = await api('POST /v1/money-transfers', {
        idempotencyKey: key,
        body: { account_id: Number(account_id?.value), amount: amount as number, reason },
      })
      await refreshTransfers()
      alertToast(`Chiesto ${asked.reference}: ora lo approva un’altra persona.`, 'success')
      onClose()
    },
  })
  const chosen = form.values.account_id
  return (
    <Dialog
      opened
      title="Chiedi uno spostamento"
      onClose={onClose}
      size={480}
      actions={
        <>
          <Button variant="default" onClick={onClose}>
            Annulla
          </Button>
          <Button type="submit" form="request-transfer" loading={form.busy}>
            Chiedi
          </Button>
        </>
      }
    >
      <form id="request-transfer" className={styles.form} {...form.form}>
        <ReferenceField
          {...form.field('account_id')}
          kind="movable-balances"
          search={search}
          label="Condominio"
          required
        />
        {chosen && <Available account_id={Number(chosen.value)} />}
        <MoneyField {...form.field('amount')} label="Importo" />
        <LongTextField {...form.field('reason')} label="Motivo" rows={2} />
        <FormFailure failure={form.failure} />
      </form>
    </Dialog>
  )
}

/** What can be moved now, as the provider says at this moment. */
function Available({ account_id }: { account_id: number }) {
  const { data, ...query } = useQuery({
    queryKey: ['movable-balance-now', account_id],
    queryFn: () => readNow(account_id),
    staleTime: 30_000,
  })
  if (query.isError)
    return (
      <QueryError
        error={query.error}
        what="Non riesco a leggere il saldo"
        onRetry={() => void query.refetch()}
      />
    )
  if (!data)
    return (
      <Loading what="il saldo">
        <TextSkeleton lines={2} />
      </Loading>
    )
  if (data.why_not) return <p className={styles.reason}>{data.why_not}</p>
  return (
    <p className={styles.note}>
      Spostabili {formatEuro(data.movable)} dei {formatEuro(data.balance)} presso il provider. Vanno all’IBAN{' '}
      {data.iban}.
    </p>
  )
}
