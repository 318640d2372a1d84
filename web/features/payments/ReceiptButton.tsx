import { Button } from '@mantine/core'
import { paymentCan } from '@saldo/domain/payments/payment'
import { Page } from 'iconoir-react'
import { useState } from 'react'
import { apiFile } from '../../api.ts'
import { errorSentence } from '../../api-error.ts'
import { alertToast } from '../../ui/feedback/toast.ts'
import { Icon } from '../../ui/icons/Icon.tsx'
import { saveFile } from '../../ui/save-file.ts'
import type { Payment } from './payment-query.ts'

/** Downloads the receipt; nothing for payments without one. */
export function ReceiptButton({ payment }: { payment: Pick<Payment, 'payment_id' | 'state'> }) {
  const [fetching, setFetching] = useState(false)
  if (!paymentCan.receipt({ phase: payment.state })) return null
  const download = async () => {
    setFetching(true)
    try {
      const { blob, name } = await apiFile('GET /v1/payments/receipt/{id}', {
        params: { id: payment.payment_id },
      })
      saveFile(blob, name)
    } catch (error) {
      alertToast(errorSentence(error, 'Non riesco a scaricare la ricevuta. Riprova fra poco.'), 'danger')
    } finally {
      setFetching(false)
    }
  }
  return (
    <div>
      <Button variant="default" leftSection={<Icon of={Page} />} loading={fetching} onClick={download}>
        Ricevuta
      </Button>
    </div>
  )
}
