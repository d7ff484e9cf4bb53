import { useEffect, useState } from 'react'
import { useSearchParams } from 'react-router'

const GENERAL = 'The connection did not work. Please try again later.'

/** By the provider's code in the address that it leads back to. */
const WORDS = new Map([
  ['access_denied', 'You cancelled the connection.'],
  ['account_already_linked_to_different_user', 'That one signs somebody else in at this school already.'],
  ['email_does_not_match', 'That one has another e-mail address than your account here, so it was not connected.'],
])

/** Why a third party could not be connected, where the address says so. Taken out of the address, so that it is told once. */
export function useFailedConnection(): string | null {
  const [query, setQuery] = useSearchParams()
  const code = query.get('error')
  const [words, setWords] = useState<string | null>(null)
  useEffect(() => {
    if (code === null) return
    setWords(WORDS.get(code) ?? GENERAL)
    setQuery({}, { replace: true, preventScrollReset: true })
  }, [code, setQuery])
  return words
}
