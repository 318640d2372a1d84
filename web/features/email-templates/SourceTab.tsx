import { Button } from '@mantine/core'
import { Upload } from 'iconoir-react'
import { Suspense, useState } from 'react'
import { apiUpload } from '../../api-upload.ts'
import { Loading, TextSkeleton } from '../../ui/feedback/Skeleton.tsx'
import { alertToast } from '../../ui/feedback/toast.ts'
import { UploadArea } from '../../ui/form/UploadArea.tsx'
import { Icon } from '../../ui/icons/Icon.tsx'
import { Section } from '../../ui/layout/Section.tsx'
import { lazyWithRetry } from '../../ui/lazy-with-retry.ts'
import { ConfirmDialog } from '../../ui/overlay/ConfirmDialog.tsx'
import { BackToBuiltIn, SubjectField } from './EditorTab.tsx'
import styles from './EmailTemplate.module.css'
import { type EmailTemplate, keepTemplate } from './email-template-query.ts'
import { TagList } from './TagList.tsx'
import type { TabProps } from './TemplateWorkshop.tsx'

const SourceEditor = lazyWithRetry(() => import('./SourceEditor.tsx'))

/** The source of the design, and the upload of one in HTML. */
export default function SourceTab({ template, draft }: TabProps) {
  const isHtml = draft.values.kind === 'html'
  /** Answers whether the draft may be replaced, while that is asked. */
  const [asked, setAsked] = useState<{ answer: (replace: boolean) => void } | null>(null)
  const answer = (replace: boolean) => {
    asked?.answer(replace)
    setAsked(null)
  }
  const mayReplace = async () =>
    !(draft.dirty || template.draft) || new Promise<boolean>((resolve) => setAsked({ answer: resolve }))
  const send = async (
    file: File,
    { onProgress, signal }: { onProgress: (share: number) => void; signal: AbortSignal },
  ) => {
    if (!(await mayReplace())) return
    const form = new FormData()
    form.set('id', String(template.template_id))
    form.set('revision', String(draft.revision))
    form.set('template', file)
    const kept: EmailTemplate = await apiUpload('POST /v1/settings/email/template-upload', form, {
      onProgress,
      signal,
    })
    draft.start(kept)
    await keepTemplate(kept)
    alertToast('HTML caricato: adesso è la bozza.', 'success')
  }
  return (
    <>
      <div className={styles.narrow}>
        <SubjectField draft={draft} />
      </div>
      <Section title={isHtml ? 'HTML caricato' : 'Sorgente MJML'}>
        {isHtml && template.removed.length > 0 && (
          <p className={styles.about}>
            Nelle e-mail non c’è quello che non è sicuro: {template.removed.join(', ')}.
          </p>
        )}
        {isHtml ? (
          // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by the keyboard
          <section className={styles.lines} aria-label="HTML caricato" tabIndex={0}>
            <div className={styles.line}>{draft.values.source}</div>
          </section>
        ) : (
          <Suspense
            fallback={
              <Loading what="la sorgente">
                <TextSkeleton lines={12} />
              </Loading>
            }
          >
            <SourceEditor value={draft.values.source} onChange={(source) => draft.change({ source })} />
          </Suspense>
        )}
        <p>
          <BackToBuiltIn template={template} draft={draft} />
        </p>
      </Section>
      <Section title="Carica un HTML">
        <UploadArea
          label="Modello in HTML"
          accepted=".html,.htm,text/html"
          most={300_000}
          tooBig="Il modello supera 300 kB."
          oneAtATime="Un file alla volta."
          leaving="Il modello non è ancora salvato."
          send={send}
        >
          {(choose) => (
            <>
              <p className={styles.about}>
                Al posto della bozza. Script, moduli e immagini da altri siti vengono tolti; i segnaposti
                restano.
              </p>
              <p>
                <Button variant="default" leftSection={<Icon of={Upload} />} onClick={choose}>
                  Scegli il file
                </Button>
              </p>
            </>
          )}
        </UploadArea>
        <ConfirmDialog
          opened={asked !== null}
          title="Sostituisci la bozza con l’HTML"
          action="Sostituisci la bozza"
          danger
          onClose={() => answer(false)}
          onConfirm={() => answer(true)}
        >
          {draft.dirty && 'Le modifiche che non hai salvato vanno perse. '}
          {template.draft &&
            'La bozza salvata non è fra le versioni, e va persa anche lei: per tenerla mettila prima in prova. '}
          Non si può tornare indietro.
        </ConfirmDialog>
      </Section>
      <TagList id={template.template_id} />
    </>
  )
}
