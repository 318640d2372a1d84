import { asMailProgramsRead, namesAPage } from './mailed-name.ts'

/**
 * Why a stranger may not choose this user name, as an Italian sentence; null: they may. The name stands in a mail to the address
 * on file, which they do not read, so it must not send its reader to a site. Nor may it be another person's address, who would
 * then ask in vain for the password of their own.
 * @param email the address that they gave; null: none
 */
export function whyNotUserName(user_name: string, email: string | null): string | null {
  if (user_name.includes('@'))
    return user_name.toLowerCase() === email?.toLowerCase()
      ? null
      : 'Se usi un indirizzo e-mail, dev’essere lo stesso che scrivi qui come tuo.'
  return looksLikeASite(user_name)
    ? 'Non può sembrare l’indirizzo di un sito: togli le barre, www e finali come .it o .com.'
    : null
}

/**
 * Whether mail programs would make a link of this user name. Many user names are `mario.rossi` or `anna.de.luca`, so only
 * known endings count, at the end of the name or of a host in it. Names in sentences are stricter: `looksLikeAnAddress`.
 */
function looksLikeASite(user_name: string): boolean {
  const read = asMailProgramsRead(user_name)
  return namesAPage.test(read) || knownEnding.test(read) || foreignEnding.test(read)
}

/** Endings of most sites that people in Italy see, and of most that deceive. Surnames such as Li, Hu and Re are left out. */
// biome-ignore format: keep it as a table
const endings = [
  'com', 'net', 'org', 'info', 'biz', 'edu', 'gov', 'mobi', 'name', 'pro', 'app', 'dev', 'xyz', 'top', 'icu', 'vip', 'srl',
  'online', 'site', 'website', 'web', 'shop', 'store', 'club', 'live', 'life', 'link', 'click', 'page', 'support', 'help',
  'cloud', 'email', 'tech', 'digital', 'agency', 'services', 'solutions', 'systems', 'network', 'center', 'company', 'group',
  'studio', 'space', 'host', 'work', 'works', 'world', 'today', 'zone', 'fun', 'blog', 'news', 'media', 'money', 'finance',
  'credit', 'business', 'international', 'wiki', 'win', 'bid', 'loan', 'download', 'review', 'security', 'chat', 'team',
  'it', 'eu', 'sm', 'va', 'ch', 'at', 'de', 'fr', 'es', 'pt', 'uk', 'ie', 'be', 'nl', 'dk', 'se', 'no', 'fi', 'is', 'pl', 'cz',
  'sk', 'si', 'hr', 'rs', 'al', 'ro', 'bg', 'gr', 'mt', 'cy', 'tr', 'ua', 'ru', 'su', 'cn', 'hk', 'in', 'us', 'ca', 'br', 'au',
  'io', 'ai', 'co', 'me', 'tv', 'cc', 'ws', 'to', 'ly', 'gl', 'gd', 'pw', 'tk', 'ml', 'ga', 'cf', 'gq', 'xn--[a-z0-9-]+',
].join('|')
const knownEnding = new RegExp(`[\\p{L}\\p{N}]\\.(?:${endings})(?![\\p{L}\\p{N}-]|\\.[\\p{L}\\p{N}])`, 'iu')

/** One in another script, such as `.рф`. */
const foreignEnding = /[\p{L}\p{N}]\.(?!\p{Script=Latin})\p{L}/u
