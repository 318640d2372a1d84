import { Button, Checkbox } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { InfoCircle } from 'iconoir-react'
import { useState } from 'react'
import { accountQuery } from '../../records/account-query.ts'
import { searchAccounts } from '../../records/account-reference.ts'
import { toast } from '../../ui/feedback/toast.ts'
import { ReferenceField } from '../../ui/form/ReferenceField.tsx'
import { formatCountOf } from '../../ui/grid/list.ts'
import { Icon } from '../../ui/icons/Icon.tsx'
import { Section } from '../../ui/layout/Section.tsx'
import { ImportFigures } from './ImportFigures.tsx'
import styles from './ImportPreview.module.css'
import { type Answers, ImportQuestions, keyOf } from './ImportQuestions.tsx'
import { type Corrections, ImportRows } from './ImportRows.tsx'
import { amendImport, confirmImport, discardImport, downloadWrongRows } from './import-acts.ts'
import { type Import, type ImportChange, importKinds, type Table } from './import-kinds.ts'
import {
  canLeaveOut,
  confirmWords,
  tableName,
  whyNotConfirm,
  whyNotOpeningDay,
  writesSomething,
} from './import-words.ts'
import { OpeningDay } from './OpeningDay.tsx'
import { OtherKind } from './OtherKind.tsx'
import { TableColumns } from './TableColumns.tsx'

const rowWords = { one: 'riga', many: 'righe' }

/** What the person changed and did not send yet; null: nothing of the kind. */
type Draft = {
  tables: Table[] | null
  openingDay: string | null
  answers: Answers
  corrections: Corrections
}
const untouched: Draft = { tables: null, openingDay: null, answers: new Map(), corrections: new Map() }

/** Preview of an import: answer, check, change how it is read, correct or leave out rows, confirm. Nothing is written yet. */
export function ImportPreview({ found }: { found: Import }) {
  const { kind, counts } = found
  const [draft, setDraft] = useState(untouched)
  const [acting, setActing] = useState<string | null>(null)
  const act = async (name: string, work: () => Promise<boolean>) => {
    setActing(name)
    const done = await work()
    setActing(null)
    return done
  }
  // Whatever makes the file read again takes along what was typed: the page is drawn anew afterwards.
  const readAgain = (name: string, change: ImportChange) =>
    void act(name, () => amendImport(found, { ...changeOf(found, draft), ...change }))
  const shown = draft.tables ?? found.tables
  const change = (changed: Table) =>
    setDraft({
      ...draft,
      tables: shown.map((each) =>
        each.sheet === changed.sheet && each.table === changed.table ? changed : each,
      ),
    })
  const isTouched = draft !== untouched && !isEmpty(draft)

  return (
    <div className={styles.preview}>
      {/* What is typed while the file is read again would be lost. */}
      <div className={styles.content} inert={acting !== null}>
        <ImportFigures kind={kind} counts={counts} />
        <OtherKind found={found} />
        <ImportQuestions
          found={found}
          answers={draft.answers}
          onAnswer={(answers) => setDraft({ ...draft, answers })}
        />
        {found.notes.length > 0 && (
          <Section title="Avvisi">
            <ul className={styles.notes}>
              {found.notes.map((note) => (
                <li key={note}>
                  <Icon of={InfoCircle} />
                  {note}
                </li>
              ))}
            </ul>
          </Section>
        )}
        {counts.opening_undated > 0 && (
          <OpeningDay
            found={found}
            typed={draft.openingDay}
            onChange={(openingDay) => setDraft({ ...draft, openingDay })}
          />
        )}
        {(counts.taken_numbers > 0 || found.renumber) && (
          <TakenNumbers found={found} onChange={(renumber) => readAgain('renumber', { renumber })} />
        )}
        <Section title="Lettura del foglio">
          <Condominium
            account_id={found.account_id}
            onChange={(account_id) => readAgain('account', { account_id })}
          />
          {shown.map((table) => (
            <TableColumns
              key={`${table.sheet} ${table.table}`}
              kind={kind}
              sheet={table}
              name={tableName(table, shown)}
              several={found.tables.length > 1}
              onChange={change}
            />
          ))}
        </Section>
        {draft.tables ? null : (
          <Section
            title="Righe"
            action={
              counts.errors > 0 && (
                <Button variant="default" size="xs" onClick={() => void downloadWrongRows(found)}>
                  Scarica le righe sbagliate
                </Button>
              )
            }
          >
            <ImportRows
              found={found}
              corrections={draft.corrections}
              onCorrect={(corrections) => setDraft({ ...draft, corrections })}
            />
          </Section>
        )}
      </div>
      <div className={styles.bar} data-foot-bar="end">
        {isTouched ? (
          <ReadAgain
            draft={draft}
            loading={acting === 'again'}
            onReset={() => setDraft(untouched)}
            onSend={() => readAgain('again', {})}
          />
        ) : (
          <Decide found={found} acting={acting} act={act} />
        )}
      </div>
    </div>
  )
}

const isEmpty = ({ tables, openingDay, answers, corrections }: Draft) =>
  tables === null && openingDay === null && answers.size === 0 && corrections.size === 0

/** What the person changed, as it is sent. A date that does not exist is not sent. */
function changeOf({ questions }: Import, { tables, openingDay, answers, corrections }: Draft): ImportChange {
  const given = questions.flatMap((each) => {
    const value = answers.get(keyOf(each))
    const { question, sheet, table } = each
    return value === undefined ? [] : [{ question, sheet, table, value }]
  })
  return {
    ...(tables && { tables }),
    ...(openingDay !== null && whyNotOpeningDay(openingDay) === null && { opening_date: openingDay }),
    ...(given.length > 0 && { answers: given }),
    ...(corrections.size > 0 && { corrections: [...corrections.values()] }),
  }
}

/** The foot of the page while something was changed: read the file again with it, or not. */
function ReadAgain({
  draft: { tables, openingDay, answers, corrections },
  loading,
  onReset,
  onSend,
}: {
  draft: Draft
  loading: boolean
  onReset: () => void
  onSend: () => void
}) {
  return (
    <>
      <p className={styles.why}>
        {tables || answers.size > 0 || corrections.size > 0
          ? 'Rileggo il foglio con quello che hai indicato. Nulla viene importato.'
          : 'Hai cambiato la data dei saldi.'}
      </p>
      <div className={styles.actions}>
        <Button variant="default" onClick={onReset}>
          Lascia com’era
        </Button>
        <Button
          loading={loading}
          disabled={openingDay !== null && whyNotOpeningDay(openingDay) !== null}
          onClick={onSend}
        >
          {tables || answers.size > 0 || corrections.size > 0 ? 'Rileggi il foglio' : 'Usa questa data'}
        </Button>
      </div>
    </>
  )
}

/** The foot of the page when nothing was changed: discard, leave wrong rows out, confirm. */
function Decide({
  found,
  acting,
  act,
}: {
  found: Import
  acting: string | null
  act: (name: string, work: () => Promise<boolean>) => Promise<boolean>
}) {
  const navigate = useNavigate()
  const { kind, counts } = found
  const why = whyNotConfirm(found)
  return (
    <>
      <p className={styles.why}>{why ?? 'Nulla è stato ancora importato: controlla e conferma.'}</p>
      <div className={styles.actions}>
        <Button
          variant="default"
          loading={acting === 'discard'}
          onClick={() =>
            void act('discard', async () => {
              const gone = await discardImport(found)
              if (gone) {
                toast('Importazione scartata')
                await navigate(importKinds[kind].start())
              }
              return gone
            })
          }
        >
          Scarta
        </Button>
        {canLeaveOut(found) ? (
          <Button
            loading={acting === 'leave'}
            onClick={() => void act('leave', () => amendImport(found, { leave_out_errors: true }))}
          >
            {counts.errors === 1
              ? 'Lascia fuori la riga sbagliata'
              : `Lascia fuori ${formatCountOf(counts.errors, rowWords)} sbagliate`}
          </Button>
        ) : (
          <Button
            disabled={why !== null}
            loading={acting === 'confirm'}
            onClick={() => void act('confirm', () => confirmImport(found))}
          >
            {writesSomething(counts) ? confirmWords(kind, counts) : 'Importa'}
          </Button>
        )}
      </div>
    </>
  )
}

/** Offers new numbers for bills whose number another bill of the condominium has. */
function TakenNumbers({ found, onChange }: { found: Import; onChange: (renumber: boolean) => void }) {
  const { counts, renumber } = found
  const bills = formatCountOf(renumber ? counts.renumbered : counts.taken_numbers, {
    one: 'bolletta',
    many: 'bollette',
  })
  return (
    <Section title="Numeri già usati">
      <Checkbox
        checked={renumber}
        label={renumber ? `Numero di nuovo ${bills}` : `Numera di nuovo ${bills}`}
        description="Il numero del foglio è di un’altra bolletta dello stesso condominio: la bolletta importata prende il primo numero libero, e nella sua storia resta scritto quello del foglio."
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
    </Section>
  )
}

/** The condominium of the whole file, if its rows name none. */
function Condominium({
  account_id,
  onChange,
}: {
  account_id: number | null
  onChange: (account_id: number | null) => void
}) {
  const account = useQuery({ ...accountQuery(account_id ?? 0), enabled: account_id !== null })
  return (
    <div className={styles.account}>
      <ReferenceField
        kind="accounts"
        name="account_id"
        label="Condominio di tutte le righe"
        hint="Solo se il foglio non lo dice"
        required={false}
        search={searchAccounts}
        value={account_id === null ? null : { value: String(account_id), label: account.data?.name ?? '…' }}
        onChange={(chosen) => onChange(chosen ? Number(chosen.value) : null)}
        onBlur={() => undefined}
        error={null}
      />
    </div>
  )
}
