/** The mails that a school without a mail server has written, read as a mail program reads them. */
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import PostalMime, { type Email } from 'postal-mime'

export interface ReadMail extends Email {
  /** As it was written. */
  raw: string
}

/** Whole mails only, oldest first; none where there is no folder yet. */
export async function readMails(dataDir: string): Promise<ReadMail[]> {
  const folder = join(dataDir, 'mail')
  const names = (await readdir(folder).catch(() => [])).filter((name) => !name.startsWith('.')).sort()
  return Promise.all(
    names.map(async (name) => {
      const raw = await readFile(join(folder, name), 'utf8')
      return { ...(await PostalMime.parse(raw)), raw }
    }),
  )
}

/** The value of a header, by its name in lower case. */
export function headerOf(mail: ReadMail, name: string): string | undefined {
  return mail.headers.find(({ key }) => key === name)?.value
}
