/**
 * Whether the text has the form of an e-mail address, in any case: a dotted local part of at most 64
 * characters and a domain of labels that ends in letters. Linear in the text's length.
 */
export const isEmail = (text: string): boolean =>
  text.length <= 254 && text.lastIndexOf('@') <= 64 && address.test(text)

const address =
  /^[a-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[a-z0-9!#$%&'*+/=?^_`{|}~-]+)*@(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+(?:[a-z]{2,63}|xn--[a-z0-9-]{1,59})$/i
