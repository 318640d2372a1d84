import { groupIban, maskIban } from '@saldo/domain/iban'
import { Eye } from 'iconoir-react'
import { useState } from 'react'
import { CopyButton } from '../buttons/CopyButton.tsx'
import { IconButton } from '../buttons/PlainButton.tsx'

/**
 * A masked IBAN, `IT60 •••• 3456`. `onReveal` asks the server for the whole one (the server logs who looked) and
 * resolves with it; without `onReveal` it stays masked.
 */
export function MaskedIban({ iban, onReveal }: { iban: string; onReveal?: () => Promise<string> }) {
  const [revealed, setRevealed] = useState<string | null>(null)
  const [asking, setAsking] = useState(false)
  if (revealed) {
    return (
      <span style={inARow}>
        {groupIban(revealed)}
        <CopyButton text={revealed} what="l’IBAN" />
      </span>
    )
  }
  const reveal = async () => {
    setAsking(true)
    try {
      setRevealed((await onReveal?.()) ?? null)
    } finally {
      setAsking(false)
    }
  }
  return (
    <span style={inARow}>
      {maskIban(iban)}
      {onReveal && <IconButton icon={Eye} label="Mostra l’IBAN" disabled={asking} onClick={reveal} />}
    </span>
  )
}

const inARow = { display: 'inline-flex', alignItems: 'center', gap: 4, whiteSpace: 'nowrap' } as const
