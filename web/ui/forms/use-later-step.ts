import { useState } from 'react'
import { useLocation, useNavigate } from 'react-router'

/**
 * Returns whether the second step of a form is open, which is an entry of the browser's history: Back leads to the first step with all
 * that was typed, and not away from the page. After a reload the form begins with its first step.
 */
export function useLaterStep() {
  const { pathname, search, hash } = useLocation()
  const navigate = useNavigate()
  const [isReached, setReached] = useState(false)
  return {
    isLater: isReached && hash === LATER,
    open() {
      setReached(true)
      // Another hash needs no data from the server.
      void navigate({ pathname, search, hash: LATER })
    },
    leave: () => void navigate(-1),
  }
}

const LATER = '#step-2'
