import { Button } from '@mantine/core'
import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { CheckCircle, Circle, Clock } from 'iconoir-react'
import { includesPermission } from '../../../session/permissions/permission.ts'
import { meQuery } from '../../../session/queries.ts'
import { LinkButton } from '../../../ui/buttons/PlainButton.tsx'
import { QueryError } from '../../../ui/feedback/QueryError.tsx'
import { alertToast } from '../../../ui/feedback/toast.ts'
import { Icon } from '../../../ui/icons/Icon.tsx'
import { Section } from '../../../ui/layout/Section.tsx'
import { setPreferences, usePreferences } from '../../../ui/theme/preferences.ts'
import styles from './FirstSteps.module.css'
import { gapLink, stepPermissions } from './first-step-links.ts'
import { gapActs, gapSentence, listOf, progressOf, stepTitles, waitReasons } from './first-step-words.ts'
import { type FirstStep, firstStepsQuery, isUnfinished } from './first-steps-query.ts'

/**
 * The steps of an office's first day that are left, each with what is missing and the way to it. Nothing once all are
 * done, or while the user has hidden them. The page shows its skeleton until they are known.
 */
export function FirstSteps() {
  const { data, ...query } = useQuery(firstStepsQuery)
  const hidden = usePreferences().first_steps_hidden
  if (hidden) return null
  if (query.isError)
    return (
      <Section title="Primi passi">
        <QueryError
          error={query.error}
          what="Non riesco a mostrare i primi passi"
          onRetry={() => void query.refetch()}
        />
      </Section>
    )
  if (!data || !isUnfinished(data.steps)) return null
  const { steps } = data
  const done = steps.filter(({ state }) => state === 'done')
  return (
    <div className={styles.steps} data-print="away">
      <Section
        title="Primi passi"
        action={
          <span className={styles.head}>
            {progressOf(steps)} <LinkButton onClick={hide}>Nascondi</LinkButton>
          </span>
        }
      >
        <div className={styles.due}>
          <span style={{ width: `${(done.length / steps.length) * 100}%` }} />
        </div>
        <ul className={styles.list}>
          {steps
            .filter(({ state }) => state !== 'done')
            .map((step) => (
              <StepRow key={step.kind} step={step} />
            ))}
        </ul>
        {done.length > 0 && (
          <p className={styles.done}>
            <Icon of={CheckCircle} /> Già fatto: {listOf(done.map(({ kind }) => stepTitles[kind].done))}.
          </p>
        )}
      </Section>
    </div>
  )
}

/** Brings the hidden list back; nothing while it is shown, or nothing is left to do. */
export function HiddenFirstSteps() {
  const { data } = useQuery(firstStepsQuery)
  const hidden = usePreferences().first_steps_hidden
  if (!hidden || !data || !isUnfinished(data.steps)) return null
  return (
    <p className={styles.back} data-print="away">
      Primi passi: {progressOf(data.steps)}.{' '}
      <LinkButton onClick={() => setPreferences({ first_steps_hidden: false })}>
        Mostra i primi passi
      </LinkButton>
    </p>
  )
}

function hide() {
  setPreferences({ first_steps_hidden: true })
  alertToast('Primi passi nascosti: li ritrovi in fondo alla dashboard.', 'success')
}

function StepRow({ step: { kind, state, waits_for, gaps } }: { step: FirstStep }) {
  const { data: user } = useSuspenseQuery(meQuery)
  const waiting = state === 'waiting'
  const title = stepTitles[kind].todo
  const may = !waiting && includesPermission(user.permissions, stepPermissions[kind])
  return (
    <li className={styles.row} data-waiting={waiting || undefined}>
      <Icon of={waiting ? Clock : Circle} size={20} />
      <div className={styles.what}>
        <strong>{title}</strong>
        {waits_for ? (
          <span>{waitReasons[waits_for]}</span>
        ) : (
          gaps.map((gap) => <span key={gap.what}>{gapSentence(gap)}</span>)
        )}
      </div>
      <div className={styles.acts}>
        {may &&
          gaps.map(
            (gap) =>
              gapActs[gap.what] && (
                <Button
                  key={gap.what}
                  variant="default"
                  className={styles.act}
                  aria-label={`${gapActs[gap.what]}: ${gapSentence(gap)}`}
                  renderRoot={(props) => <Link {...gapLink(gap)} {...props} />}
                >
                  {gapActs[gap.what]}
                </Button>
              ),
          )}
      </div>
    </li>
  )
}
