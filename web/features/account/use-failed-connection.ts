import { useEffect, useState } from 'react'
import { useSearchParams } from 'react-router'

const OTHER_FAILURE = "We couldn't connect it. Try again later."

/** By the code that the identity provider puts into the URL. */
const MESSAGES = new Map([
  ['access_denied', 'You cancelled the connection.'],
  ['account_already_linked_to_different_user', 'It is already connected to another account here.'],
  ['email_does_not_match', "We couldn't connect it: its e-mail address differs from your account's."],
])

/** Returns why a sign-in provider was not connected, if the URL says so. Removes it from the URL, so that it shows once. */
export function useFailedConnection(): string | null {
  const [query, setQuery] = useSearchParams()
  const code = query.get('error')
  const [message, setMessage] = useState<string | null>(null)
  useEffect(() => {
    if (code === null) return
    setMessage(MESSAGES.get(code) ?? OTHER_FAILURE)
    setQuery({}, { replace: true, preventScrollReset: true })
  }, [code, setQuery])
  return message
}
