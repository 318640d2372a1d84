import links from '../layout/Links.module.css'

/** An address that writes a mail. */
export const MailLink = ({ email }: { email: string }) => (
  <a href={`mailto:${email}`} className={links.link}>
    {email}
  </a>
)

/** A number that calls, whatever blanks and bars it is written with. */
export const PhoneLink = ({ phone }: { phone: string }) => (
  <a href={`tel:${phone.replace(/[^+\d]/g, '')}`} className={links.link}>
    {phone}
  </a>
)
