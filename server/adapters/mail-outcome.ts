/** Reads nodemailer's error about an e-mail. */
import type { Delivery } from '#server/ports/mail-transport.ts'

/** The parts of an error of nodemailer. */
export interface MailError {
  code?: string
  /** The status of the mail server. Source: RFC 5321, section 4.2 */
  responseCode?: number
  response?: string
  /** The step that failed, such as `RCPT TO`. */
  command?: string
}

/** The mailbox is unavailable, not local, or its name is not allowed. Source: RFC 5321, section 4.2.3 */
const ADDRESS_STATUSES = [550, 551, 553]

/** The recipient's address or mailbox is bad, but not our own address or policy. Source: RFC 3463, sections 3.2 and 3.3 */
const ADDRESS_DETAIL = /^5\.(1\.[0-6]|1\.9|1\.10|2\.1)$/

/** @param hasBegun whether a part of the message was sent */
export function toDelivery(error: MailError, hasBegun: boolean): Exclude<Delivery, { outcome: 'sent' }> {
  const { code, responseCode = 0, command } = error
  const reason = [code, responseCode || ''].filter(Boolean).join(' ') || 'unknown'
  const isAboutEmail = code === 'EENVELOPE' || code === 'EMESSAGE'
  // The server refuses us as a sender, which is the same for every e-mail.
  const isAboutUs = command === 'MAIL FROM' || responseCode === 421
  if (isAboutEmail && !isAboutUs) {
    if (responseCode >= 500) return { outcome: 'refused', reason, isAddressInvalid: isAddressInvalid(error) }
    if (responseCode >= 400) return { outcome: 'deferred', reason }
    // Nodemailer itself refuses what cannot be an address.
    if (command === 'API') return { outcome: 'refused', reason, isAddressInvalid: true }
  }
  return { outcome: hasBegun && responseCode === 0 ? 'unclear' : 'unavailable', reason }
}

/** Returns whether the mail server says that the address does not exist. Other reasons may pass, such as a full mailbox or a block list. */
function isAddressInvalid({ command, responseCode = 0, response = '' }: MailError): boolean {
  if (command !== 'RCPT TO') return false
  const detail = /^\d{3}[ -](\d\.\d{1,3}\.\d{1,3})\b/.exec(response)?.[1]
  return detail ? ADDRESS_DETAIL.test(detail) : ADDRESS_STATUSES.includes(responseCode)
}
