/** Why PostgreSQL refuses a super user as the second person, by the code of `second_person_refusal`. */
export const secondPersonRefusals = {
  invited_in_line: 'Uno di voi due ha invitato l’altro, anche tramite altri inviti: serve un’altra persona.',
  activated_just_now: 'Il tuo accesso al backoffice ha meno di 72 ore: serve un’altra persona, o aspetta.',
} as const
export type SecondPersonRefusal = keyof typeof secondPersonRefusals
