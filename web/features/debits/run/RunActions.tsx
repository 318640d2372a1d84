import { Button, Checkbox } from '@mantine/core'
import { formatLongDate } from '@saldo/domain/dates'
import { formatEuro } from '@saldo/domain/money'
import { Download, Prohibition, Send, Upload } from 'iconoir-react'
import { Suspense, useState } from 'react'
import { api, apiFile } from '../../../api.ts'
import { errorSentence } from '../../../api-error.ts'
import { usePermission, useRefusalReason } from '../../../session/permissions/permission.ts'
import { ReasonedButton } from '../../../ui/buttons/ReasonedButton.tsx'
import { whileLoading } from '../../../ui/feedback/loader.ts'
import { alertToast } from '../../../ui/feedback/toast.ts'
import { FormFailure } from '../../../ui/form/FormFailure.tsx'
import { Icon } from '../../../ui/icons/Icon.tsx'
import { lazyWithRetry } from '../../../ui/lazy-with-retry.ts'
import { ConfirmDialog } from '../../../ui/overlay/ConfirmDialog.tsx'
import { saveFile } from '../../../ui/save-file.ts'
import { type DebitRunDetail, showRun } from '../debit-query.ts'
import styles from './Run.module.css'

const BankAnswerDialog = lazyWithRetry(() => import('./BankAnswerDialog.tsx'))

/** What comes next for a run: present it, take the file to the bank, load the bank's answer; or cancel it. */
export function RunActions({ run }: { run: DebitRunDetail }) {
  const [asking, setAsking] = useState<'present' | 'cancel' | 'answer' | null>(null)
  const mayNot = useRefusalReason('debits:write')
  const mayLoad = useRefusalReason('payments:write')
  const mayDownload = usePermission('payments:read')
  const close = () => setAsking(null)
  const { state, loaded, flow_id } = run
  if (state === 'cancelled') return null
  return (
    <div className={styles.acts} data-print="away">
      {state === 'announced' && (
        <ReasonedButton
          why={mayNot ?? run.why_not_present}
          leftSection={<Icon of={Send} />}
          onClick={() => setAsking('present')}
        >
          Presenta
        </ReasonedButton>
      )}
      {flow_id !== null && mayDownload && (
        <Button
          variant={state === 'presented' && !loaded ? 'filled' : 'default'}
          leftSection={<Icon of={Download} />}
          onClick={() => void download(flow_id)}
        >
          {loaded ? 'Scarica il file' : 'Scarica il file per la banca'}
        </Button>
      )}
      {(state === 'presented' || state === 'closed') && (
        <ReasonedButton
          variant="default"
          why={mayLoad}
          leftSection={<Icon of={Upload} />}
          onClick={() => setAsking('answer')}
        >
          Carica la risposta della banca
        </ReasonedButton>
      )}
      {(state === 'announced' || state === 'presented') && (
        <ReasonedButton
          variant="default"
          why={mayNot ?? run.why_not_cancel}
          leftSection={<Icon of={Prohibition} />}
          onClick={() => setAsking('cancel')}
        >
          Annulla la distinta
        </ReasonedButton>
      )}
      {asking === 'present' && <Present run={run} onClose={close} />}
      {asking === 'cancel' && <Cancel run={run} onClose={close} />}
      <Suspense>{asking === 'answer' && <BankAnswerDialog run={run} onClose={close} />}</Suspense>
    </div>
  )
}

async function download(flow_id: number) {
  try {
    const { blob, name } = await whileLoading(
      'Preparo il file…',
      apiFile('GET /v1/flows/{id}/file', { params: { id: flow_id } }),
    )
    saveFile(blob, name)
  } catch (error) {
    alertToast(`Non l’ho scaricato. ${errorSentence(error)}`, 'danger')
  }
}

function Present({ run, onClose }: { run: DebitRunDetail; onClose: () => void }) {
  const [failure, setFailure] = useState<unknown>(null)
  const present = async () => {
    setFailure(null)
    try {
      const presented = await api('POST /v1/debit-runs/{id}/present', { params: { id: run.run_id } })
      await showRun(presented)
      const left = presented.cancelled - run.cancelled
      alertToast(
        left > 0
          ? `Il file è pronto. ${formatEuro(left)} restano fuori: nell’elenco c’è perché.`
          : 'Il file è pronto: scaricalo e portalo in banca.',
        'success',
      )
      onClose()
    } catch (error) {
      setFailure(error)
    }
  }
  return (
    <ConfirmDialog
      opened
      title={`Presenta la distinta di ${formatEuro(run.amount)}`}
      action="Presenta la distinta"
      onClose={onClose}
      onConfirm={present}
    >
      Saldo controlla ancora ogni addebito, scrive il file e da quel momento le rate risultano in incasso. Il
      file lo carichi tu nell’home banking entro {formatLongDate(run.last_presentation_on)}. Chi ha pagato nel
      frattempo resta fuori.
      <FormFailure failure={failure} />
    </ConfirmDialog>
  )
}

function Cancel({ run, onClose }: { run: DebitRunDetail; onClose: () => void }) {
  const presented = run.state === 'presented'
  const [sure, setSure] = useState(false)
  const [wrong, setWrong] = useState(false)
  const [failure, setFailure] = useState<unknown>(null)
  const cancel = async () => {
    if (presented && !sure) return setWrong(true)
    setFailure(null)
    try {
      const body = presented ? { not_sent: true } : {}
      await showRun(await api('POST /v1/debit-runs/{id}/cancel', { params: { id: run.run_id }, body }))
      alertToast('Distinta annullata: nessun addebito parte.', 'success')
      onClose()
    } catch (error) {
      setFailure(error)
    }
  }
  return (
    <ConfirmDialog
      opened
      danger
      title={`Annulla la distinta di ${formatEuro(run.amount)}`}
      action="Annulla la distinta"
      cancel="Lascia com’è"
      onClose={onClose}
      onConfirm={cancel}
    >
      Le bollette restano da pagare in un altro modo. Chi ha ricevuto il preavviso non ne riceve un altro:
      avvisalo.
      {presented && (
        <Checkbox
          mt="md"
          label="Il file non è stato mandato in banca, e non lo sarà"
          error={
            wrong && !sure
              ? 'Se la banca ha il file, chiedi a lei di annullarlo: addebita lo stesso.'
              : undefined
          }
          checked={sure}
          onChange={(event) => setSure(event.currentTarget.checked)}
        />
      )}
      <FormFailure failure={failure} />
    </ConfirmDialog>
  )
}
