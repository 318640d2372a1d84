import { Button } from '@mantine/core'
import { AnnotationMode, GlobalWorkerOptions, getDocument, type PDFDocumentProxy } from 'pdfjs-dist'
import workerUrl from 'pdfjs-dist/build/pdf.worker.min.mjs?url'
import { useEffect, useRef, useState } from 'react'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import styles from './Files.module.css'

GlobalWorkerOptions.workerSrc = workerUrl

/** So many pages are drawn at once. */
const pagesAtOnce = 10

/**
 * The pages of a PDF, drawn by pdf.js. Its scripts need a part of pdf.js that is not loaded; forms, links and attachments stay
 * a drawing.
 */
export default function PdfPages({ bytes, name }: { bytes: ArrayBuffer; name: string }) {
  const [pdf, setPdf] = useState<PDFDocumentProxy | 'broken' | 'password'>()
  const [pages, setPages] = useState(pagesAtOnce)
  useEffect(() => {
    const loading = getDocument({
      // A copy: pdf.js hands the bytes over to its worker.
      data: new Uint8Array(bytes.slice(0)),
      disableFontFace: true,
      enableXfa: false,
      useWasm: false,
      useSystemFonts: false,
      maxImageSize: 50_000_000,
    })
    let left = false
    loading.promise.then(setPdf, (error: unknown) => {
      if (!left) setPdf(error instanceof Error && error.name === 'PasswordException' ? 'password' : 'broken')
    })
    return () => {
      left = true
      void loading.destroy()
    }
  }, [bytes])
  if (pdf === 'password')
    return <EmptyState title="Nessuna anteprima">Il PDF è protetto da password.</EmptyState>
  if (pdf === 'broken') return <EmptyState title="Nessuna anteprima">Il PDF è danneggiato.</EmptyState>
  if (!pdf) return <p role="status">Carico le pagine…</p>
  const shown = Math.min(pages, pdf.numPages)
  return (
    <>
      {Array.from({ length: shown }, (_, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: pages never move
        <PdfPage key={at} pdf={pdf} number={at + 1} label={`Pagina ${at + 1} di ${pdf.numPages}, ${name}`} />
      ))}
      {shown < pdf.numPages && (
        <Button variant="default" onClick={() => setPages(pages + pagesAtOnce)}>
          Altre pagine ({pdf.numPages - shown})
        </Button>
      )}
    </>
  )
}

function PdfPage({ pdf, number, label }: { pdf: PDFDocumentProxy; number: number; label: string }) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const [broken, setBroken] = useState(false)
  useEffect(() => {
    let cancel = () => {}
    const draw = async () => {
      const page = await pdf.getPage(number)
      if (!canvas.current) return
      const { width } = page.getViewport({ scale: 1 })
      const viewport = page.getViewport({ scale: Math.min(3, 1600 / width) })
      canvas.current.width = Math.min(viewport.width, 4000)
      canvas.current.height = Math.min(viewport.height, 8000)
      const drawing = page.render({
        canvas: canvas.current,
        viewport,
        annotationMode: AnnotationMode.ENABLE,
      })
      cancel = () => drawing.cancel()
      await drawing.promise
    }
    draw().catch((error: unknown) => {
      if (!(error instanceof Error && error.name === 'RenderingCancelledException')) setBroken(true)
    })
    return () => cancel()
  }, [pdf, number])
  return broken ? (
    <p>Questa pagina non si può disegnare.</p>
  ) : (
    <canvas ref={canvas} className={styles.pdfPage} role="img" aria-label={label} />
  )
}
