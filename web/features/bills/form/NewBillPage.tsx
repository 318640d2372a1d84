import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { api } from '../../../api.ts'
import { paths } from '../../../paths.ts'
import { accountQuery } from '../../../records/account-query.ts'
import { subjectQuery } from '../../../records/subject-query.ts'
import { alertToast } from '../../../ui/feedback/toast.ts'
import type { Query } from '../../../ui/grid/list.ts'
import links from '../../../ui/layout/Links.module.css'
import { PageTitle } from '../../../ui/layout/PageTitle.tsx'
import { RecordPage } from '../../../ui/layout/RecordPage.tsx'
import { showChangedBill } from '../bill-query.ts'
import { BillForm } from './BillForm.tsx'

/** `?account_id=7&subject_id=9&unit=Int. 3` fills in the condominium, the person and the unit. */
export function NewBillPage() {
  const navigate = useNavigate()
  const search = useSearch({ strict: false }) as Query
  const account_id = Number(search.account_id) || null
  const subject_id = Number(search.subject_id) || null
  const account = useQuery({ ...accountQuery(account_id ?? 0), enabled: account_id !== null })
  const subject = useQuery({ ...subjectQuery(subject_id ?? 0), enabled: subject_id !== null })
  const start = {
    ...(account.data && { account_id: { value: String(account.data.account_id), label: account.data.name } }),
    ...(subject.data && {
      subject_id: { value: String(subject.data.subject_id), label: subject.data.nominative },
    }),
    ...(search.unit && { unit: String(search.unit) }),
  }
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
      {!account.isLoading && !subject.isLoading && (
        <BillForm
          start={start}
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
