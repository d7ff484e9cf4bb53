/** An admin takes everything of the school home: CSV files and pictures in one archive. */
import { z } from 'zod'
import { declareEndpoints, endpoint } from './endpoint.ts'

/** The link of an export can be opened once, within this time. */
export const EXPORT_LINK_SECONDS = 60

export const backupEndpoints = /* @__PURE__ */ declareEndpoints(() => ({
  requestExport: endpoint({
    method: 'POST',
    path: '/school/export',
    summary: `Returns a link to an export of the whole school. It can be opened once, within ${EXPORT_LINK_SECONDS} seconds.`,
    access: 'admin',
    recentSignIn: true,
    response: z.object({ url: z.string() }),
    rateLimit: { max: 5, minutes: 60 },
  }),
}))
