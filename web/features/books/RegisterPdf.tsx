import type { CashAccount } from '@saldo/domain/accounting/accounting'
import { Printer } from 'iconoir-react'
import { apiFile } from '../../api.ts'
import { ApiError } from '../../api-error.ts'
import { ResponsiveButton } from '../../ui/buttons/ResponsiveButton.tsx'
import { whileLoading } from '../../ui/feedback/loader.ts'
import { alertToast } from '../../ui/feedback/toast.ts'
import type { Query } from '../../ui/grid/list.ts'
import { saveFile } from '../../ui/save-file.ts'

/** The register of the chosen period as a PDF to print and sign: all movements, whatever else is filtered. */
export function RegisterPdf({ account_id, filters }: { account_id: number; filters: Query }) {
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
        error instanceof ApiError
          ? (error.fields?.day_from ?? error.fields?.day_to ?? error.error_description)
          : 'Riprova fra poco.'
      alertToast(why, 'danger')
    }
  }
  return (
    <ResponsiveButton
      variant="default"
      icon={Printer}
      label="PDF da stampare"
      name="Stampa il registro"
      onClick={() => void save()}
    />
  )
}
