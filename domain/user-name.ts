import { looksLikeAnAddress } from './mailed-name.ts'

/**
 * Why a stranger may not choose this user name, as an Italian sentence; null: they may. The name stands in a mail to the address
 * on file, which they do not read, so it must not send its reader anywhere (`mailed-name.ts`). Nor may it be another person's
 * address, who would then ask in vain for the password of their own.
 * @param email the address that they gave; null: none
 */
export function whyNotUserName(user_name: string, email: string | null): string | null {
  if (user_name.includes('@'))
    return user_name.toLowerCase() === email?.toLowerCase()
      ? null
      : 'Se usi un indirizzo e-mail, dev’essere lo stesso che scrivi qui come tuo.'
  return looksLikeAnAddress(user_name)
    ? 'Non può sembrare l’indirizzo di un sito: al posto del punto usa un trattino basso.'
    : null
}
