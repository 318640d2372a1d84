import type { JobHandler } from '../../jobs/jobs.ts'

/** Deletes the file of a deleted document; succeeds if it is already gone. */
export const deleteFile: JobHandler<'delete-file'> = async ({ files }, { file_path }) => {
  await files.delete(file_path)
}
