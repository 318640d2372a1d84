import { mailKindNames } from '@saldo/domain/mail/mail-kinds'
import type { Emails, EmailTemplate } from '../../../mail/emails.ts'
import type { MergeTag, MergeTags } from '../../../mail/templates/placeholders.ts'

export const text = (label: string, example: string): MergeTag => ({ kind: 'text', label, example })
export const lines = (label: string, example: string): MergeTag => ({ kind: 'lines', label, example })
export const url = (label: string, example = 'https://saldo.example/#/esempio'): MergeTag => ({
  kind: 'url',
  label,
  example,
})
export const list = (label: string, of: MergeTags): MergeTag => ({ kind: 'list', label, of })

/** Whom a mail is written for: that decides which facts are known of it (`queue-email.ts`). */
export const ownTags = {
  who_writes: text('Perché riceve l’e-mail', 'Saldo ti scrive perché questo è l’indirizzo del tuo accesso.'),
  about_saldo: text('Frase su Saldo', 'Non chiediamo mai la password per e-mail o al telefono.'),
}
export const officeTags = {
  who_writes: text(
    'Chi scrive e come rispondere',
    'Studio Bassi amministra il condominio. Per qualsiasi dubbio chiama lo 055 000 0121.',
  ),
  about_saldo: text('Frase su Saldo', 'Pagamento gestito con Saldo'),
  business_name: text('Nome dello studio', 'Studio Bassi'),
  contact: text('Come rivolgersi allo studio', 'chiama lo 055 000 0121 o scrivi a studio@example.it'),
}
export const billTags = {
  ...officeTags,
  nominative: text('Intestatario della bolletta', 'Galli Anna Maria'),
  account_name: text('Condominio', 'Condominio Ghibellina'),
  number: text('Numero della bolletta', '2026/000085'),
  description: text('Descrizione della bolletta', 'Spese ordinarie 2026'),
  amount: text('Importo', '312,50 €'),
  ask: text('Richiesta di pagamento, in una frase', 'Da pagare ora 312,50 €'),
  ask_label: text('Etichetta dell’importo chiesto', 'Da pagare ora'),
  by: text('Scadenza e totale', 'entro lunedì 30 novembre 2026'),
  bill_url: url('Link della bolletta', 'https://saldo.example/mybill/esempio'),
}

/** What an office adds to every mail written for it: each of one record, or of none. */
export const brandingTags: MergeTags = {
  office_logo: list('Logo dello studio, se c’è', {
    picture: { kind: 'picture', label: 'Immagine del logo' },
  }),
  office_closing: list('Parole di chiusura dello studio, se ci sono', {
    words: lines('Parole di chiusura', 'Lo studio è aperto dal lunedì al venerdì.\nGrazie.'),
  }),
}

export const areas = ['access', 'bills', 'payments', 'office'] as const
export type Area = (typeof areas)[number]

/** A tag for each value of its own (`interface Emails`): one that is forgotten is a type error. */
type OwnTags<T extends EmailTemplate> = { [V in keyof Emails[T] & string]-?: MergeTag }

/** A mail in the catalogue. Its number is its id: it never changes, and is given to no other. */
export type Entry = {
  id: number
  name: string
  description: string
  area: Area
  /** `bill` and `office`: real records can be shown in its preview. */
  about: 'bill' | 'office' | 'own'
  /** What the mail exists for (`name`, or `list.name`): a version that does not show it is not sent. */
  needs: readonly string[]
  tags: MergeTags
  /** Its template is never changed: it tells of changes of templates. */
  fixed?: true
}

export function entry<T extends EmailTemplate>(
  template: T,
  of: Omit<Entry, 'tags' | 'name'> & { tags: OwnTags<T> & MergeTags },
): Entry {
  const facts: MergeTags = of.about === 'bill' ? billTags : of.about === 'office' ? officeTags : ownTags
  return { ...of, name: mailKindNames[template], tags: { ...facts, ...of.tags, ...brandingTags } }
}
