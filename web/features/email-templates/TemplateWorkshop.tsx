import { Button } from '@mantine/core'
import { formatDateTime } from '@saldo/domain/dates'
import { Link, useSearch } from '@tanstack/react-router'
import { Suspense, useState } from 'react'
import { api } from '../../api.ts'
import { paths } from '../../paths.ts'
import { StateLabel } from '../../ui/data/StateLabel.tsx'
import { Loading, TextSkeleton } from '../../ui/feedback/Skeleton.tsx'
import { alertToast } from '../../ui/feedback/toast.ts'
import { LeaveGuard } from '../../ui/form/LeaveGuard.tsx'
import type { Query } from '../../ui/grid/list.ts'
import { LinkTabs } from '../../ui/layout/LinkTabs.tsx'
import { PageTitle } from '../../ui/layout/PageTitle.tsx'
import { lazyWithRetry } from '../../ui/lazy-with-retry.ts'
import { ConfirmDialog } from '../../ui/overlay/ConfirmDialog.tsx'
import styles from './EmailTemplate.module.css'
import { type EmailTemplate, keepTemplate, useIsBuiltIn } from './email-template-query.ts'
import { areaNames, kindNames, liveWords, sandboxWords, stateOf } from './email-template-words.ts'
import { failed } from './failed.ts'
import { RefusedLines } from './RefusedLines.tsx'
import { type Draft, useDraft } from './useDraft.ts'

export type TabProps = { template: EmailTemplate; draft: Draft }

/** Each tab loads what it needs: the visual editor and the source editor are heavy. */
const tabs = [
  { id: 'editor', label: 'Editor', Tab: lazyWithRetry(() => import('./EditorTab.tsx')) },
  { id: 'sorgente', label: 'Sorgente', Tab: lazyWithRetry(() => import('./SourceTab.tsx')) },
  { id: 'testo', label: 'Testo', Tab: lazyWithRetry(() => import('./TextTab.tsx')) },
  { id: 'versioni', label: 'Versioni', Tab: lazyWithRetry(() => import('./VersionsTab.tsx')) },
  { id: 'anteprima', label: 'Anteprima', Tab: lazyWithRetry(() => import('./PreviewTab.tsx')) },
  { id: 'prove', label: 'Prove', Tab: lazyWithRetry(() => import('./TestsTab.tsx')) },
]

/** The page of a template: its states, the acts that promote it, and its tabs. */
export function TemplateWorkshop({ template }: { template: EmailTemplate }) {
  const draft = useDraft(template)
  const isBuiltIn = useIsBuiltIn(template)
  const { tab: named } = useSearch({ strict: false }) as Query
  const open = tabs.find(({ id }) => id === named) ?? tabs[0]!
  return (
    <>
      <PageTitle
        title={template.name}
        summary={template.description}
        actions={<Promotions {...{ template, draft }} />}
      />
      <div className={styles.facts}>
        <StateLabel state={stateOf(template)} tinted />
        <dl>
          <Fact name="In uso" says={liveWords(template, isBuiltIn)} />
          <Fact name="In prova" says={sandboxWords(template)} />
          <Fact name="Tipo" says={areaNames[template.area]} />
          <Fact name="Formato" says={kindNames[template.kind]} />
          {template.changed_at && (
            <Fact
              name="Ultima modifica"
              says={[formatDateTime(template.changed_at), template.changed_by_name]
                .filter(Boolean)
                .join(', ')}
            />
          )}
        </dl>
      </div>
      <RefusedLines failure={draft.failure} />
      {draft.revision !== template.revision && (
        <p className={styles.note} role="status">
          Qualcuno ha salvato un’altra bozza nel frattempo: quello che scrivi qui non si può più salvare.{' '}
          <Button variant="default" size="compact-sm" onClick={() => draft.start(template)}>
            Mostra la nuova
          </Button>
        </p>
      )}
      <LinkTabs label="Parti del modello">
        {tabs.map(({ id, label }, index) => (
          <Link
            key={id}
            {...paths.emailTemplate(template.template_id, index === 0 ? undefined : id)}
            activeOptions={{ exact: true }}
            aria-current={id === open.id ? 'page' : undefined}
          >
            {label}
          </Link>
        ))}
      </LinkTabs>
      <div className={styles.tab}>
        <Suspense
          fallback={
            <Loading what={open.label}>
              <TextSkeleton lines={8} />
            </Loading>
          }
        >
          <open.Tab template={template} draft={draft} />
        </Suspense>
      </div>
      <LeaveGuard dirty={draft.dirty} onLeave={draft.discard} />
    </>
  )
}

const Fact = ({ name, says }: { name: string; says: string }) => (
  <div>
    <dt>{name}</dt>
    <dd>{says}</dd>
  </div>
)

/** Save, try, put into use: each only when there is something to promote, and nothing unsaved. */
function Promotions({ template, draft }: TabProps) {
  const [asking, setAsking] = useState(false)
  const { template_id: id, sandbox_number, live_number } = template
  const act = async (what: () => Promise<EmailTemplate>, done: string) => {
    try {
      const kept = await what()
      draft.start(kept)
      await keepTemplate(kept)
      alertToast(done, 'success')
    } catch (error) {
      failed(error)
    }
    setAsking(false)
  }
  const toSandbox = () =>
    act(
      () =>
        api('POST /v1/settings/email/template-update-sandbox', { body: { id, revision: draft.revision } }),
      'La bozza è in prova.',
    )
  const toLive = () =>
    act(
      () =>
        api('POST /v1/settings/email/template-update-live', { body: { id, number: sandbox_number ?? 0 } }),
      'Da adesso le e-mail usano questa versione.',
    )
  const waits = !draft.dirty && !template.draft && sandbox_number !== null && sandbox_number !== live_number
  return (
    <>
      {draft.dirty && (
        <Button variant="default" onClick={draft.discard}>
          Scarta le modifiche
        </Button>
      )}
      {draft.dirty && (
        <Button loading={draft.busy} onClick={() => void draft.save()}>
          Salva la bozza
        </Button>
      )}
      {!draft.dirty && template.draft && <Button onClick={() => void toSandbox()}>Metti in prova</Button>}
      {waits && <Button onClick={() => setAsking(true)}>Metti in uso</Button>}
      <ConfirmDialog
        opened={asking}
        title={`Metti in uso la versione ${sandbox_number}`}
        action="Metti in uso"
        cancel="Annulla"
        onClose={() => setAsking(false)}
        onConfirm={toLive}
      >
        Da subito tutte le e-mail «{template.name}» usano questa versione. Quella di adesso (
        {liveWords(template)}) resta fra le versioni.
      </ConfirmDialog>
    </>
  )
}
