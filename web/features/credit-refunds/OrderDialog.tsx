import { Button } from '@mantine/core'
import { today } from '@saldo/domain/dates'
import { formatEuro } from '@saldo/domain/money'
import { firstExecutionDay } from '@saldo/domain/payments/credit-refund'
import { useQuery } from '@tanstack/react-query'
import { api } from '../../api.ts'
import { useKeptKey } from '../../session/kept-key.ts'
import { QueryError } from '../../ui/feedback/QueryError.tsx'
import { Loading, TextSkeleton } from '../../ui/feedback/Skeleton.tsx'
import { alertToast } from '../../ui/feedback/toast.ts'
import * as check from '../../ui/form/checks.ts'
import { FormFailure } from '../../ui/form/FormFailure.tsx'
import { DateField, SelectField } from '../../ui/form/fields.tsx'
import { useForm } from '../../ui/form/useForm.ts'
import { formatCountOf } from '../../ui/grid/list.ts'
import { Dialog } from '../../ui/overlay/Dialog.tsx'
import styles from '../../ui/overlay/DialogForm.module.css'
import { downloadFlow } from '../flows/download-flow.ts'
import { type CreditRefund, refreshCredits } from './credit-query.ts'

const words = { one: 'bonifico', many: 'bonifici' }
/** As many rows as a page of the server has. */
const mostInOneFile = 200

/** Makes the file by which one condominium's bank executes the chosen refunds. */
export default function OrderDialog({ ids, onClose }: { ids: readonly number[]; onClose: () => void }) {
  const { data, ...query } = useQuery({
    queryKey: ['credit-refunds', 'chosen', ids],
    enabled: ids.length <= mostInOneFile,
    queryFn: ({ signal }) =>
      api('GET /v1/credit-refunds', { query: { ids: ids.join(',') as never, limit: mostInOneFile }, signal }),
  })
  return (
    <Dialog opened title="Prepara il file per la banca" onClose={onClose} size={480}>
      {ids.length > mostInOneFile ? (
        <p className={styles.note}>Sono troppe per un file: scegline al massimo {mostInOneFile}.</p>
      ) : query.isError ? (
        <QueryError
          error={query.error}
          what="Non riesco a mostrare che cosa hai scelto"
          onRetry={() => void query.refetch()}
        />
      ) : !data ? (
        <Loading what="che cosa hai scelto">
          <TextSkeleton lines={4} />
        </Loading>
      ) : (
        <ChosenRefunds chosen={data.items} onClose={onClose} />
      )}
    </Dialog>
  )
}

function ChosenRefunds({ chosen, onClose }: { chosen: CreditRefund[]; onClose: () => void }) {
  const waiting = chosen.filter(({ state }) => state === 'waiting')
  const [first] = waiting
  if (!first) return <p className={styles.note}>Di quelle che hai scelto nessuna aspetta un file.</p>
  if (waiting.some(({ account_id }) => account_id !== first.account_id))
    return (
      <p className={styles.note}>
        Un file parte da un solo conto: filtra per condominio e scegli le restituzioni di uno alla volta.
      </p>
    )
  return <OrderForm waiting={waiting} leftOut={chosen.length - waiting.length} onClose={onClose} />
}

function OrderForm({
  waiting,
  leftOut,
  onClose,
}: {
  waiting: CreditRefund[]
  leftOut: number
  onClose: () => void
}) {
  const [{ account_id, account_name }] = waiting as [CreditRefund]
  const first = firstExecutionDay(today())
  const key = useKeptKey(`transfer-order:${account_id}`)
  const amount = waiting.reduce((sum, each) => sum + each.amount, 0)
  const form = useForm({
    initial: { execute_on: first as string, format: 'pain.001.001.09' },
    checks: {
      execute_on: check.all(
        check.required('Scrivi quando la banca deve eseguire i bonifici.'),
        check.date,
        check.day((day) =>
          day < first ? 'È troppo presto: le banche sono chiuse o il giorno è passato.' : null,
        ),
      ),
    },
    submit: async ({ execute_on, format }) => {
      const order = await api('POST /v1/transfer-orders', {
        idempotencyKey: key,
        body: {
          ...{ account_id, execute_on, format: format as 'pain.001.001.09' },
          credit_refund_ids: waiting.map(({ credit_refund_id }) => credit_refund_id),
        },
      })
      onClose()
      alertToast('File pronto: mandalo alla banca dall’home banking.', 'success')
      await refreshCredits()
      if (order.flow_id !== null) await downloadFlow({ flow_id: order.flow_id })
    },
  })
  return (
    <form {...form.form} className={styles.form}>
      <p className={styles.note}>
        {formatCountOf(waiting.length, words)} dal conto di {account_name}, in tutto {formatEuro(amount)}.
        {leftOut > 0 &&
          ` ${leftOut === 1 ? 'Una scelta resta fuori' : `${leftOut} scelte restano fuori`}: non aspettano un file.`}
      </p>
      <DateField
        {...form.field('execute_on')}
        label="Da eseguire il"
        hint="Un giorno in cui le banche sono aperte."
        min={first}
      />
      <SelectField
        {...form.field('format')}
        label="Formato"
        hint="Se la banca rifiuta il più recente, prova l’altro."
        options={[
          { value: 'pain.001.001.09', label: 'pain.001.001.09' },
          { value: 'pain.001.001.03', label: 'pain.001.001.03' },
        ]}
      />
      <FormFailure failure={form.failure} />
      <div className={styles.foot}>
        <Button variant="default" onClick={onClose}>
          Annulla
        </Button>
        <Button type="submit" loading={form.busy}>
          Prepara il file
        </Button>
      </div>
    </form>
  )
}
