import { feature } from '../../feature.ts'
import { mailsIn } from '../../mail/emails.ts'
import { alarmTemplateFault } from './alarm-template-fault.ts'
import { emailTemplateRoutes } from './routes.ts'
import { whyLogoIsKept } from './why-logo-is-kept.ts'

declare module '../../mail/emails.ts' {
  interface Emails {
    /** To super users. Each value but `url` is a sentence. */
    'template-live': { title: string; what: string; note: string; otherwise: string; url: string }
  }
}

/** What the mails say and how they look: templates, their versions, and what offices add. */
export const emailTemplates = feature({
  tables: {
    email_templates: 'nobody',
    email_template_versions: 'nobody',
    email_template_promotions: 'nobody',
    office_branding: 'office',
    office_logos: 'office',
  },
  routes: emailTemplateRoutes,
  mails: mailsIn(import.meta.url, ['template-live']),
  files: {
    logo: { folder: 'logos', table: 'office_logos', column: 'logo_path', why_kept: whyLogoIsKept },
  },
  on: { mail_template_faulted: alarmTemplateFault },
})
