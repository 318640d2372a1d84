import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { paths } from '../../../paths.ts'
import { customerQuery, meQuery, shownCustomer } from '../../../session/queries.ts'
import links from '../../../ui/layout/Links.module.css'
import { PageTitle } from '../../../ui/layout/PageTitle.tsx'
import { RecordPage } from '../../../ui/layout/RecordPage.tsx'
import { SentMessages } from './SentMessages.tsx'
import { WriteMessageForm } from './WriteMessageForm.tsx'

/** `/messaggi/nuovo`: a super user writes to a user, a customer, a role or all, and sees who has read what was sent. */
export function WriteMessagePage() {
  const { data: user } = useSuspenseQuery(meQuery)
  const customer_id = shownCustomer(user)
  const customer = useQuery({ ...customerQuery(customer_id ?? 0), enabled: customer_id !== null })
  const navigate = useNavigate()
  // After sending, reset the form with a new idempotency key.
  const [sent, setSent] = useState(0)
  return (
    <RecordPage
      list={
        <Link {...paths.messages()} className={links.link}>
          Messaggi
        </Link>
      }
      name="Nuovo"
      tabTitle="Nuovo messaggio"
      titled
    >
      <PageTitle
        title="Nuovo messaggio"
        summary={
          customer_id === null
            ? 'Arriva subito a chi è collegato, e sui dispositivi di chi li ha registrati.'
            : `Lavori per ${customer.data?.business_name ?? '…'}: il messaggio arriva solo ai suoi utenti.`
        }
      />
      <WriteMessageForm
        key={`${customer_id}-${sent}`}
        ofCustomer={customer_id !== null}
        onSent={() => setSent(sent + 1)}
        onCancel={() => void navigate(paths.messages())}
      />
      <SentMessages />
    </RecordPage>
  )
}
