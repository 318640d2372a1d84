import links from '../layout/Links.module.css'

/** An e-mail address as a mailto link. */
export const MailLink = ({ email }: { email: string }) => (
  <a href={`mailto:${email}`} className={links.link}>
    {email}
  </a>
)

/** A phone number as a tel link, whatever spaces and slashes it contains. */
export const PhoneLink = ({ phone }: { phone: string }) => (
  <a href={`tel:${phone.replace(/[^+\d]/g, '')}`} className={links.link}>
    {phone}
  </a>
)
