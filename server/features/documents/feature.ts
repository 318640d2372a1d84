import { sections } from '@saldo/domain/section'
import { feature } from '../../feature.ts'
import { mailsIn } from '../../mail/emails.ts'
import { deleteFile } from './delete-file.job.ts'
import { documentRoutes } from './routes.ts'
import { scanDocument } from './scan-document.job.ts'
import { tellReview } from './tell-review.job.ts'
import { tellSharedDocument } from './tell-shared-document.job.ts'
import { whyDocumentIsKept } from './why-document-is-kept.ts'

declare module '../../jobs/jobs.ts' {
  interface Jobs {
    'scan-document': { document_id: number }
    'delete-file': { file_path: string }
    /** `checked_at` names the decision: one that was taken back or replaced meanwhile is not told. */
    'tell-review': { document_id: number; checked_at: string }
    /** `shared_at` names the switch: one that was taken back meanwhile is not told. */
    'tell-shared-document': { document_id: number; shared_at: string }
  }
}

declare module '../../mail/emails.ts' {
  interface Emails {
    /**
     * To the office: `what` is the kind of document, `reason` a sentence, `who_writes` says why it gets the mail.
     * Concerns no bill.
     */
    'document-invalid': {
      business_name: string
      what: string
      file_name: string
      reason: string
      url: string
      who_writes: string
    }
  }
}

export const documents = feature({
  tables: {
    // A user who merges two people must see which documents they have.
    documents: sections,
  },
  routes: documentRoutes,
  files: {
    document: { folder: 'documents', table: 'documents', column: 'file_path', why_kept: whyDocumentIsKept },
  },
  jobs: {
    // A scanner may be away for days; until then the document is not served.
    'scan-document': { run: scanDocument, retries: 1000, seconds: 300, together: 2 },
    'delete-file': { run: deleteFile, retries: 12, seconds: 60 },
    'tell-review': { run: tellReview, retries: 12, seconds: 60 },
    'tell-shared-document': { run: tellSharedDocument, retries: 12, seconds: 60 },
  },
  mails: mailsIn(import.meta.url, ['document-invalid']),
})
