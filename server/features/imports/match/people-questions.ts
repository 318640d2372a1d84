import type { Import } from '@saldo/contract/imports'

/** A question about people, units or balances of the file and those of the office, stored with the import. */
export type PeopleQuestion = Pick<
  Import['questions'][number],
  'question' | 'text' | 'options' | 'free' | 'proposal'
>
export type PeopleAnswers = Partial<Record<string, string>>

/** Whether a question of the whole file is one of them. */
export const isAboutPeople = (question: string): boolean => /^(?:joins|person|unit|openings):/.test(question)
