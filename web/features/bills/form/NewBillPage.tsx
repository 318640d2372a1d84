import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { api } from '../../../api.ts'
import { paths } from '../../../paths.ts'
import { accountQuery } from '../../../records/account-query.ts'
import { alertToast } from '../../../ui/feedback/toast.ts'
import type { Query } from '../../../ui/grid/list.ts'
import links from '../../../ui/layout/Links.module.css'
import { PageTitle } from '../../../ui/layout/PageTitle.tsx'
import { RecordPage } from '../../../ui/layout/RecordPage.tsx'
import { showChangedBill } from '../bill-query.ts'
import { BillForm } from './BillForm.tsx'

/** `?account_id=7` preselects a condominium. */
export function NewBillPage() {
  const navigate = useNavigate()
  const account_id = Number((useSearch({ strict: false }) as Query).account_id) || null
  const account = useQuery({ ...accountQuery(account_id ?? 0), enabled: account_id !== null })
  const known = account.data && { value: String(account.data.account_id), label: account.data.name }
  return (
    <RecordPage
      list={
        <Link {...paths.bills()} className={links.link}>
          Bollette
        </Link>
      }
      name="Nuova"
      tabTitle="Nuova bolletta"
      titled
    >
      <PageTitle title="Nuova bolletta" summary="Emessa, ha subito un link con cui si paga." />
      {!(account.isLoading && account_id) && (
        <BillForm
          start={known ? { account_id: known } : undefined}
          onCancel={() => void navigate(paths.bills())}
          onSave={async (body, draft) => {
            const bill = await api('PUT /v1/bills', { body: { ...body, draft } })
            await showChangedBill(bill)
            alertToast(draft ? `Bozza ${bill.number} salvata.` : `Bolletta ${bill.number} emessa.`, 'success')
            await navigate(paths.billPage(bill.bill_id))
          }}
        />
      )}
    </RecordPage>
  )
}
