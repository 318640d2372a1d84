import type { JobHandler } from '../../jobs/jobs.ts'

/** Removes the file of a document that is no more; one that has gone already is fine. */
export const deleteFile: JobHandler<'delete-file'> = async ({ files }, { file_path }) => {
  if (await files.exists(file_path)) await files.delete(file_path)
}
