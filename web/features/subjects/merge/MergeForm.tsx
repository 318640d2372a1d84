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
import links from '../../../ui/layout/Links.module.css'
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
  const refused = refusals.length > 0
  // Refused, the fields are only compared; the names are above them.
  const compared = refused ? differing.filter((field) => field !== 'nominative') : differing
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
      {refused && (
        <div role="alert" className={styles.refusals}>
          <p>Queste schede non si possono unire.</p>
          <ul>
            {refusals.map((why) => (
              <li key={why}>{why}</li>
            ))}
          </ul>
        </div>
      )}
      <Section
        title="Le due schede"
        action={
          <Link {...paths.mergeSubjects(merged.subject_id, kept.subject_id)} className={links.link} replace>
            Scambia le schede
          </Link>
        }
      >
        <div className={styles.sides}>
          <Side what="Resta" side={kept} />
          <Side what="Si unisce all’altra" side={merged} />
        </div>
        {!refused && differing.length === 0 && (
          <p className={styles.dim}>I dati non si contraddicono: non c’è niente da scegliere.</p>
        )}
        {compared.map((field) =>
          refused ? (
            <div key={field}>
              <p className={styles.field}>{fieldNames[field]}</p>
              <div className={styles.sides}>
                <span>{said(kept, field)}</span>
                <span>{said(merged, field)}</span>
              </div>
            </div>
          ) : (
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
          ),
        )}
      </Section>
      {!refused && (
        <>
          <Section title={`Passa alla scheda n. ${kept.subject_id}`}>
            <ul className={styles.moves}>
              {movedLines(preview.moves, sections).map((line) => (
                <li key={line}>{line}</li>
              ))}
            </ul>
            <p className={styles.dim}>
              Un dato che manca in una scheda viene dall’altra. Chi apre la n. {merged.subject_id} arriva alla
              n. {kept.subject_id}.
            </p>
          </Section>
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
        </>
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
          La scheda n. {merged.subject_id} non compare più negli elenchi, e le due non si possono più
          separare. I suoi dati e chi le ha unite restano nella storia.
        </ConfirmDialog>
      )}
    </div>
  )
}

/** One of the two records, with what becomes of it. */
export const Side = ({
  what,
  side: { subject_id, nominative },
}: {
  what: string
  side: Pick<Subject, 'subject_id' | 'nominative'>
}) => (
  <div className={styles.side}>
    <span className={styles.dim}>
      {what} · n. {subject_id}
    </span>
    <Link {...paths.subjectPage(subject_id)} className={links.name}>
      {nominative}
    </Link>
  </div>
)
