/**
 * Why a stranger may not choose this user name, as an Italian sentence; null: they may. The name stands in a mail to the address
 * on file, which they do not read, so it must not send its reader anywhere: mail programs make links of what looks like a
 * site. Nor may it be another person's address, who would then ask in vain for the password of their own.
 * @param email the address that they gave; null: none
 */
export function whyNotUserName(user_name: string, email: string | null): string | null {
  if (user_name.includes('@'))
    return user_name.toLowerCase() === email?.toLowerCase()
      ? null
      : 'Se usi un indirizzo e-mail, dev’essere lo stesso che scrivi qui come tuo.'
  return looksLikeASite.test(user_name) ? 'Non può sembrare l’indirizzo di un sito: togli un punto.' : null
}

/** A name that ends like a domain. A surname after a dot (`ada.rossi`) is none: these are the endings that mail programs know. */
const looksLikeASite =
  /^www\.|\.(it|eu|com|net|org|info|biz|name|pro|me|io|co|tv|cc|ru|cn|de|fr|uk|ch|es|us|xyz|top|site|online|shop|store|app|dev|web|link|click|page|live|icu|vip|club)$/i
