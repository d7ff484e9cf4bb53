/** The page that visitors see until the school is set up. Docs: docs/decisions/0024. */
import type { FastifyReply } from 'fastify'
import { escapeHtml } from '#server/platform/html.ts'
import type { Services } from '#server/ports/context.ts'

const RETRY_AFTER_SECONDS = 600

/** The page of the form that opens the school. */
const SETUP = /^\/setup\/?(\?|$)/

export interface Opening {
  /** Returns whether a page is shown: the school is open, or the page opens it. */
  shows(url: string): Promise<boolean>
}

/** Reads the settings again when another instance has set up the school, so that the first page shows its name. */
export function createOpening({ db, school, catalogue }: Pick<Services, 'db' | 'school' | 'catalogue'>): Opening {
  let wasClosed = false
  const isOpen = async () => {
    if (!(await school.isOpen(db))) {
      wasClosed = true
      return false
    }
    if (wasClosed) await school.refresh().finally(() => catalogue.markChanged())
    wasClosed = false
    return true
  }
  return { shows: async (url) => SETUP.test(url) || isOpen() }
}

/** Sends the page that visitors see. */
export function sendOpeningSoon(reply: FastifyReply, name: string, stylesheet: string): FastifyReply {
  return reply
    .code(503)
    .headers({ 'retry-after': RETRY_AFTER_SECONDS, 'cache-control': 'no-store', 'x-robots-tag': 'noindex' })
    .type('text/html; charset=utf-8')
    .send(writePage(escapeHtml(name), escapeHtml(stylesheet)))
}

/** Returns plain HTML in the look of the site, without scripts. */
const writePage = (name: string, stylesheet: string) => `<!doctype html>
<html lang="en" data-theme="light">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${name} opens soon</title>
<link rel="stylesheet" href="${stylesheet}">
</head>
<body>
<main>
<section class="error-page">
<p class="edge-print">Opening soon</p>
<h1 class="mt-4 font-display text-5xl sm:text-7xl">${name}</h1>
<p class="mt-4 max-w-prose text-lg text-soft">We open soon. Please come back a little later.</p>
</section>
</main>
</body>
</html>
`
