/** Sends webhook messages to the URLs that admins choose. */

export interface WebhookResponse {
  /** The HTTP status; null where no response arrived. */
  status: number | null
  /** The error of the attempt, in words; null for a success. */
  problem: string | null
  /** Milliseconds. */
  duration: number
}

export interface WebhookSender {
  /** Returns why messages may not be sent to a URL (`must begin with https://`), or null. Resolves its host. */
  findProblem(url: string): Promise<string | null>
  /** Posts a body of JSON. Never rejects. */
  post(url: string, headers: Record<string, string>, body: string): Promise<WebhookResponse>
}
