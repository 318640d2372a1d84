/**
 * What each template is told beyond the bill's own facts (nominative, account_name, number, description, amount still
 * due, by (when it is due), bill_url, business_name, contact), which are read here. Given values win over them.
 * A section declares its mails in its `feature.ts` (`declare module`), beside their templates.
 */
// biome-ignore lint/suspicious/noEmptyInterface: the sections fill it in.
export interface Emails {}
export type EmailTemplate = keyof Emails

/** Where the templates of a section are: `<name>.email.mjml` and `<name>.email.txt` beside its `feature.ts`. */
export const mailsIn = <const T extends EmailTemplate>(feature_url: string, names: readonly T[]) =>
  Object.fromEntries(names.map((name) => [name, new URL(name, feature_url)])) as Record<T, URL>
