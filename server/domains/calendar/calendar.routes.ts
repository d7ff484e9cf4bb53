import { api } from '#contract/api.ts'
import { toClockTime } from '#server/platform/zoned-time.ts'
import type { Serve } from '#server/ports/serve.ts'
import * as Calendar from './calendar.ts'
import type { FeedLinks } from './feed-links.ts'

export function calendarRoutes(serve: Serve, links: FeedLinks): void {
  serve(api.getCalendarSettings, (ctx) => Calendar.readSettings(ctx, links))
  serve(api.changeCalendarSettings, async (ctx, { body }) => ({
    modifiedCount: await Calendar.setReminders(ctx, body.reminders),
  }))
  serve(api.renewCalendarFeed, async (ctx) => ({ feed_url: await Calendar.renewFeed(ctx, links) }))
  serve(api.endCalendarFeed, async (ctx) => ({ deletedCount: await Calendar.endFeed(ctx) }))
  serve(api.getOwnTimes, async (_ctx, { query: { time_zone, starts_at, ends_at } }) => ({
    starts: toClockTime(starts_at, time_zone),
    ends: toClockTime(ends_at, time_zone),
  }))
  serve(api.getRunCalendar, (ctx, { params }) => Calendar.readRun(ctx, params.id))
}
