/** The pretend third party's pages: plain HTML, no script, a look of its own, so that nobody takes them for the school's. */
import { scriptHash } from '#server/http/headers.ts'
import { escaped } from '#server/http/html.ts'

const STYLE = `
:root { color-scheme: light dark; font: 17px/1.5 system-ui, sans-serif }
body { max-width: 22rem; margin: 12vh auto; padding: 0 1.5rem }
h1 { font-size: 1.3rem; font-weight: 600 }
label { display: block; margin-top: 1rem }
input, button { box-sizing: border-box; width: 100%; min-height: 2.75rem; margin-top: .25rem; padding: 0 .75rem; font: inherit }
button { margin-top: 1.5rem; border: 0; border-radius: .4rem; background: #2b4c7e; color: #fff; cursor: pointer }
a { display: inline-block; margin-top: 1rem; padding: .5rem 0; color: inherit }
.said { padding-left: .75rem; border-left: 3px solid #b3261e }
`

/** Nothing but its own style, and a form that goes to its own origin. */
export const PAGE_POLICY = [
  "default-src 'none'",
  `style-src '${scriptHash(STYLE)}'`,
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ')

/** Asks who somebody is. @param typed what they had typed, where it was not good enough */
export function loginPage(action: string, typed?: { Email?: string; Name?: string }): string {
  return page(`
<h1>Demo Identity</h1>
<p>A pretend third party, for the demo only. It believes whatever you type.</p>
${typed ? '<p class="said" role="alert">Please type an e-mail address, and a name of at most 200 characters.</p>' : ''}
<form method="post" action="${escaped(action)}">
<label for="email">Email</label>
<input id="email" name="Email" type="email" autocomplete="username" required value="${escaped(typed?.Email ?? '')}">
<label for="name">Name</label>
<input id="name" name="Name" autocomplete="name" value="${escaped(typed?.Name ?? '')}">
<button type="submit">Continue</button>
</form>
<a href="${escaped(action)}/cancel">Cancel</a>`)
}

export function messagePage(message: string): string {
  return page(`<h1>Demo Identity</h1><p role="alert">${escaped(message)}</p>`)
}

function page(content: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Demo Identity</title>
<style>${STYLE}</style>
</head>
<body><main>${content}</main></body>
</html>
`
}
