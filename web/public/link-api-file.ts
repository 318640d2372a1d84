import { readError, unreachable } from '../api-error.ts'
import { billPdfUrl } from './link-api.ts'

/** Downloads the bill of a link, or a receipt of one of its payments, as PDF, named by the server. Throws ApiError. */
export async function linkApiFile(
  token: string,
  payment_id: string | null,
): Promise<{ blob: Blob; name: string }> {
  const path = payment_id ? `/v1/mybill/${token}/receipt/${payment_id}` : billPdfUrl(token)
  const response = await fetch(path, {
    headers: { 'app-version': __APP_VERSION__ },
    cache: 'no-store',
  }).catch(() => {
    throw unreachable()
  })
  if (!response.ok) throw await readError(response)
  const named = /filename\*=UTF-8''([^;]+)/i.exec(response.headers.get('content-disposition') ?? '')?.[1]
  return { blob: await response.blob(), name: decodeURIComponent(named ?? 'documento.pdf') }
}
