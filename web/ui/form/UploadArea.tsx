import { Button } from '@mantine/core'
import { WarningTriangle } from 'iconoir-react'
import { type DragEvent, type ReactNode, useRef, useState } from 'react'
import { Progress } from '../feedback/Progress.tsx'
import { Icon } from '../icons/Icon.tsx'
import { LeaveGuard } from './LeaveGuard.tsx'
import styles from './UploadArea.module.css'

type Sending = { onProgress: (share: number) => void; signal: AbortSignal }

/**
 * Uploads files, dropped or chosen, one after the other: shows progress, can be stopped, warns before leaving meanwhile,
 * and shows errors. `send` rejects with the server's error; `ready` may refuse before the file is read.
 */
export function UploadArea({
  label,
  accepted,
  most,
  tooBig,
  oneAtATime = '',
  several = false,
  leaving,
  ready = () => true,
  send,
  children,
}: {
  /** The label of the file, for screen readers. */
  label: string
  /** The `accept` attribute of the input. */
  accepted: string
  /** Maximum size in bytes. */
  most: number
  tooBig: string
  /** What is said when several files are dropped, unless `several` are taken. */
  oneAtATime?: string
  several?: boolean
  /** The warning shown if the user leaves now. */
  leaving: string
  ready?: () => boolean
  send: (file: File, sending: Sending) => Promise<unknown>
  /** Content while nothing is being sent; `choose` opens the file dialog. */
  children: (choose: () => void) => ReactNode
}) {
  const input = useRef<HTMLInputElement>(null)
  const sending = useRef<AbortController>(null)
  const [over, setOver] = useState(false)
  const [file, setFile] = useState<File | null>(null)
  const [share, setShare] = useState(0)
  const [failures, setFailures] = useState<readonly string[]>([])

  const start = async (chosen: readonly File[]) => {
    setFailures([])
    const controller = new AbortController()
    sending.current = controller
    for (const each of chosen) {
      const fail = (why: string) =>
        setFailures((now) => [...now, chosen.length > 1 ? `${each.name}: ${why}` : why])
      if (controller.signal.aborted) break
      if (each.size > most) {
        fail(tooBig)
        continue
      }
      setFile(each)
      setShare(0)
      try {
        await send(each, { onProgress: setShare, signal: controller.signal })
      } catch (error) {
        if (!controller.signal.aborted) fail(said(error))
      }
    }
    setFile(null)
  }
  const take = (files: FileList | null) => {
    const chosen = [...(files ?? [])]
    if (chosen.length > 1 && !several) setFailures([oneAtATime])
    else if (chosen.length > 0 && ready()) void start(chosen)
    if (input.current) input.current.value = ''
  }
  const onDrop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    if (!file) take(event.dataTransfer.files)
  }

  return (
    <div className={styles.upload}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: dropping is one way; the button inside does the same */}
      <div
        className={styles.drop}
        data-over={over || undefined}
        onDragOver={(event) => {
          event.preventDefault()
          setOver(true)
        }}
        onDragLeave={() => setOver(false)}
        onDrop={onDrop}
      >
        {file ? (
          <div className={styles.progress}>
            <span role="status">
              Carico {file.name}: {Math.round(share * 100)} %
            </span>
            <Progress label={`Carico ${file.name}`} share={share} />
            <div>
              <Button variant="default" onClick={() => sending.current?.abort()}>
                Interrompi
              </Button>
            </div>
          </div>
        ) : (
          <>
            {children(() => {
              if (ready()) input.current?.click()
            })}
            <input
              ref={input}
              type="file"
              accept={accepted}
              multiple={several}
              className={styles.input}
              tabIndex={-1}
              aria-label={label}
              onChange={(event) => take(event.currentTarget.files)}
            />
          </>
        )}
      </div>
      {failures.map((failure) => (
        <p key={failure} className={styles.failure} role="alert">
          <Icon of={WarningTriangle} />
          {failure}
        </p>
      ))}
      <LeaveGuard
        dirty={file !== null}
        title="Il file si sta ancora caricando"
        action="Esci e interrompi"
        onLeave={() => sending.current?.abort()}
      >
        {leaving}
      </LeaveGuard>
    </div>
  )
}

/** The server's sentence, if it is one of its errors. */
const said = (error: unknown): string =>
  typeof error === 'object' && error !== null && 'error_description' in error
    ? String(error.error_description)
    : 'Il file non è arrivato. Riprova fra poco.'
