import type { Import } from '@saldo/contract/imports'

/** A question about a person whom the file names and people of the office, stored with the import. */
export type PeopleQuestion = Pick<
  Import['questions'][number],
  'question' | 'text' | 'options' | 'free' | 'proposal'
>
export type PeopleAnswers = Partial<Record<string, string>>

/** Whether a question of the whole file is about people. */
export const isAboutPeople = (question: string): boolean => /^(?:joins|person):/.test(question)
