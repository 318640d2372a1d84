import type { TablePlan } from '../import-view.ts'
import type { AskedQuestion } from '../read/question.ts'

/** How amounts and days are written, when they have two readings. */
export function aboutForms({ sheet, table, recognised, answers }: TablePlan): AskedQuestion[] {
  const forms = recognised?.forms
  if (!forms) return []
  const said = forms.examples.map((text) => `«${text}»`).join(', ')
  const asked: AskedQuestion[] = []
  if (forms.point + forms.either > 0)
    asked.push({
      question: 'decimals',
      sheet,
      table,
      text: `Come sono scritti i centesimi degli importi? (${said})`,
      options: [
        {
          value: 'comma',
          label: 'Con la virgola: 1.234 è milleduecentotrentaquattro',
          detail: forms.point > 0 ? 'gli altri importi restano da correggere' : null,
        },
        {
          value: 'point',
          label: 'Con il punto: 98.40 è novantotto e quaranta',
          detail: forms.either > 0 ? 'quelli con tre decimali restano da correggere' : null,
        },
      ],
      free: null,
      proposal: null,
      answer: answers.decimals ?? null,
    })
  if (forms.month_first > 0)
    asked.push({
      question: 'date_order',
      sheet,
      table,
      text: `Nelle date viene prima il mese? (${said})`,
      options: [
        { value: 'month_first', label: 'Sì: 02/01/2027 è il 1° febbraio', detail: null },
        {
          value: 'day_first',
          label: 'No: 02/01/2027 è il 2 gennaio',
          detail: 'le date che non esistono restano da correggere',
        },
      ],
      free: null,
      proposal: null,
      answer: answers.date_order ?? null,
    })
  if (forms.swapped > 0)
    asked.push({
      question: 'date_order',
      sheet,
      table,
      text: 'Alcune date sono testo e hanno solo giorni dopo il 12, le altre hanno solo giorni fino al 12: giorno e mese sono scambiati?',
      options: [
        {
          value: 'swapped',
          label: 'Sì: dove è scritto 02/01 è il 1° febbraio',
          detail: `${forms.swapped} date si correggono`,
        },
        { value: 'day_first', label: 'No, sono giuste come sono', detail: null },
      ],
      free: null,
      proposal: null,
      answer: answers.date_order ?? null,
    })
  return asked
}
