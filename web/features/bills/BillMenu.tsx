import { Button, Menu } from '@mantine/core'
import { billCan, whyNotPay } from '@saldo/domain/bills/bill'
import { useNavigate } from '@tanstack/react-router'
import {
  Bank,
  BellNotification,
  CalendarCheck,
  Cash,
  EditPencil,
  MoreHoriz,
  Page,
  PageMinus,
  Printer,
  Prohibition,
  RefreshDouble,
  Restart,
} from 'iconoir-react'
import { paths } from '../../paths.ts'
import { keepChosenBills, ofChosenBills } from '../../records/choose-bills/chosen-bills.ts'
import { ReasonedMenuItem } from '../../ui/buttons/ReasonedMenuItem.tsx'
import { Icon } from '../../ui/icons/Icon.tsx'
import { useOpenNotice } from '../notices/useOpenNotice.ts'
import type { BillDetail } from './bill-query.ts'
import { billForAct, whyNoLink, whyNotReissue } from './bill-words.ts'

/** What a dialog asks before it happens. */
export type Question = 'cancel' | 'renew' | 'credit' | 'reissue' | 'collect'

/** The secondary actions of a bill. */
export function BillMenu({
  bill,
  mayNot,
  mayNotCollect,
  working,
  onSavePdf,
  onPrintNotice,
  onRemind,
  onAsk,
}: {
  bill: BillDetail
  mayNot: string | null
  mayNotCollect: string | null
  working: boolean
  onSavePdf: () => void
  onPrintNotice: () => void
  onRemind: () => void
  onAsk: (question: Question) => void
}) {
  const navigate = useNavigate()
  const notice = useOpenNotice(bill)
  return (
    <Menu position="bottom-end" width={270}>
      <Menu.Target>
        <Button variant="default" px={13} aria-label="Altre azioni" loading={working}>
          <Icon of={MoreHoriz} />
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <ReasonedMenuItem
          icon={Cash}
          label="Registra incasso"
          why={mayNotCollect ?? whyNotPay(bill)}
          onClick={() => onAsk('collect')}
        />
        <ReasonedMenuItem
          icon={Bank}
          label="Emetti MAV"
          why={
            mayNotCollect ??
            whyNotPay(bill) ??
            (notice && 'Ha già un MAV: richiamalo, prima di farne un altro.')
          }
          onClick={() => {
            keepChosenBills('notices', { bill_ids: [bill.bill_id] })
            void navigate(paths.newNotices(ofChosenBills))
          }}
        />
        <ReasonedMenuItem icon={Page} label="Scarica il PDF" why={null} onClick={onSavePdf} />
        <ReasonedMenuItem
          icon={Printer}
          label="Scarica l’avviso da stampare"
          why={whyNotPay(bill)}
          onClick={onPrintNotice}
        />
        <ReasonedMenuItem
          icon={BellNotification}
          label="Sollecita"
          why={mayNot ?? whyNotPay(bill)}
          onClick={onRemind}
        />
        <ReasonedMenuItem
          icon={CalendarCheck}
          label="Piano di rientro"
          why={mayNot ?? whyNotPay(bill)}
          onClick={() =>
            void navigate(
              paths.newPlan({ account_id: String(bill.account_id), subject_id: String(bill.subject_id) }),
            )
          }
        />
        <ReasonedMenuItem
          icon={EditPencil}
          label="Modifica"
          why={mayNot ?? billCan.why('edit', billForAct(bill))}
          onClick={() => void navigate(paths.editBill(bill.bill_id))}
        />
        <ReasonedMenuItem
          icon={RefreshDouble}
          label="Cambia il link"
          why={mayNot ?? whyNoLink(bill)}
          onClick={() => onAsk('renew')}
        />
        <ReasonedMenuItem
          icon={PageMinus}
          label="Nota di credito"
          why={mayNot ?? billCan.why('credit', bill)}
          onClick={() => onAsk('credit')}
        />
        <ReasonedMenuItem
          icon={Restart}
          label="Annulla e riemetti"
          why={mayNot ?? whyNotReissue(bill)}
          onClick={() => onAsk('reissue')}
        />
        <ReasonedMenuItem
          icon={Prohibition}
          label="Annulla la bolletta"
          why={mayNot ?? billCan.why('cancel', billForAct(bill))}
          onClick={() => onAsk('cancel')}
        />
      </Menu.Dropdown>
    </Menu>
  )
}
