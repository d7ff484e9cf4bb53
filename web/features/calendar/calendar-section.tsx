import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { CalendarSettings } from '#contract/calendar.ts'
import { api, call } from '#web/api.ts'
import { ProfileSection } from '#web/features/account/profile-section.tsx'
import { queryKeys } from '#web/queries.ts'
import { useSession } from '#web/session/use-session.ts'
import { Button } from '#web/ui/button.tsx'
import { confirm } from '#web/ui/confirm.ts'
import { Field } from '#web/ui/field.tsx'
import { CheckBox } from '#web/ui/forms/check-box.tsx'
import { copyText } from '#web/ui/secrets/copy-text.ts'
import { Failed, Loading, Skeleton } from '#web/ui/states.tsx'
import { useAction } from '#web/use-action.ts'

const LINE = 'Your sessions in your own calendar program, and reminders two days and two hours before.'

/** The user's calendar feed and reminders. */
export function CalendarSection() {
  const { data, error, refetch } = useCalendarSettings()
  return (
    <ProfileSection title="Calendar" line={LINE}>
      {data ? (
        <>
          <Reminders reminders={data.reminders} />
          <Feed feed_url={data.feed_url} />
        </>
      ) : error ? (
        <Failed message={error.message} onRetry={() => void refetch()} />
      ) : (
        <Loading what="your calendar">
          <Skeleton className="h-32 w-full" />
        </Loading>
      )}
    </ProfileSection>
  )
}

function Reminders({ reminders }: Pick<CalendarSettings, 'reminders'>) {
  // The tick is shown at once: the mutation's own state comes after a render with the old value.
  const [choice, setChoice] = useState<boolean | null>(null)
  const { mutate } = useCalendarChange((checked: boolean) =>
    call(api.changeCalendarSettings, { body: { reminders: checked } }),
  )
  const change = (checked: boolean) => {
    setChoice(checked)
    mutate(checked, { onSettled: () => setChoice(null) })
  }
  return (
    <CheckBox checked={choice ?? reminders} onChange={({ target }) => change(target.checked)}>
      Remind me of sessions by e-mail
    </CheckBox>
  )
}

const RENEWAL = {
  title: 'Make a new address?',
  text: 'Calendar programs that use the present address lose your sessions. Give them the new one.',
  action: 'Yes, renew it!',
}

function Feed({ feed_url: url }: Pick<CalendarSettings, 'feed_url'>) {
  const renew = useCalendarChange(async () => {
    if (url === null || (await confirm(RENEWAL))) await call(api.renewCalendarFeed)
  })
  const end = useCalendarChange(() => call(api.endCalendarFeed))
  if (url === null)
    return (
      <Button look="outline" className="justify-self-start" busy={renew.isPending} onClick={() => renew.mutate()}>
        Create calendar address
      </Button>
    )
  return (
    <>
      <Field label="Calendar address" readOnly value={url} onFocus={({ target }) => target.select()} />
      <p className="text-sm text-soft">
        Keep this address to yourself: anyone who has it can see your sessions. It ends when you change your password.
      </p>
      <div className="flex flex-wrap gap-3">
        <Button look="outline" onClick={() => copyText(url)}>
          Copy
        </Button>
        <Button look="outline" busy={renew.isPending} onClick={() => renew.mutate()}>
          Renew address
        </Button>
        <Button look="ghost" busy={end.isPending} onClick={() => end.mutate()}>
          End address
        </Button>
      </div>
    </>
  )
}

function useCalendarSettings() {
  const { user } = useSession()
  return useQuery({
    queryKey: [...queryKeys.calendar, user?.email],
    queryFn: () => call(api.getCalendarSettings),
    enabled: user !== null,
  })
}

/** A change of the settings, after which they are read again. */
function useCalendarChange<Input>(change: (input: Input) => Promise<unknown>) {
  return useAction(change, { after: 'calendarChanged' })
}
