import { formatDateTime } from '@saldo/domain/dates'
import { documentCan, documentPhase, documentTypeName } from '@saldo/domain/registry/document'
import { Suspense, useState } from 'react'
import { LinkButton } from '../../ui/buttons/PlainButton.tsx'
import { StateLabel } from '../../ui/data/StateLabel.tsx'
import { lazyWithRetry } from '../../ui/lazy-with-retry.ts'
import { ConfirmDialog } from '../../ui/overlay/ConfirmDialog.tsx'
import styles from './Documents.module.css'
import { download, invalidate, remove, verify } from './document-acts.ts'
import { sizeInWords, stateOf } from './document-words.ts'
import type { Document, Owner } from './documents-query.ts'
import { ShareSwitch } from './ShareSwitch.tsx'

const InvalidDialog = lazyWithRetry(() => import('./InvalidDialog.tsx'))

/** One document: type, state with reason, actions. */
export function DocumentRow({
  of,
  document,
  mayWrite,
  mayJudge,
}: {
  of: Owner
  document: Document
  mayWrite: boolean
  mayJudge: boolean
}) {
  const [asked, ask] = useState<'remove' | 'invalid' | null>(null)
  const what = documentTypeName(of.owner, document.type)
  const phase = { phase: documentPhase(document) }
  const named = `${what}, ${document.file_name}`
  return (
    <li className={styles.row}>
      <div className={styles.what}>
        <div className={styles.name}>{what}</div>
        <div className={styles.file}>
          {document.file_name} · {sizeInWords(document.size)}
        </div>
        <div className={styles.dim}>
          {formatDateTime(document.created_at)}, {document.uploaded_by ?? 'backoffice'}
        </div>
        {document.reason && <div className={styles.reason}>{document.reason}</div>}
        <ShareSwitch of={of} document={document} />
      </div>
      <StateLabel state={stateOf(document)} />
      <div className={styles.acts}>
        {documentCan.download(phase) && (
          <LinkButton aria-label={`Scarica ${named}`} onClick={() => void download(of, document)}>
            Scarica
          </LinkButton>
        )}
        {mayJudge && documentCan.check(phase) && document.state !== 'checked' && (
          <LinkButton aria-label={`Verifica ${named}`} onClick={() => void verify(of, document)}>
            Verificato
          </LinkButton>
        )}
        {mayJudge && documentCan.invalidate(phase) && (
          <LinkButton aria-label={`Non valido: ${named}`} onClick={() => ask('invalid')}>
            Non valido
          </LinkButton>
        )}
        {mayWrite && (mayJudge || documentCan.delete(phase)) && (
          <LinkButton aria-label={`Elimina ${named}`} onClick={() => ask('remove')}>
            Elimina
          </LinkButton>
        )}
      </div>
      <ConfirmDialog
        opened={asked === 'remove'}
        danger
        title={`Elimina «${document.file_name}»`}
        action="Elimina"
        cancel="Lascialo"
        onClose={() => ask(null)}
        onConfirm={async () => {
          await remove(of, document)
          ask(null)
        }}
      >
        Il file si cancella e non si può riprendere. Chi l’ha caricato ed eliminato resta scritto nella
        storia.
      </ConfirmDialog>
      {asked === 'invalid' && (
        <Suspense fallback={null}>
          <InvalidDialog
            owner={of.owner}
            document={document}
            onInvalid={(reason) => invalidate(of, document, reason)}
            onClose={() => ask(null)}
          />
        </Suspense>
      )}
    </li>
  )
}
