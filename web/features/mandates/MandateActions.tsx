import { Button, Menu } from '@mantine/core'
import { mandateCan } from '@saldo/domain/sepa/mandate'
import { Download, MailOut, MoreHoriz, Pause, Play, Prohibition, RefreshDouble, Upload } from 'iconoir-react'
import { Suspense, useState } from 'react'
import { api, apiFile } from '../../api.ts'
import { errorSentence } from '../../api-error.ts'
import { mailedTo } from '../../session/mailed.ts'
import { usePermission, useRefusalReason } from '../../session/permissions/permission.ts'
import { ReasonedButton } from '../../ui/buttons/ReasonedButton.tsx'
import { ReasonedMenuItem } from '../../ui/buttons/ReasonedMenuItem.tsx'
import { whileLoading } from '../../ui/feedback/loader.ts'
import { alertToast } from '../../ui/feedback/toast.ts'
import { Icon } from '../../ui/icons/Icon.tsx'
import { lazyWithRetry } from '../../ui/lazy-with-retry.ts'
import { saveFile } from '../../ui/save-file.ts'
import styles from './Mandates.module.css'
import { type MandateDetail, showMandate } from './mandate-query.ts'

const AmendDialog = lazyWithRetry(() => import('./AmendDialog.tsx'))
const EndMandateDialog = lazyWithRetry(() => import('./EndMandateDialog.tsx'))
const ScanDialog = lazyWithRetry(() => import('./ScanDialog.tsx'))

type Question = 'amend' | 'suspend' | 'resume' | 'revoke' | 'scan'

/** Acts of a mandate that goes to a bank; that of a saved source follows its source. */
export function MandateActions({ mandate }: { mandate: MandateDetail }) {
  const [asking, setAsking] = useState<Question | null>(null)
  const mayNot = useRefusalReason('debits:write')
  const can = (act: 'amend' | 'suspend' | 'resume' | 'revoke') =>
    mayNot ?? mandateCan.why(act, { phase: mandate.state })
  const ofBank = mandate.way === 'bank'
  const close = () => setAsking(null)
  return (
    <div className={styles.acts} data-print="away">
      {ofBank && <Primary mandate={mandate} mayNot={mayNot} onScan={() => setAsking('scan')} />}
      {mandate.has_scan && <ScanButton mandate={mandate} />}
      <Menu position="bottom-end" width={260}>
        <Menu.Target>
          <Button variant="default" px={13} aria-label="Altre azioni">
            <Icon of={MoreHoriz} />
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {ofBank && (
            <ReasonedMenuItem
              icon={RefreshDouble}
              label="Cambia l’IBAN"
              why={can('amend')}
              onClick={() => setAsking('amend')}
            />
          )}
          {ofBank && mandate.signing === 'paper' && (
            <ReasonedMenuItem
              icon={Upload}
              label="Carica la scansione"
              why={can('amend')}
              onClick={() => setAsking('scan')}
            />
          )}
          <ReasonedMenuItem
            icon={Pause}
            label="Sospendi"
            why={can('suspend')}
            onClick={() => setAsking('suspend')}
          />
          <ReasonedMenuItem
            icon={Play}
            label="Riattiva"
            why={can('resume')}
            onClick={() => setAsking('resume')}
          />
          <ReasonedMenuItem
            icon={Prohibition}
            label="Revoca"
            why={can('revoke')}
            onClick={() => setAsking('revoke')}
          />
        </Menu.Dropdown>
      </Menu>
      <Suspense>
        {asking === 'amend' && <AmendDialog mandate={mandate} onClose={close} />}
        {asking === 'scan' && <ScanDialog mandate={mandate} onClose={close} />}
        {(asking === 'suspend' || asking === 'resume' || asking === 'revoke') && (
          <EndMandateDialog act={asking} mandate={mandate} onClose={close} />
        )}
      </Suspense>
    </div>
  )
}

/** What a draft waits for: the scan of the paper, or the payer's signature. */
function Primary({
  mandate,
  mayNot,
  onScan,
}: {
  mandate: MandateDetail
  mayNot: string | null
  onScan: () => void
}) {
  if (mandate.state !== 'draft') return null
  if (mandate.signing === 'paper')
    return (
      <ReasonedButton why={mayNot} leftSection={<Icon of={Upload} />} onClick={onScan}>
        Carica la scansione
      </ReasonedButton>
    )
  return <AskAgain mandate={mandate} />
}

function AskAgain({ mandate }: { mandate: MandateDetail }) {
  const may = usePermission('debits:write')
  const [busy, setBusy] = useState(false)
  const { account_id, subject_id, subject_nominative } = mandate
  if (!may || account_id === null) return null
  const ask = async () => {
    setBusy(true)
    try {
      await showMandate(await api('POST /v1/mandates/ask', { body: { account_id, subject_id } }))
      alertToast(`${mailedTo('Richiesta', 'inviata', subject_nominative)}.`, 'success')
    } catch (error) {
      alertToast(`Non l’ho inviata. ${errorSentence(error)}`, 'danger')
    }
    setBusy(false)
  }
  return (
    <Button loading={busy} leftSection={<Icon of={MailOut} />} onClick={() => void ask()}>
      Chiedi di nuovo la firma
    </Button>
  )
}

function ScanButton({ mandate }: { mandate: MandateDetail }) {
  const download = async () => {
    try {
      const { blob, name } = await whileLoading(
        'Scarico la scansione…',
        apiFile('GET /v1/mandates/{id}/scan', { params: { id: mandate.mandate_id } }),
      )
      saveFile(blob, name)
    } catch (error) {
      alertToast(`Non l’ho scaricata. ${errorSentence(error)}`, 'danger')
    }
  }
  return (
    <Button variant="default" leftSection={<Icon of={Download} />} onClick={() => void download()}>
      Scarica la scansione
    </Button>
  )
}
