import { Button } from '@mantine/core'
import type { CashAccount } from '@saldo/domain/accounting'
import { Printer } from 'iconoir-react'
import { apiFile } from '../../api.ts'
import { ApiError } from '../../api-error.ts'
import { whileLoading } from '../../ui/feedback/loader.ts'
import { alertToast } from '../../ui/feedback/toast.ts'
import type { Query } from '../../ui/grid/list.ts'
import { useNarrow } from '../../ui/grid/useNarrow.ts'
import { Icon } from '../../ui/icons/Icon.tsx'
import { saveFile } from '../../ui/save-file.ts'

/** The register of the chosen period as a PDF to print and sign: every movement of it, whatever else is filtered. */
export function RegisterPdf({ account_id, filters }: { account_id: number; filters: Query }) {
  const { cards } = useNarrow()
  const { day_from, day_to, cash } = filters
  const save = async () => {
    const query = { account_id, day_from, day_to, cash: cash as CashAccount | undefined }
    try {
      const { blob, name } = await whileLoading(
        'Preparo il PDF…',
        apiFile('GET /v1/books/register/pdf', { query }),
      )
      saveFile(blob, name)
    } catch (error) {
      const why =
        error instanceof ApiError ? (error.fields?.day_from ?? error.error_description) : 'Riprova fra poco.'
      alertToast(why, 'late')
    }
  }
  return (
    <Button
      variant="default"
      leftSection={cards ? undefined : <Icon of={Printer} />}
      px={cards ? 13 : undefined}
      aria-label={cards ? 'Stampa il registro' : undefined}
      onClick={() => void save()}
    >
      {cards ? <Icon of={Printer} /> : 'PDF da stampare'}
    </Button>
  )
}
