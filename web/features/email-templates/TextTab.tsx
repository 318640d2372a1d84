import { Checkbox } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { LongTextField } from '../../ui/form/text-fields.tsx'
import { Section } from '../../ui/layout/Section.tsx'
import styles from './EmailTemplate.module.css'
import { previewQuery } from './email-template-query.ts'
import { TagList } from './TagList.tsx'
import type { TabProps } from './TemplateWorkshop.tsx'

/** The text part: written, or made from the source. */
export default function TextTab({ template, draft }: TabProps) {
  const made = useQuery({
    ...previewQuery(template.template_id, { stage: 'design' }),
    enabled: template.plain === null,
  })
  const { plain } = draft.values
  return (
    <>
      <div className={styles.narrow}>
        <Checkbox
          label="Ricava il testo dal modello"
          checked={plain === null}
          onChange={(event) =>
            draft.change({
              plain: event.currentTarget.checked ? null : (template.plain ?? template.built_in.plain),
            })
          }
        />
        {plain === null ? (
          <p className={styles.about}>
            Chi non legge l’HTML riceve le stesse parole come testo.{' '}
            {template.plain === null
              ? 'Sono quelle qui sotto, con gli esempi.'
              : 'Le vedi qui dopo aver salvato la bozza.'}
          </p>
        ) : (
          <LongTextField
            name="plain"
            label="Testo"
            value={plain}
            onChange={(text) => draft.change({ plain: text })}
            onBlur={() => {}}
            error={null}
            rows={18}
          />
        )}
      </div>
      {plain === null && made.data && (
        <Section title="Testo ricavato">
          <p className={styles.text}>{made.data.text}</p>
        </Section>
      )}
      <TagList id={template.template_id} />
    </>
  )
}
