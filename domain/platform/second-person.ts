/** Why PostgreSQL refuses a super user as the second person, by the code of `second_person_refusal`. */
export const secondPersonRefusals = {
  invited_in_line:
    'Uno di voi due ha invitato l’altro, anche tramite altri inviti, o ne ha cambiato l’accesso: serve un’altra persona.',
  activated_just_now: 'Il tuo accesso al backoffice ha meno di 72 ore: serve un’altra persona, o aspetta.',
} as const
export type SecondPersonRefusal = keyof typeof secondPersonRefusals

/** Why nobody in the back office has an address of an office's user. */
export const officeAddress =
  'Questo indirizzo è di un utente di uno studio: chi lavora nel backoffice ne usa un altro.'
/** Why no user of an office has an address of somebody in the back office. */
export const backOfficeAddress =
  'È un indirizzo di chi lavora nel backoffice, che non ha accessi negli studi: scrivine un altro.'
