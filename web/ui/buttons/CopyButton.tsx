import { Check, Copy } from 'iconoir-react'
import { useEffect, useState } from 'react'
import { VisuallyHidden } from '../layout/VisuallyHidden.tsx'
import { copyText } from './copy-text.ts'
import { IconButton } from './PlainButton.tsx'

/** Copies `text` to the clipboard; `what` names it in the label (“Copia l’IBAN”). */
export function CopyButton({ text, what }: { text: string; what: string }) {
  const [copied, setCopied] = useState(false)
  useEffect(() => {
    if (!copied) return
    const timer = setTimeout(() => setCopied(false), 2000)
    return () => clearTimeout(timer)
  }, [copied])

  return (
    <>
      <IconButton
        icon={copied ? Check : Copy}
        label={`Copia ${what}`}
        onClick={(event) => {
          event.stopPropagation()
          void copyText(text).then(() => setCopied(true))
        }}
      />
      <span aria-live="polite">{copied && <VisuallyHidden>Copiato</VisuallyHidden>}</span>
    </>
  )
}
