/**
 * The values of each template, in addition to the bill's own (nominative, account_name, number, description, amount due
 * now, ask and ask_label (what it asks for), by (when, and how much in all), bill_url, business_name, contact), which are
 * read here. Given values take precedence. A section declares its mails in its `feature.ts` (`declare module`), next to their templates.
 */
// biome-ignore lint/suspicious/noEmptyInterface: the sections fill it in.
export interface Emails {}
export type EmailTemplate = keyof Emails

/** Locates the templates of a section: `<name>.email.mjml` and `<name>.email.txt` next to its `feature.ts`. */
export const mailsIn = <const T extends EmailTemplate>(feature_url: string, names: readonly T[]) =>
  Object.fromEntries(names.map((name) => [name, new URL(name, feature_url)])) as Record<T, URL>
