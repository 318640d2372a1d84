import { Button } from '@mantine/core'
import { Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { paths } from '../../paths.ts'
import { alertToast } from '../../ui/feedback/toast.ts'
import { RecordForm } from '../../ui/form/RecordForm.tsx'
import links from '../../ui/layout/Links.module.css'
import { PageTitle } from '../../ui/layout/PageTitle.tsx'
import { RecordPage } from '../../ui/layout/RecordPage.tsx'
import { CustomerFields } from './CustomerFields.tsx'
import { saveCustomer, saveIncomplete } from './customer-acts.ts'
import { customerBody, useCustomerForm } from './useCustomerForm.ts'

export function NewCustomerPage() {
  const navigate = useNavigate()
  const [keeping, setKeeping] = useState(false)
  const form = useCustomerForm({
    draft: 'customer-new',
    whole: true,
    onSave: async (body) => {
      const customer = await saveCustomer(body)
      alertToast(`${customer.business_name} è fra i clienti: ora lo puoi attivare.`, 'success')
      await navigate(paths.customerPage(customer.customer_id))
    },
  })
  const keep = async () => {
    setKeeping(true)
    const kept = await saveIncomplete(customerBody(form.values))
    setKeeping(false)
    if (!kept) return
    form.reset()
    await navigate({ ...paths.incompleteCustomers(), ignoreBlocker: true })
  }
  return (
    <RecordPage
      list={
        <Link {...paths.customers()} className={links.link}>
          Clienti
        </Link>
      }
      name="Nuovo"
      tabTitle="Nuovo cliente"
    >
      <PageTitle
        title="Nuovo cliente"
        summary="Se manca qualcosa, tienilo fra gli incompleti e finiscilo dopo."
      />
      <RecordForm
        form={form}
        save="Aggiungi il cliente"
        also={
          <Button variant="default" size="lg" loading={keeping} onClick={() => void keep()}>
            Tieni fra gli incompleti
          </Button>
        }
        onCancel={() => void navigate(paths.customers())}
      >
        <CustomerFields form={form} focus />
      </RecordForm>
    </RecordPage>
  )
}
