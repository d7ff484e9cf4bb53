/** Delivers e-mails to the mail server of `SMTP_URL`, or without one into files that a mail program opens. */
import { join } from 'node:path'
import type { FastifyBaseLogger } from 'fastify'
import type { School } from '#contract/school.ts'
import type { RenderedEmail } from '#server/platform/mail/email-message.ts'
import type { Delivery, MailTransport } from '#server/ports/mail-transport.ts'
import type { SchoolSettings } from '#server/ports/school-settings.ts'
import type { Settings } from '#server/settings/settings.ts'
import { type MailError, toDelivery } from './mail-outcome.ts'
import { type MailOutlet, openFolder, openMailServer } from './mail-outlets.ts'

/**
 * Opens the transport that the settings name. nodemailer loads with the first e-mail, because it would slow the start.
 * @param school says from whom the e-mails come, as far as MAIL_FROM does not
 */
export function openMailTransport(
  { mail, dataDir }: Pick<Settings, 'mail' | 'dataDir'>,
  school: SchoolSettings,
  log: FastifyBaseLogger,
): MailTransport {
  const { smtpUrl } = mail
  const open = (connections: number) =>
    smtpUrl ? openMailServer(smtpUrl, connections) : openFolder(join(dataDir, 'mail'))
  const deliverTo = async (outlet: MailOutlet, { to, ...email }: RenderedEmail, id: string): Promise<Delivery> => {
    const context = { to: maskEmails(to), mail: id }
    const from = findFrom(mail.from, school.current)
    const domain = from.address.slice(from.address.indexOf('@') + 1)
    const state = { hasBegun: false }
    try {
      await outlet.send({ ...email, to: { name: '', address: to }, from, messageId: `<${id}@${domain}>` }, state)
      log.info(context, 'sent an e-mail')
      return { outcome: 'sent' }
    } catch (error) {
      const delivery = toDelivery(error as MailError, state.hasBegun)
      if (delivery.outcome === 'refused')
        log.warn({ ...context, reason: delivery.reason }, 'the mail server rejected an e-mail permanently')
      return delivery
    }
  }
  return {
    async deliver(email, id) {
      const outlet = open(1)
      const delivery = await deliverTo(outlet, email, id).finally(() => outlet.close())
      if (delivery.outcome === 'sent' || delivery.outcome === 'refused') return
      throw new Error(`the e-mail was not sent (${delivery.reason})`)
    },
    openBatch(connections) {
      const outlet = open(connections)
      return { deliver: (email, id) => deliverTo(outlet, email, id), close: () => outlet.close() }
    },
  }
}

/** Returns the sender: the school's choice of a name, then MAIL_FROM, then the school itself. */
function findFrom(from: Settings['mail']['from'], { name, email, sender_name }: School) {
  return { name: sender_name || (from?.name ?? name), address: from?.address ?? email }
}

/** `a…@example.test` for each address: enough to recognize, too little to write to. */
function maskEmails(addresses: string): string {
  return addresses.replaceAll(/([^\s,;<>"@])[^\s,;<>"@]*(@?)/g, (word, first, at) => (at ? `${first}…@` : word))
}
