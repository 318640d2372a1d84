import { whyNotPay } from '@saldo/domain/bills/bill'
import { useNavigate } from '@tanstack/react-router'
import { Link as LinkIcon, MailOut, Send } from 'iconoir-react'
import { Suspense, useState } from 'react'
import { api, apiFile } from '../../api.ts'
import { errorSentence } from '../../api-error.ts'
import { paths } from '../../paths.ts'
import { copyLink } from '../../records/copy-bill-link.ts'
import { useRefusalReason } from '../../session/permissions/permission.ts'
import { copyText } from '../../ui/buttons/copy-text.ts'
import { ReasonedButton } from '../../ui/buttons/ReasonedButton.tsx'
import { alertToast } from '../../ui/feedback/toast.ts'
import { Icon } from '../../ui/icons/Icon.tsx'
import { lazyWithRetry } from '../../ui/lazy-with-retry.ts'
import { ConfirmDialog } from '../../ui/overlay/ConfirmDialog.tsx'
import { saveFile } from '../../ui/save-file.ts'
import { RegisterCollection } from '../payments/collect/RegisterCollection.tsx'
import { RemindBills } from '../reminders/RemindBills.tsx'
import styles from './BillActions.module.css'
import { BillMenu, type Question } from './BillMenu.tsx'
import { printNotices, sendLinks } from './bill-acts.ts'
import { type BillDetail, showChangedBill } from './bill-query.ts'
import { whyNoLink, whyNotSend } from './bill-words.ts'
import { CancelDialog } from './cancel/CancelDialog.tsx'
import { bodyOf } from './form/bill-form.ts'

const CreditNoteDialog = lazyWithRetry(() => import('./CreditNoteDialog.tsx'))

/** Actions of a bill: one primary action, the link beside it, the others in a menu, disabled ones with the reason. */
export function BillActions({ bill }: { bill: BillDetail }) {
  const [reminding, setReminding] = useState(false)
  const [asking, setAsking] = useState<Question | null>(null)
  const { working, issue, savePdf, printNotice, reissue, renewLink } = useBillWork(bill)
  const noLink = whyNoLink(bill)
  const mayNot = useRefusalReason('bills:write')
  const mayNotCollect = useRefusalReason('payments:write')
  const notSend = mayNot ?? whyNotSend(bill)
  const draft = bill.phase === 'draft'

  return (
    <div className={styles.actions}>
      {draft ? (
        <ReasonedButton why={mayNot} loading={working} leftSection={<Icon of={Send} />} onClick={issue}>
          Emetti
        </ReasonedButton>
      ) : (
        <ReasonedButton
          why={notSend}
          leftSection={<Icon of={MailOut} />}
          onClick={() => sendLinks(1, async () => [String(bill.bill_id)])}
        >
          Invia link
        </ReasonedButton>
      )}
      <ReasonedButton
        // If the person has no e-mail address, the link is handed over in another way, so copying is the primary
        // action.
        variant={notSend !== null && whyNotPay(bill) === null ? 'filled' : 'default'}
        why={noLink}
        leftSection={<Icon of={LinkIcon} />}
        onClick={() => void copyLink(bill.bill_id)}
      >
        Copia link
      </ReasonedButton>
      <BillMenu
        bill={bill}
        mayNot={mayNot}
        mayNotCollect={mayNotCollect}
        working={working && !draft}
        onSavePdf={savePdf}
        onPrintNotice={printNotice}
        onRemind={() => setReminding(true)}
        onAsk={setAsking}
      />
      {reminding && <RemindBills bill_ids={[bill.bill_id]} onClose={() => setReminding(false)} />}
      {asking === 'credit' && (
        <Suspense>
          <CreditNoteDialog bill={bill} onClose={() => setAsking(null)} />
        </Suspense>
      )}
      <ConfirmDialog
        opened={asking === 'reissue'}
        title={`Annulla e riemetti la bolletta ${bill.number}`}
        action="Annulla e riemetti"
        cancel="Lascia com’è"
        onClose={() => setAsking(null)}
        onConfirm={async () => {
          await reissue()
          setAsking(null)
        }}
      >
        Questa resta annullata, con il suo numero. Ne nasce una bozza uguale, con il numero che segue: la
        correggi e la emetti.
      </ConfirmDialog>
      {asking === 'collect' && <RegisterCollection from={fromBill(bill)} onClose={() => setAsking(null)} />}
      {asking === 'cancel' && <CancelDialog bill={bill} onClose={() => setAsking(null)} />}
      <ConfirmDialog
        opened={asking === 'renew'}
        title="Cambia il link di pagamento"
        action="Cambia il link"
        cancel="Lascia com’è"
        onClose={() => setAsking(null)}
        onConfirm={async () => {
          await renewLink()
          setAsking(null)
        }}
      >
        Chi ha il link di adesso non potrà più aprirlo, nemmeno dalle e-mail già inviate. Serve se è finito
        nelle mani sbagliate.
      </ConfirmDialog>
    </div>
  )
}

/** A collection of this bill: what is due of it is filled in. */
const fromBill = (bill: BillDetail) => ({
  account: { value: String(bill.account_id), label: bill.account_name },
  subject: { value: String(bill.subject_id), label: bill.subject_nominative },
  bill: { bill_id: bill.bill_id, number: bill.number, due: bill.residue - bill.pending },
})

/** The actions that call the server; a failure is shown as a toast. */
function useBillWork(bill: BillDetail) {
  const navigate = useNavigate()
  const [working, setWorking] = useState(false)
  const withWork = async (failed: string, work: () => Promise<unknown>) => {
    setWorking(true)
    try {
      await work()
    } catch (error) {
      alertToast(`${failed} ${errorSentence(error, 'Riprova fra poco.')}`, 'danger')
    } finally {
      setWorking(false)
    }
  }
  const issue = () =>
    withWork('Non l’ho emessa.', async () => {
      await showChangedBill(await api('POST /v1/bills', { body: { ...bodyOf(bill), issue: true } }))
      alertToast(`Bolletta ${bill.number} emessa.`, 'success')
    })
  const savePdf = () =>
    withWork('Non riesco a preparare il PDF.', async () => {
      const { blob, name } = await apiFile('GET /v1/bills/pdf/{id}', { params: { id: bill.bill_id } })
      saveFile(blob, name)
    })
  const printNotice = () => withWork('Non riesco a preparare l’avviso.', () => printNotices([bill.bill_id]))
  const reissue = () =>
    withWork('Non l’ho riemessa.', async () => {
      const made = await api('POST /v1/bills/reissue/{id}', { params: { id: bill.bill_id } })
      await showChangedBill(made)
      alertToast(`Bozza ${made.number} pronta: correggila ed emettila.`, 'success')
      await navigate(paths.editBill(made.bill_id))
    })
  const renewLink = () =>
    withWork('Non ho cambiato il link.', async () => {
      const { url } = await api('POST /v1/bills/revoke-link/{id}', { params: { id: bill.bill_id } })
      await copyText(url).catch(() => undefined)
      alertToast('Il link di prima non funziona più. Quello nuovo è copiato.', 'success')
    })
  return { working, issue, savePdf, printNotice, reissue, renewLink }
}
