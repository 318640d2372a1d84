import * as contract from '@saldo/contract/settings/email-templates'
import { serve } from '../../http/serve.ts'
import { getBranding, removeLogo, saveBranding, saveLogo } from './branding.ts'
import { findEntry, templateDetail } from './find-template.ts'
import { listMergeTags } from './merge-tags.ts'
import { previewTemplate } from './preview-template.ts'
import { rollback, updateLive, updateSandbox } from './promote-template.ts'
import { templateListRoutes } from './templates-list.ts'
import { testLegacy, testTemplate } from './test-mails.ts'
import { updateDesign, updateTemplate } from './update-template.ts'
import { uploadTemplate } from './upload-template.ts'
import { compareVersions, listVersions } from './versions.ts'

const getTemplate = serve(contract.getEmailTemplate, ({ services, tx, params: { id } }) =>
  templateDetail(services, tx, findEntry(id)),
)

export const emailTemplateRoutes = [
  ...templateListRoutes,
  getTemplate,
  listMergeTags,
  updateTemplate,
  updateDesign,
  uploadTemplate,
  updateSandbox,
  updateLive,
  rollback,
  listVersions,
  compareVersions,
  previewTemplate,
  testTemplate,
  testLegacy,

  getBranding,
  saveBranding,
  saveLogo,
  removeLogo,
]
