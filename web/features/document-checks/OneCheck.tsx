import { formatDateTime } from '@saldo/domain/dates'
import { isAboutReviewer } from '@saldo/domain/registry/document'
import { type ProvedField, provedFields } from '@saldo/domain/registry/document-proof'
import { Link } from '@tanstack/react-router'
import { CheckCircle, NavArrowDown, NavArrowUp, XmarkCircle } from 'iconoir-react'
import type { ReactNode } from 'react'
import { paths } from '../../paths.ts'
import { CopyButton } from '../../ui/buttons/CopyButton.tsx'
import { IconButton } from '../../ui/buttons/PlainButton.tsx'
import { ReasonedButton } from '../../ui/buttons/ReasonedButton.tsx'
import { Facts } from '../../ui/data/Facts.tsx'
import { MaskedIban } from '../../ui/data/MaskedIban.tsx'
import { StateLabel } from '../../ui/data/StateLabel.tsx'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { Icon } from '../../ui/icons/Icon.tsx'
import links from '../../ui/layout/Links.module.css'
import { Section } from '../../ui/layout/Section.tsx'
import { usePreferences } from '../../ui/theme/preferences.ts'
import { revealIban } from '../accounts/iban/reveal-iban.ts'
import { sizeInWords, stateOf } from '../documents/document-words.ts'
import { FilePreview } from '../files/FilePreview.tsx'
import type { DocumentCheck } from './check-query.ts'
import { kindOf, waitingLine, whoseOf } from './check-words.ts'
import styles from './DocumentChecks.module.css'

/** One document: what it is, the acts, its preview, and what its owner wrote, to compare. */
export function OneCheck({
  check,
  onStep,
  onValid,
  onInvalid,
}: {
  check: DocumentCheck
  onStep: (by: 1 | -1) => void
  onValid: () => void
  onInvalid: () => void
}) {
  const whose = whoseOf(check)
  return (
    <>
      <header className={styles.headOf}>
        <div className={styles.what}>
          <h2 className={styles.title}>{kindOf(check)}</h2>
          <p className={styles.owner}>
            <Link {...paths.customerPage(check.customer_id, 'documenti')} className={links.link}>
              {check.customer_name}
            </Link>
            {whose && ` · ${whose}`}
          </p>
        </div>
        <div className={styles.acts}>
          {check.state === 'to_check' ? (
            <>
              <ReasonedButton
                why={check.why_not}
                leftSection={<Icon of={CheckCircle} />}
                onClick={onValid}
                aria-keyshortcuts="v"
              >
                Verificato
              </ReasonedButton>
              <ReasonedButton
                why={check.why_not}
                variant="default"
                leftSection={<Icon of={XmarkCircle} />}
                onClick={onInvalid}
                aria-keyshortcuts="n"
              >
                Non valido
              </ReasonedButton>
            </>
          ) : (
            <StateLabel state={stateOf(check)} tinted />
          )}
          <span className={styles.steps}>
            <IconButton icon={NavArrowUp} label="Documento prima" onClick={() => onStep(-1)} />
            <IconButton icon={NavArrowDown} label="Documento dopo" onClick={() => onStep(1)} />
          </span>
        </div>
      </header>
      {check.state !== 'to_check' && <Decided check={check} />}
      {check.state === 'to_check' && check.why_not && <p className={styles.note}>{check.why_not}</p>}
      <div className={styles.columns}>
        <Preview check={check} />
        <div className={styles.side}>
          <Section title="Da confrontare" level={3}>
            <Facts rows={check.proves.map(({ field, values }) => rowOf(check, field, values))} />
          </Section>
          <Section title="Il file" level={3}>
            <Facts
              rows={[
                ['Nome', check.file_name],
                ['Dimensione', sizeInWords(check.size)],
                ['Caricato da', check.uploaded_by],
              ]}
            />
            <p className={styles.dim}>{waitingLine(check)}</p>
          </Section>
          <Keys />
        </div>
      </div>
    </>
  )
}

/** Somebody decided meanwhile, or the user a moment ago. */
function Decided({ check }: { check: DocumentCheck }) {
  return (
    <p className={styles.note} role="status">
      {check.checked_at
        ? `Ha deciso ${check.checked_by ?? 'un’altra persona'}, ${formatDateTime(check.checked_at)}.`
        : null}{' '}
      {check.reason}{' '}
      <Link {...paths.customerPage(check.customer_id, 'documenti')} className={links.link}>
        Documenti del cliente
      </Link>
    </p>
  )
}

/** A file that the virus scanner has not passed is not even asked for. */
function Preview({ check }: { check: DocumentCheck }) {
  const unsafe = check.why_not !== null && !isAboutReviewer(check.why_not)
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so the keyboard must reach it.
    <section className={styles.preview} tabIndex={0} aria-label="Anteprima">
      {check.file_id === null || unsafe ? (
        <EmptyState
          title="Non si può aprire"
          action={
            check.file_id !== null && check.scan !== 'waiting' ? (
              <Link {...paths.files({ open: String(check.file_id) })} className={links.link}>
                Apri in File
              </Link>
            ) : undefined
          }
        >
          {check.why_not ?? 'Il file non è nell’archivio.'}
        </EmptyState>
      ) : (
        <FilePreview key={check.file_id} file_id={check.file_id} name={check.file_name} />
      )}
    </section>
  )
}

/** Codes can be copied; an IBAN is shown whole only on demand, and the server logs who looked. */
function rowOf(
  { account_id }: DocumentCheck,
  field: ProvedField,
  values: readonly string[],
): [string, ReactNode] {
  const name = provedFields[field]
  const [first] = values
  if (first === undefined)
    return [
      name,
      <span className={styles.dim} key={field}>
        manca
      </span>,
    ]
  if (field === 'iban' && account_id !== null)
    return [name, <MaskedIban key={field} iban={first} onReveal={() => revealIban(account_id)} />]
  if (field === 'fiscal_code' || field === 'vat_number')
    return [
      name,
      <span className={styles.code} key={field}>
        {first}{' '}
        <CopyButton text={first} what={field === 'vat_number' ? 'la partita IVA' : 'il codice fiscale'} />
      </span>,
    ]
  return [
    name,
    values.length === 1 ? (
      first
    ) : (
      <ul className={styles.values} key={field}>
        {values.map((value) => (
          <li key={value}>{value}</li>
        ))}
      </ul>
    ),
  ]
}

/** The keys, for those who have not turned single keys off. */
function Keys() {
  if (!usePreferences().single_keys) return null
  return (
    <p className={styles.keys} aria-hidden>
      {keys.map(({ pressed, does }) => (
        <span key={does}>
          {pressed.map((key) => (
            <kbd key={key}>{key}</kbd>
          ))}{' '}
          {does}
        </span>
      ))}
    </p>
  )
}

const keys = [
  { pressed: ['v'], does: 'verificato' },
  { pressed: ['n'], does: 'non valido' },
  { pressed: ['j', 'k'], does: 'dopo, prima' },
  { pressed: ['z'], does: 'annulla' },
  { pressed: ['?'], does: 'tutti i tasti' },
]
