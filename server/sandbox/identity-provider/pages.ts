/** The pages of the demo's sign-in provider: plain HTML without scripts, styled differently from the site. */
import { escapeHtml, hashInline } from '#server/platform/html.ts'

const STYLE = `
:root { color-scheme: light dark; font: 17px/1.5 system-ui, sans-serif }
body { max-width: 22rem; margin: 12vh auto; padding: 0 1.5rem }
h1 { font-size: 1.3rem; font-weight: 600 }
label { display: block; margin-top: 1rem }
input, button { box-sizing: border-box; width: 100%; min-height: 2.75rem; margin-top: .25rem; padding: 0 .75rem; font: inherit }
button { margin-top: 1.5rem; border: 0; border-radius: .4rem; background: #2b4c7e; color: #fff; cursor: pointer }
a { display: inline-block; margin-top: 1rem; padding: .5rem 0; color: inherit }
.error { padding-left: .75rem; border-left: 3px solid #b3261e }
`

/** Allows only its own style, and forms to its own origin. */
export const PAGE_POLICY = [
  "default-src 'none'",
  `style-src '${hashInline(STYLE)}'`,
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ')

/** @param input the invalid input of the previous attempt */
export function renderLoginPage(action: string, input?: { Email?: string; Name?: string }): string {
  return renderPage(`
<h1>Demo Identity</h1>
<p>A sign-in provider for the demo only. It accepts any e-mail address and name.</p>
${input ? '<p class="error" role="alert">Enter an e-mail address, and a name of at most 200 characters.</p>' : ''}
<form method="post" action="${escapeHtml(action)}">
<label for="email">Email</label>
<input id="email" name="Email" type="email" autocomplete="username" required value="${escapeHtml(input?.Email ?? '')}">
<label for="name">Name</label>
<input id="name" name="Name" autocomplete="name" value="${escapeHtml(input?.Name ?? '')}">
<button type="submit">Continue</button>
</form>
<a href="${escapeHtml(action)}/cancel">Cancel</a>`)
}

export function renderMessagePage(message: string): string {
  return renderPage(`<h1>Demo Identity</h1><p role="alert">${escapeHtml(message)}</p>`)
}

function renderPage(content: string): string {
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
