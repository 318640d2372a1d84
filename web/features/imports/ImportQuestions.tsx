import { Button, Radio } from '@mantine/core'
import { isDay } from '@saldo/domain/dates'
import { useState } from 'react'
import { searchAccounts } from '../../records/account-reference.ts'
import { DateField } from '../../ui/form/fields.tsx'
import type { Reference } from '../../ui/form/OptionList.tsx'
import { ReferenceField } from '../../ui/form/ReferenceField.tsx'
import { TextField } from '../../ui/form/text-fields.tsx'
import { formatCountOf } from '../../ui/grid/list.ts'
import { Section } from '../../ui/layout/Section.tsx'
import styles from './ImportQuestions.module.css'
import type { Import, Question } from './import-kinds.ts'

/** Answers that were not sent yet, by `keyOf`. */
export type Answers = ReadonlyMap<string, string>
export const keyOf = ({ question, sheet, table }: Pick<Question, 'question' | 'sheet' | 'table'>) =>
  JSON.stringify([question, sheet, table])

/**
 * What the file does not say beyond doubt: the person chooses before anything is written. Saldo never chooses alone; its
 * proposals are how the preview below is read.
 */
export function ImportQuestions({
  found,
  answers,
  onAnswer,
}: {
  found: Pick<Import, 'questions' | 'tables'>
  answers: Answers
  onAnswer: (given: Answers) => void
}) {
  const { questions, tables } = found
  if (questions.length === 0) return null
  const several = tables.filter(({ skipped }) => !skipped).length > 1
  const answerOf = (question: Question) => answers.get(keyOf(question)) ?? question.answer
  const open = questions.filter((question) => answerOf(question) === null)
  const proposed = open.filter(({ proposal }) => proposal !== null)
  return (
    <Section
      title={open.length > 0 ? 'Prima di importare' : 'Risposte'}
      action={
        proposed.length > 1 && (
          <Button
            variant="default"
            size="xs"
            onClick={() =>
              onAnswer(
                new Map([...answers, ...proposed.map((each) => [keyOf(each), each.proposal ?? ''] as const)]),
              )
            }
          >
            Accetta {formatCountOf(proposed.length, { one: 'proposta', many: 'proposte' })}
          </Button>
        )
      }
    >
      <div className={styles.questions}>
        {questions.map((question) => (
          <OneQuestion
            key={keyOf(question)}
            question={question}
            place={several ? placeOf(question, tables) : null}
            answer={answerOf(question)}
            onAnswer={(value) => onAnswer(new Map([...answers, [keyOf(question), value]]))}
          />
        ))}
      </div>
    </Section>
  )
}

/** `Foglio «Rate», tabella 2` */
function placeOf({ sheet, table }: Question, tables: Import['tables']): string | null {
  if (sheet === null) return null
  const several = tables.filter((each) => each.sheet === sheet).length > 1
  return several ? `Foglio «${sheet}», tabella ${table}` : `Foglio «${sheet}»`
}

const ANOTHER = 'another'
const FRESH = 'fresh'
const TAKES = 'takes:'

function OneQuestion({
  question,
  place,
  answer,
  onAnswer,
}: {
  question: Question
  place: string | null
  answer: string | null
  onAnswer: (value: string) => void
}) {
  const { text, options, free } = question
  const known = answer === null || options.some(({ value }) => value === answer)
  const [chosen, setChosen] = useState(known ? answer : answer.startsWith('account:') ? ANOTHER : FRESH)
  const isRemembered = question.remembered && answer === question.answer
  if (free === 'date' && options.length === 0)
    return (
      <div className={styles.question} data-open={answer === null || undefined}>
        {place && <p className={styles.place}>{place}</p>}
        <p className={styles.text}>{text}</p>
        <AnotherDay answer={answer} onChoose={onAnswer} />
      </div>
    )
  const shown = known && answer !== null ? answer : answer?.startsWith(TAKES) ? FRESH : chosen
  return (
    <div className={styles.question} data-open={answer === null || undefined}>
      {place && <p className={styles.place}>{place}</p>}
      <Radio.Group
        label={text}
        description={isRemembered ? 'Risposta dell’ultima volta: cambiala se non vale più.' : undefined}
        value={shown}
        onChange={(value) => {
          setChosen(value)
          if (value !== ANOTHER && value !== FRESH) onAnswer(value)
        }}
      >
        <div className={styles.options}>
          {options.map(({ value, label, detail }) => (
            <Radio key={value} value={value} label={label} description={detail} />
          ))}
          {free === 'date' && <Radio value={FRESH} label="Un altro giorno" />}
          {free === 'takeover' && <Radio value={FRESH} label="Prende il posto di chi c’era, da un giorno" />}
          {free === 'condominium' && (
            <Radio
              value={ANOTHER}
              label={options.length > 0 ? 'Un altro condominio già presente' : 'Un condominio già presente'}
            />
          )}
          {free === 'condominium' && <Radio value={FRESH} label="Un condominio nuovo" />}
        </div>
      </Radio.Group>
      {free === 'condominium' && shown === ANOTHER && (
        <ExistingAccount onChoose={(id) => onAnswer(`account:${id}`)} />
      )}
      {free === 'date' && shown === FRESH && <AnotherDay answer={answer} onChoose={onAnswer} />}
      {free === 'takeover' && shown === FRESH && (
        <AnotherDay
          label="Dal giorno"
          answer={answer?.startsWith(TAKES) ? answer.slice(TAKES.length) : null}
          onChoose={(day) => onAnswer(`${TAKES}${day}`)}
        />
      )}
      {free === 'condominium' && shown === FRESH && (
        <NewAccount answer={answer} onName={(name) => onAnswer(`name:${name}`)} />
      )}
    </div>
  )
}

/** A day that no option has: the due date of all rows, or the first day of a new owner. */
function AnotherDay({
  label = 'Scadenza di tutte le righe',
  answer,
  onChoose,
}: {
  label?: string
  answer: string | null
  onChoose: (day: string) => void
}) {
  const [typed, setTyped] = useState(answer !== null && isDay(answer) ? answer : '')
  const [left, setLeft] = useState(false)
  return (
    <div className={styles.free}>
      <DateField
        name="due_day"
        label={label}
        required
        value={typed}
        error={left && !isDay(typed) ? 'Scrivi una data che esista, per esempio 31/01/2027.' : null}
        onBlur={() => setLeft(true)}
        onChange={(day) => {
          setTyped(day)
          if (isDay(day)) onChoose(day)
        }}
      />
    </div>
  )
}

function ExistingAccount({ onChoose }: { onChoose: (id: string) => void }) {
  const [value, setValue] = useState<Reference | null>(null)
  return (
    <div className={styles.free}>
      <ReferenceField
        kind="accounts"
        name="condominium"
        label="Quale condominio"
        required
        search={searchAccounts}
        value={value}
        onChange={(account) => {
          setValue(account)
          if (account) onChoose(account.value)
        }}
        onBlur={() => undefined}
        error={null}
      />
    </div>
  )
}

function NewAccount({ answer, onName }: { answer: string | null; onName: (name: string) => void }) {
  const [name, setName] = useState(answer?.startsWith('name:') ? answer.slice('name:'.length) : '')
  const [left, setLeft] = useState(false)
  return (
    <div className={styles.free}>
      <TextField
        name="new_condominium"
        label="Nome del condominio nuovo"
        required
        value={name}
        error={left && name.trim().length < 3 ? 'Scrivi il nome del condominio.' : null}
        onBlur={() => setLeft(true)}
        onChange={(typed) => {
          setName(typed)
          if (typed.trim().length >= 3) onName(typed.trim())
        }}
      />
    </div>
  )
}
