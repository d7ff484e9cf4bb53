/** The e-mails that an application without a mail server has written, parsed as a mail program does. */
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import PostalMime, { type Email } from 'postal-mime'

export interface SentEmail extends Email {
  /** The source text. */
  raw: string
}

/** The parsed e-mails of one folder by name: a test reads its folder again and again, and an e-mail does not change. */
let parsed = { folder: '', emails: new Map<string, Promise<SentEmail>>() }

/** Reads complete e-mails, oldest first. Returns none where there is no folder yet. */
export async function readSentEmails(dataDir: string): Promise<SentEmail[]> {
  const folder = join(dataDir, 'mail')
  const names = (await readdir(folder).catch(() => [])).filter((name) => !name.startsWith('.')).sort()
  if (parsed.folder !== folder) parsed = { folder, emails: new Map() }
  const { emails } = parsed
  return Promise.all(
    names.map((name) => {
      const email = emails.get(name) ?? parse(join(folder, name))
      emails.set(name, email)
      return email
    }),
  )
}

async function parse(path: string): Promise<SentEmail> {
  const raw = await readFile(path, 'utf8')
  return { ...(await PostalMime.parse(raw)), raw }
}

/** Returns the value of a header; its name is in lower case. */
export function readHeader(mail: SentEmail, name: string): string | undefined {
  return mail.headers.find(({ key }) => key === name)?.value
}
