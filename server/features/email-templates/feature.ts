import { feature } from '../../feature.ts'
import { alarmTemplateFault } from './alarm-template-fault.ts'
import { emailTemplateRoutes } from './routes.ts'
import { whyLogoIsKept } from './why-logo-is-kept.ts'

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
  files: {
    logo: { folder: 'logos', table: 'office_logos', column: 'logo_path', why_kept: whyLogoIsKept },
  },
  on: { mail_template_faulted: alarmTemplateFault },
})
