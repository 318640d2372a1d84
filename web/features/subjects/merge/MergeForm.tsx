import { Button, Radio } from '@mantine/core'
import { Link, useNavigate } from '@tanstack/react-router'
import { useContext, useState } from 'react'
import { api, type Reply } from '../../../api.ts'
import { errorSentence } from '../../../api-error.ts'
import { paths } from '../../../paths.ts'
import type { Subject } from '../../../records/subject-query.ts'
import { SectionsContext } from '../../../sections/section.ts'
import { queries } from '../../../session/queries.ts'
import { alertToast } from '../../../ui/feedback/toast.ts'
import { addressLine } from '../../../ui/format/address-line.ts'
import { Section } from '../../../ui/layout/Section.tsx'
import { ConfirmDialog } from '../../../ui/overlay/ConfirmDialog.tsx'
import styles from './MergeForm.module.css'
import { movedLines } from './moved-lines.ts'

type Preview = Reply<'POST /v1/subjects/merge/preview'>
type Field = Preview['differing'][number]

const fieldNames: Record<Field, string> = {
  nominative: 'Nome',
  fiscal_code: 'Codice fiscale',
  email: 'E-mail',
  pec: 'PEC',
  phone: 'Telefono',
  address: 'Indirizzo',
}
const said = (subject: Subject, field: Field) =>
  (field === 'address' ? addressLine(subject) : subject[field]) ?? ''

/** Merges two records: which values stay, what moves. It cannot be undone. */
export function MergeForm({ preview }: { preview: Preview }) {
  const { kept, merged, differing, refusals } = preview
  const sections = useContext(SectionsContext)
  const navigate = useNavigate()
  const [from, setFrom] = useState<Partial<Record<Field, 'kept' | 'merged'>>>({})
  const [asking, setAsking] = useState(false)
  const merge = async () => {
    try {
      const from_merged = differing.filter((field) => from[field] === 'merged')
      const body = { kept_id: kept.subject_id, merged_id: merged.subject_id, from_merged }
      const one = await api('POST /v1/subjects/merge', { body })
      await queries.invalidateQueries()
      alertToast(`Le due schede di ${one.nominative} ora sono una.`, 'success')
      await navigate(paths.subjectPage(one.subject_id))
    } catch (error) {
      setAsking(false)
      alertToast(errorSentence(error, 'Non le ho unite. Riprova fra poco.'), 'danger')
      await queries.invalidateQueries({ queryKey: ['subjects', 'merge'] })
    }
  }
  return (
    <div className={styles.form}>
      <Section
        title="Quali dati restano"
        action={
          <Link {...paths.mergeSubjects(merged.subject_id, kept.subject_id)} className={styles.swap} replace>
            Scambia le schede
          </Link>
        }
      >
        <p className={styles.dim}>
          Resta la scheda n. {kept.subject_id}; la n. {merged.subject_id} da qui in poi porta lì. Dove una
          delle due non dice niente, vale l’altra.
        </p>
        {differing.length === 0 && <p>I dati non si contraddicono: non c’è niente da scegliere.</p>}
        {differing.map((field) => (
          <Radio.Group
            key={field}
            label={fieldNames[field]}
            value={from[field] ?? 'kept'}
            onChange={(side) => setFrom((now) => ({ ...now, [field]: side as 'kept' | 'merged' }))}
          >
            <div className={styles.sides}>
              <Radio value="kept" label={said(kept, field)} />
              <Radio value="merged" label={said(merged, field)} />
            </div>
          </Radio.Group>
        ))}
      </Section>
      <Section title={`Che cosa passa da ${merged.nominative}`}>
        <ul className={styles.moves}>
          {movedLines(preview.moves, sections).map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      </Section>
      {refusals.length > 0 ? (
        <div role="alert" className={styles.refusals}>
          <p>Queste schede non si possono unire.</p>
          <ul>
            {refusals.map((why) => (
              <li key={why}>{why}</li>
            ))}
          </ul>
        </div>
      ) : (
        <div className={styles.actions}>
          <Button size="lg" onClick={() => setAsking(true)}>
            Unisci le schede
          </Button>
          <Button
            size="lg"
            variant="default"
            renderRoot={(props) => <Link {...paths.subjectPage(kept.subject_id)} {...props} />}
          >
            Annulla
          </Button>
        </div>
      )}
      {asking && (
        <ConfirmDialog
          opened
          title="Unisci le due schede"
          action="Unisci le schede"
          cancel="Lasciale separate"
          typed={String(merged.subject_id)}
          onClose={() => setAsking(false)}
          onConfirm={merge}
        >
          La scheda n. {merged.subject_id} sparisce dalle liste e non si può più separare. Chi l’ha fatto e
          che cosa diceva resta scritto nella storia.
        </ConfirmDialog>
      )}
    </div>
  )
}
