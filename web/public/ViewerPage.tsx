import { Download, Printer, Xmark } from 'iconoir-react'
import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { readError, unreachable } from '../api-error.ts'
import { buildHeaders } from '../app-headers.ts'
import { Icon } from '../ui/icons/Icon.tsx'
import { saveFile } from '../ui/save-file.ts'
import page from './layout/Page.module.css'
import css from './layout/TitleBar.module.css'
import { TitleBar } from './layout/TitleBar.tsx'
import { billPdfUrl } from './link-api.ts'
import { billHash } from './public-page.ts'
import { ReadableBill } from './ReadableBill.tsx'
import { useLoaded } from './useLoaded.ts'

/** `#/viewer/{token}`: the bill as PDF; with a payment's id, the receipt of that payment. To read, print or save. */
export function ViewerPage({ token, payment_id }: { token: string; payment_id: string | null }) {
  const { answer: file, error, ask } = useLoaded(() => linkApiFile(token, payment_id))
  const address = useObjectUrl(file?.blob)
  const frame = useRef<HTMLIFrameElement>(null)
  const kind = payment_id ? 'Ricevuta' : 'Bolletta'
  const shows = useShown(payment_id !== null)
  return (
    <TitleBar
      title={file ? file.name.replace(/\.pdf$/i, '') : kind}
      actions={
        <>
          {file && address && (
            <>
              <button type="button" className={css.action} onClick={() => saveFile(file.blob, file.name)}>
                <Icon of={Download} size={20} />
                <span>Scarica</span>
              </button>
              <button type="button" className={css.action} onClick={() => print(frame.current, address)}>
                <Icon of={Printer} size={20} />
                <span>Stampa</span>
              </button>
            </>
          )}
          <a className={css.action} href={billHash(token)}>
            <Icon of={Xmark} size={20} />
            <span>Chiudi</span>
          </a>
        </>
      }
    >
      {error && !file && (
        <div className={css.message} role="alert">
          <h2>{error.status === 409 ? 'Non c’è una ricevuta' : 'Non riesco a mostrare il documento'}</h2>
          <p>{error.error_description}</p>
          {error.status !== 404 && error.status !== 409 && error.status !== 410 && (
            <button type="button" className={page.button} onClick={ask}>
              Riprova
            </button>
          )}
          {error.request_id && error.status >= 500 && (
            <p className={css.code}>Se chiedi aiuto, indica il codice {error.request_id}</p>
          )}
        </div>
      )}
      {file && address && shows === 'sheet' && (
        <iframe
          ref={frame}
          className={css.document}
          src={`${address}#toolbar=0&navpanes=0&view=FitH`}
          title={file.name}
        />
      )}
      {file && address && shows === 'link' && <Opened file={file} address={address} />}
      {file && address && shows === 'text' && (
        <ReadableBill token={token}>
          <Opened file={file} address={address} />
        </ReadableBill>
      )}
    </TitleBar>
  )
}

/** The browser shows the document by itself, where it can be enlarged. */
const Opened = ({ file, address }: { file: { name: string }; address: string }) => (
  <div className={css.message}>
    <h2>{file.name}</h2>
    <p>Su questo schermo il documento si legge meglio a parte: aprilo o scaricalo.</p>
    <a className={page.button} href={address} target="_blank" rel="noreferrer">
      Apri il documento
    </a>
  </div>
)

/** On a narrow window, or where no PDF can be shown inside a page, a bill is a text and a receipt a link. */
function useShown(receipt: boolean): 'sheet' | 'text' | 'link' {
  const isNarrow = useSyncExternalStore(onNarrow, () => narrow.matches)
  if (!isNarrow && navigator.pdfViewerEnabled) return 'sheet'
  return receipt ? 'link' : 'text'
}
const narrow = matchMedia('(max-width: 639.9px)')
function onNarrow(changed: () => void) {
  narrow.addEventListener('change', changed)
  return () => narrow.removeEventListener('change', changed)
}

/** Browsers that show PDFs in a process of their own must print from a separate tab. */
function print(frame: HTMLIFrameElement | null, address: string) {
  try {
    if (!frame?.contentWindow) throw new TypeError('nothing shown here')
    frame.contentWindow.focus()
    frame.contentWindow.print()
  } catch {
    open(address, '_blank')
  }
}

function useObjectUrl(blob: Blob | undefined) {
  const [address, setAddress] = useState<string | null>(null)
  useEffect(() => {
    if (!blob) return
    const url = URL.createObjectURL(blob)
    setAddress(url)
    return () => URL.revokeObjectURL(url)
  }, [blob])
  return address
}

/** Downloads the bill of a link, or a receipt of one of its payments, as PDF, named by the server. Throws ApiError. */
async function linkApiFile(token: string, payment_id: string | null): Promise<{ blob: Blob; name: string }> {
  const path = payment_id ? `/v1/mybill/${token}/receipt/${payment_id}` : billPdfUrl(token)
  const response = await fetch(path, {
    headers: buildHeaders,
    cache: 'no-store',
  }).catch(() => {
    throw unreachable()
  })
  if (!response.ok) throw await readError(response)
  const named = /filename\*=UTF-8''([^;]+)/i.exec(response.headers.get('content-disposition') ?? '')?.[1]
  return { blob: await response.blob(), name: decodeURIComponent(named ?? 'documento.pdf') }
}
