import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api, call } from '#web/api.ts'
import { ProfileSection } from '#web/features/account/profile-section.tsx'
import { queryKeys, refetchAfter } from '#web/queries.ts'
import { CheckBox } from '#web/ui/forms/check-box.tsx'
import { Failed, Loading, Skeleton } from '#web/ui/states.tsx'
import { toastError } from '#web/ui/toasts.ts'

/** Setting for e-mails about briefs and critique. */
export function NewsSection() {
  const { data, error, refetch } = useQuery({
    queryKey: [...queryKeys.critique, 'settings'],
    queryFn: () => call(api.getCritiqueSettings),
  })
  return (
    <ProfileSection
      title="Briefs and critique"
      line="New briefs, pictures, critique and answers by e-mail, at most once an hour."
    >
      {data ? (
        <Switch emails={data.emails} />
      ) : error ? (
        <Failed message={error.message} onRetry={() => void refetch()} />
      ) : (
        <Loading what="your choice">
          <Skeleton className="h-8 w-full" />
        </Loading>
      )}
    </ProfileSection>
  )
}

function Switch({ emails }: { emails: boolean }) {
  const client = useQueryClient()
  // The tick is shown at once: the mutation's own state comes after a render with the old value.
  const [choice, setChoice] = useState<boolean | null>(null)
  const { mutate } = useMutation({
    mutationFn: (checked: boolean) => call(api.changeCritiqueSettings, { body: { emails: checked } }),
    onError: (error) => toastError(error.message),
    onSettled: async () => {
      await refetchAfter(client, 'critiqueChanged')
      setChoice(null)
    },
  })
  const change = (checked: boolean) => {
    setChoice(checked)
    mutate(checked)
  }
  return (
    <CheckBox checked={choice ?? emails} onChange={({ target }) => change(target.checked)}>
      E-mail me about briefs and critique
    </CheckBox>
  )
}
