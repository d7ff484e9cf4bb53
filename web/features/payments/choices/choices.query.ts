/** GET and POST /run/{id}/choice, for buyers, and GET /choices, for admins. */
import { queryOptions, useQuery } from '@tanstack/react-query'
import type { ChoiceRequest, ChoicesQuery } from '#contract/choices.ts'
import { api, call } from '#web/api.ts'
import { queryKeys } from '#web/queries.ts'
import { useSession } from '#web/session/use-session.ts'
import { pagedQuery } from '#web/ui/lists/paged-query.ts'
import { useAction } from '#web/use-action.ts'

export function runChoiceQuery(runId: string) {
  return queryOptions({
    queryKey: [...queryKeys.runChoice, runId],
    queryFn: () => call(api.getRunChoice, { params: { id: runId } }),
  })
}

/** Makes the choice, which is made once. */
export function useChoose(runId: string) {
  return useAction((body: ChoiceRequest) => call(api.chooseForRun, { params: { id: runId }, body }), {
    after: 'choiceMade',
    done: 'Your choice is made. We have e-mailed you.',
  })
}

export function useChoices(query: ChoicesQuery) {
  const { role } = useSession()
  return useQuery({
    ...pagedQuery(queryKeys.choices, query, (requested) => call.page(api.listChoices, { query: requested })),
    enabled: role === 'admin',
  })
}
