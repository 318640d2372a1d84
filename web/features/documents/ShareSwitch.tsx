import { Switch } from '@mantine/core'
import { documentTypeName, isSharedType, whyNotShared } from '@saldo/domain/registry/document'
import { useState } from 'react'
import { usePermission } from '../../session/permissions/permission.ts'
import styles from './Documents.module.css'
import { share } from './document-acts.ts'
import type { Document, Owner } from './documents-query.ts'

/** Whether the residents of the condominium see a document; nothing for documents that are never shared. */
export function ShareSwitch({ of, document }: { of: Owner; document: Document }) {
  const mayWrite = usePermission('documents:write')
  const [asked, ask] = useState<boolean | null>(null)
  if (!isSharedType(of.owner, document.type)) return null
  const shared = document.shared_at !== null
  // The server knows whether there is a scanner; what waits for it is not shared in any case.
  const why = whyNotShared(document, { has_scanner: false })
  if (why !== null && (!shared || !mayWrite)) return null
  if (!mayWrite) return shared ? <div className={styles.dim}>Condiviso con i condòmini</div> : null
  const label = 'Lo vedono i condòmini'
  return (
    <Switch
      className={styles.share}
      size="sm"
      label={label}
      aria-label={`${label}: ${documentTypeName(of.owner, document.type)}, ${document.file_name}`}
      // Shared, and shown to nobody: the reason says why.
      checked={asked ?? (shared && why === null)}
      description={why && `Ora non lo vedono. ${why}`}
      disabled={asked !== null || why !== null}
      onChange={async (event) => {
        const wanted = event.currentTarget.checked
        ask(wanted)
        await share(of, document, wanted)
        ask(null)
      }}
    />
  )
}
