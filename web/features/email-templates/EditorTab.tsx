import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Suspense } from 'react'
import { paths } from '../../paths.ts'
import { QueryError } from '../../ui/feedback/QueryError.tsx'
import { Loading, TextSkeleton } from '../../ui/feedback/Skeleton.tsx'
import { TextField } from '../../ui/form/text-fields.tsx'
import links from '../../ui/layout/Links.module.css'
import { lazyWithRetry } from '../../ui/lazy-with-retry.ts'
import styles from './EmailTemplate.module.css'
import { tagsQuery } from './email-template-query.ts'
import { TagList } from './TagList.tsx'
import type { TabProps } from './TemplateWorkshop.tsx'

const MjmlEditor = lazyWithRetry(() => import('./MjmlEditor.tsx'))

/** The subject, and the visual editor of the design. */
export default function EditorTab({ template, draft }: TabProps) {
  const tags = useQuery(tagsQuery(template.template_id))
  return (
    <>
      <div className={styles.narrow}>
        <SubjectField draft={draft} />
      </div>
      {draft.values.kind === 'html' ? (
        <div className={styles.narrow}>
          <p className={styles.about}>
            Questo modello è un HTML caricato: si cambia caricando un altro file, in Sorgente. Per usare
            l’editor riparti dal modello di base.
          </p>
          <p>
            <BackToBuiltIn template={template} draft={draft} />
          </p>
        </div>
      ) : (
        <>
          <p className={styles.about}>
            Qui si vedono anche le parti che vanno solo in alcune e-mail, con i segnaposti vuoti. Com’è
            davvero lo mostra{' '}
            <Link {...paths.emailTemplate(template.template_id, 'anteprima')} className={links.link}>
              Anteprima
            </Link>
            .
          </p>
          {tags.isError && (
            <QueryError
              error={tags.error}
              what="Non riesco a mostrare i segnaposti"
              onRetry={() => void tags.refetch()}
            />
          )}
          {tags.data && (
            <Suspense
              fallback={
                <Loading what="l’editor">
                  <TextSkeleton lines={12} />
                </Loading>
              }
            >
              <MjmlEditor
                key={draft.starts}
                source={draft.values.source}
                project={draft.values.project}
                tags={tags.data}
                onChange={(source, project) => draft.change({ source, project })}
              />
            </Suspense>
          )}
        </>
      )}
      <TagList id={template.template_id} />
    </>
  )
}

export const SubjectField = ({ draft }: Pick<TabProps, 'draft'>) => (
  <TextField
    name="subject"
    label="Oggetto"
    value={draft.values.subject}
    onChange={(subject) => draft.change({ subject })}
    onBlur={() => {}}
    error={null}
    maxLength={300}
  />
)

/** Begins again with the built-in template, which is MJML whatever the draft was; nothing is saved yet. */
export const BackToBuiltIn = ({ template, draft }: TabProps) => (
  <Button
    variant="default"
    onClick={() => {
      const { source, subject, plain } = template.built_in
      draft.change({ kind: 'mjml', source, subject, plain })
    }}
  >
    Riparti dal modello di base
  </Button>
)
