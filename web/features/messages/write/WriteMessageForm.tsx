import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { api } from '../../../api.ts'
import { useKeptKey } from '../../../session/kept-key.ts'
import { queries } from '../../../session/queries.ts'
import { alertToast } from '../../../ui/feedback/toast.ts'
import * as check from '../../../ui/form/checks.ts'
import { FormSection, RecordForm } from '../../../ui/form/RecordForm.tsx'
import { LongTextField, TextField } from '../../../ui/form/text-fields.tsx'
import { useForm } from '../../../ui/form/useForm.ts'
import { formatCountOf } from '../../../ui/grid/list.ts'
import { MessagePreview } from '../MessagePreview.tsx'
import { RecipientFields } from './RecipientFields.tsx'
import { type MessageValues, recipientsOf, userWords } from './recipients.ts'

const nobody: MessageValues = {
  to: 'user',
  user: null,
  customer: null,
  role: 'customer',
  title: '',
  body: '',
  link: '',
}

/** Form of a message: recipients, text, preview; the button shows how many users it reaches. */
export function WriteMessageForm({
  ofCustomer,
  onSent,
  onCancel,
}: {
  /** While working for a customer: its users only. */
  ofCustomer: boolean
  onSent: () => void
  onCancel: () => void
}) {
  const key = useKeptKey('message')
  const initial = useRef(nobody)
  const form = useForm<MessageValues>({
    initial: initial.current,
    checks: {
      user: (user, { to }) => (to === 'user' && !user ? 'Scegli un utente.' : null),
      customer: (customer, { to }) => (to === 'customer' && !customer ? 'Scegli un cliente.' : null),
      title: check.required('Scrivi il titolo.'),
      body: check.required('Scrivi il messaggio.'),
      link: (link) => linkError(link.trim()),
    },
    submit: async ({ title, body, link, ...values }) => {
      const { recipients } = await api('POST /v1/push/message', {
        body: { ...recipientsOf(values), title, body, link: link.trim() || null },
        idempotencyKey: key,
      })
      alertToast(`Messaggio inviato a ${formatCountOf(recipients, userWords)}.`, 'success')
      await queries.invalidateQueries({ queryKey: ['messages'] })
      onSent()
    },
  })
  const reached = useReached(form.values)
  return (
    <RecordForm
      form={form}
      save={reached ? `Invia a ${formatCountOf(reached, userWords)}` : 'Invia'}
      onCancel={onCancel}
    >
      <FormSection title="A chi">
        <RecipientFields form={form} ofCustomer={ofCustomer} />
        <p style={{ margin: 0 }} role="status">
          {reached === 0 && 'Nessun utente corrisponde: il messaggio non arriverebbe a nessuno.'}
          {reached !== undefined && reached > 0 && `Arriva a ${formatCountOf(reached, userWords)}.`}
        </p>
      </FormSection>
      <FormSection title="Che cosa">
        <TextField {...form.field('title')} label="Titolo" maxLength={120} autoComplete="off" />
        <LongTextField {...form.field('body')} label="Messaggio" rows={5} />
        <TextField
          {...form.field('link')}
          label="Link"
          required={false}
          hint="Una pagina, per esempio /bollette, o un indirizzo https://"
          maxLength={500}
          autoComplete="off"
        />
      </FormSection>
      <MessagePreview values={form.values} />
    </RecordForm>
  )
}

/** The number of recipients; unknown while loading, or before recipients are chosen. */
function useReached(values: MessageValues): number | undefined {
  const whom = recipientsOf(values)
  const query = whom && (whom.everyone ? { everyone: 'true' } : whom)
  const { data } = useQuery({
    queryKey: ['recipients', query],
    queryFn: ({ signal }) => api('GET /v1/push/recipients', { query: query ?? {}, signal }),
    enabled: whom !== null,
    placeholderData: keepPreviousData,
  })
  return whom ? data?.count : undefined
}

/** The server's rule (contract/messages.ts), checked while typing. */
function linkError(link: string): string | null {
  if (link === '' || /^(\/(?!\/)[^\s\\]*|https:\/\/[^\s\\/]+(\/[^\s\\]*)?)$/.test(link)) return null
  return 'Scrivi una pagina, per esempio /bollette, o un indirizzo che comincia con https://'
}
