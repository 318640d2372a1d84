import { Button } from '@mantine/core'
import { formatDateTime } from '@saldo/domain/dates'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../api.ts'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { QueryError } from '../../ui/feedback/QueryError.tsx'
import { Loading, TextSkeleton } from '../../ui/feedback/Skeleton.tsx'
import { alertToast } from '../../ui/feedback/toast.ts'
import { Section } from '../../ui/layout/Section.tsx'
import { ConfirmDialog } from '../../ui/overlay/ConfirmDialog.tsx'
import styles from './EmailTemplate.module.css'
import { keepTemplate, useIsBuiltIn, versionsQuery } from './email-template-query.ts'
import { failed } from './failed.ts'
import type { TabProps } from './TemplateWorkshop.tsx'
import { VersionDifference } from './VersionDifference.tsx'

/** All versions, the newest first: what each changed, and back to one that was live, or to the built-in template (0). */
export default function VersionsTab({ template }: TabProps) {
  const query = useQuery(versionsQuery(template.template_id))
  const [asking, setAsking] = useState<number | null>(null)
  const { template_id: id, live_number } = template
  const isBuiltIn = useIsBuiltIn(template)
  const rollback = async () => {
    if (asking === null || live_number === null) return
    try {
      const body = { id, number: asking, live_number }
      const kept = await api('POST /v1/settings/email/template-rollback', { body })
      await keepTemplate(kept)
      alertToast(
        `È di nuovo in uso ${asking === 0 ? 'il modello di base' : `la versione ${asking}`}.`,
        'success',
      )
    } catch (error) {
      failed(error)
    }
    setAsking(null)
  }
  return (
    <>
      {template.draft && (
        <Section title="Bozza">
          <VersionDifference
            id={id}
            from={template.sandbox_number ?? 0}
            to={undefined}
            label={
              template.sandbox_number === null
                ? 'Confronta con il modello di base'
                : 'Confronta con la versione in prova'
            }
          />
        </Section>
      )}
      <Section title="Versioni">
        {query.isPending && (
          <Loading what="le versioni">
            <TextSkeleton lines={4} />
          </Loading>
        )}
        {query.isError && (
          <QueryError
            error={query.error}
            what="Non riesco a mostrare le versioni"
            onRetry={() => void query.refetch()}
          />
        )}
        {query.data?.length === 0 && (
          <EmptyState title="Ancora nessuna versione">
            Nasce quando metti in prova la bozza. Fino ad allora le e-mail usano il modello di base.
          </EmptyState>
        )}
        {query.data?.map((version) => (
          <div key={version.number} className={styles.version}>
            <h3>Versione {version.number}</h3>
            <span>{version.subject}</span>
            <span className={styles.dim}>
              {[
                formatDateTime(version.created_at),
                version.created_by_name,
                version.note,
                version.number === live_number && 'in uso',
                version.number === template.sandbox_number && 'in prova',
                version.live_at &&
                  version.number !== live_number &&
                  `in uso dal ${formatDateTime(version.live_at)}, poi sostituita`,
              ]
                .filter(Boolean)
                .join(' · ')}
            </span>
            <span className={styles.dim}>SHA-256 {version.checksum.slice(0, 16)}…</span>
            <div className={styles.row}>
              <VersionDifference
                id={id}
                from={version.number - 1}
                to={version.number}
                label={
                  version.number === 1
                    ? 'Confronta con il modello di base'
                    : `Confronta con la versione ${version.number - 1}`
                }
              />
              {version.live_at && live_number !== null && version.number !== live_number && (
                <Button variant="default" onClick={() => setAsking(version.number)}>
                  Torna alla versione {version.number}
                </Button>
              )}
            </div>
          </div>
        ))}
        {live_number !== null && isBuiltIn === false && (
          <p>
            <Button variant="default" onClick={() => setAsking(0)}>
              Torna al modello di base
            </Button>
          </p>
        )}
      </Section>
      <ConfirmDialog
        opened={asking !== null}
        title={asking === 0 ? 'Torna al modello di base' : `Torna alla versione ${asking}`}
        action={asking === 0 ? 'Torna al modello di base' : 'Rimetti in uso'}
        cancel="Annulla"
        onClose={() => setAsking(null)}
        onConfirm={rollback}
      >
        Da subito le e-mail usano di nuovo {asking === 0 ? 'il modello di base' : 'questa versione'}, che
        torna anche in prova. La bozza resta com’è{template.draft && ', ancora da provare'}.
      </ConfirmDialog>
    </>
  )
}
