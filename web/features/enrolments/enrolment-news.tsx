import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { EnrolmentNews } from '#contract/enrolments.ts'
import { api, call } from '#web/api.ts'
import { ProfileSection } from '#web/features/account/profile-section.tsx'
import { queryKeys, refetchAfter } from '#web/queries.ts'
import { useSession } from '#web/session/use-session.ts'
import { Select } from '#web/ui/forms/select.tsx'
import { Failed, Loading, Skeleton } from '#web/ui/states.tsx'
import { toastError } from '#web/ui/toasts.ts'

type Frequency = EnrolmentNews['frequency']

const OPTIONS: { value: Frequency; label: string }[] = [
  { value: 'at_once', label: 'At once' },
  { value: 'daily', label: 'Once a day, in the morning' },
  { value: 'never', label: 'Never' },
]

/** Frequency of an instructor's notices about enrolments. */
export function EnrolmentNewsSection() {
  const { user } = useSession()
  const { data, error, refetch } = useQuery({
    queryKey: [...queryKeys.enrolmentNews, user?.email],
    queryFn: () => call(api.getEnrolmentNews),
    enabled: user !== null,
  })
  return (
    <ProfileSection title="Enrolments" line="We e-mail you when students enroll in your classes or leave them.">
      {data ? (
        <FrequencySelect stored={data.frequency} />
      ) : error ? (
        <Failed message={error.message} onRetry={() => void refetch()} />
      ) : (
        <Loading what="how often we e-mail you">
          <Skeleton className="h-16 w-full" />
        </Loading>
      )}
    </ProfileSection>
  )
}

function FrequencySelect({ stored }: { stored: Frequency }) {
  const client = useQueryClient()
  // The choice is shown at once: the mutation's own state comes after a render with the old value.
  const [choice, setChoice] = useState<Frequency | null>(null)
  const { mutate } = useMutation({
    mutationFn: (frequency: Frequency) => call(api.changeEnrolmentNews, { body: { frequency } }),
    onError: (error) => toastError(error.message),
    onSettled: async () => {
      await refetchAfter(client, 'enrolmentNewsChanged')
      setChoice(null)
    },
  })
  const change = (frequency: Frequency) => {
    setChoice(frequency)
    mutate(frequency)
  }
  return (
    <Select
      label="E-mail me about enrolments"
      options={OPTIONS}
      value={choice ?? stored}
      onChange={({ target }) => change(target.value as Frequency)}
    />
  )
}
