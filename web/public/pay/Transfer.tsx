import type { Transfer as Order } from '@saldo/contract/bills/mybill'
import { groupIban } from '@saldo/domain/iban'
import { centsToDecimal, formatEuro } from '@saldo/domain/money'
import { formatRf } from '@saldo/domain/sepa/creditor-reference'
import { Check, Copy } from 'iconoir-react'
import { useEffect, useState } from 'react'
import { Icon } from '../../ui/icons/Icon.tsx'
import { VisuallyHidden } from '../../ui/layout/VisuallyHidden.tsx'
import css from '../layout/Page.module.css'
import { useLoaded } from '../useLoaded.ts'
import pay from './Pay.module.css'
import own from './Transfer.module.css'

type Load = (amount: number) => Promise<Order>

/** How to transfer `amount`, which can be paid: loaded when it is not the amount that came with the bill. */
export function Transfer({
  transfer,
  amount,
  load,
}: {
  transfer: Order | null
  amount: number
  load: Load | undefined
}) {
  if (!transfer) return <p>Il condominio non ha ancora un conto per i bonifici: scegli un altro modo.</p>
  if (transfer.amount === amount || !load) return <TransferData transfer={transfer} />
  return <ChosenTransfer amount={amount} load={load} />
}

/** In milliseconds: an amount that is being typed is asked for when typing pauses. */
const typingPause = 350

/** Never shows the data of another amount than the chosen one. */
function ChosenTransfer({ amount, load }: { amount: number; load: Load }) {
  const [asked, setAsked] = useState<number>()
  useEffect(() => {
    const timer = setTimeout(() => setAsked(amount), typingPause)
    return () => clearTimeout(timer)
  }, [amount])
  return asked === amount ? <LoadedTransfer key={amount} {...{ amount, load }} /> : <Preparing />
}

const Preparing = () => (
  <div role="status">
    <VisuallyHidden>Preparo i dati del bonifico…</VisuallyHidden>
    <span className={css.bone} style={{ height: 420 }} />
  </div>
)

function LoadedTransfer({ amount, load }: { amount: number; load: Load }) {
  const { answer, error, ask } = useLoaded(() => load(amount))
  if (answer) return <TransferData transfer={answer} />
  if (!error) return <Preparing />
  return (
    <div role="alert">
      <p className={css.wrong}>{error.error_description}</p>
      <button type="button" className={css.link} onClick={() => void ask()}>
        Riprova
      </button>
    </div>
  )
}

/** How to transfer what is due, on paper: there nobody chooses a way to pay. */
export function PrintedTransfer({ transfer: { holder, iban, amount, reference, qr } }: { transfer: Order }) {
  const facts = [
    ['Intestatario', holder],
    ['IBAN', groupIban(iban)],
    ['Importo', formatEuro(amount)],
    ['Causale', formatRf(reference)],
  ]
  return (
    <div className={own.printed} data-print="only">
      <dl>
        {facts.map(([label, text]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
      <Qr {...{ amount, qr }} />
    </div>
  )
}

/** Everything a bank needs for a transfer, each with a copy button, and the QR code for banking apps. */
export function TransferData({ transfer }: { transfer: Order }) {
  const { amount, qr } = transfer
  return (
    <>
      <dl className={pay.facts} data-stacked>
        <Copied label="Intestatario" shown={transfer.holder} text={transfer.holder} />
        <Copied label="IBAN" shown={groupIban(transfer.iban)} text={transfer.iban} />
        <Copied label="Importo" shown={formatEuro(amount)} text={centsToDecimal(amount).replace('.', ',')} />
        <Copied label="Causale" shown={formatRf(transfer.reference)} text={transfer.reference} />
      </dl>
      <Qr {...{ amount, qr }} />
      <p className={css.small}>
        Se la tua banca legge il QR, il bonifico si compila da solo. Scrivi la causale così com’è, serve a
        riconoscere il bonifico, che arriva in uno o due giorni lavorativi.
      </p>
    </>
  )
}

const Qr = ({ amount, qr }: Pick<Order, 'amount' | 'qr'>) => (
  <svg
    className={own.qr}
    viewBox={`-4 -4 ${qr.size + 8} ${qr.size + 8}`}
    shapeRendering="crispEdges"
    role="img"
  >
    <title>{`Codice QR con i dati del bonifico di ${formatEuro(amount)}`}</title>
    <path d={qr.path} fill="#000000" />
  </svg>
)

function Copied({ label, shown, text }: { label: string; shown: string; text: string }) {
  const [copied, setCopied] = useState(false)
  useEffect(() => {
    if (!copied) return
    const timer = setTimeout(() => setCopied(false), 2000)
    return () => clearTimeout(timer)
  }, [copied])
  return (
    <div>
      <dt>{label}</dt>
      <dd>
        <span>{shown}</span>
        <button
          type="button"
          className={own.copy}
          aria-label={`Copia: ${label.toLowerCase()}`}
          onClick={() => void copy(text).then(() => setCopied(true))}
        >
          <Icon of={copied ? Check : Copy} size={20} />
        </button>
        <span aria-live="polite">{copied && <VisuallyHidden>Copiato</VisuallyHidden>}</span>
      </dd>
    </div>
  )
}

/** The clipboard API exists on secure origins only. */
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
