import { Check, Copy } from 'iconoir-react'
import { useEffect, useState } from 'react'
import { Hidden } from './Hidden.tsx'
import { IconButton } from './PlainButton.tsx'

/** Copies `text`; `what` names it in the label (“Copia l’IBAN”). */
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
          void copy(text).then(() => setCopied(true))
        }}
      />
      <span aria-live="polite">{copied && <Hidden>Copiato</Hidden>}</span>
    </>
  )
}

/** The clipboard API exists only on secure origins; an administrator may open Saldo by a plain LAN address. */
async function copy(text: string) {
  if (navigator.clipboard) return navigator.clipboard.writeText(text)
  const area = document.createElement('textarea')
  area.value = text
  area.style.position = 'fixed'
  document.body.append(area)
  area.select()
  document.execCommand('copy')
  area.remove()
}
